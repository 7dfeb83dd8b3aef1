#!/usr/bin/env node
import { version } from './version.ts';

// The version is asked for by scripts, many times: it costs no more than the start of Node.
if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  const { runProgram } = await import('./program.ts');
  // A hook in JavaScript may have left a timer or a socket behind; nobody waits for that.
  process.exit(await runProgram(process.argv.slice(2)));
}
