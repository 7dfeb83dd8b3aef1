#!/usr/bin/env node
import { version } from './version.ts';

const isWindows = process.platform === 'win32';
const refused = isWindows ? (await import('./windows.ts')).refuseOnWindows(process.argv[2]) : null;

// Scripts ask for the version often, so it costs no more than the start of Node.
if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  process.stdout.write(`${version}\n`);
} else if (refused !== null) {
  process.exitCode = refused;
} else if (process.argv[2] === 'hook') {
  const { answerHook } = await import('./answer-hook.ts');
  process.exit(await answerHook(process.argv.slice(2)));
} else if (process.argv[2] === 'daemon' && process.argv[3] === 'worker') {
  // Nobody types this: the daemon starts it, and talks to it alone.
  const { answerCalls } = await import('../gateway/daemon/warm-worker.ts');
  await answerCalls();
  process.exit(0);
} else {
  const { runProgram } = await import('./program.ts');
  // A hook in JavaScript may have left a timer or a socket open. Nobody waits for it.
  process.exit(await runProgram(process.argv.slice(2)));
}
