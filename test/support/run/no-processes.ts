import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

// Pure tests share their worker. What a process leaves behind in it would be the next file's trouble.
function refuse(): never {
  const error = new Error('a test that starts processes is called *.process.test.ts, or *.slow.test.ts');
  // The code under test may take it for the trouble of a hook.
  console.error(error);
  throw error;
}

for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const)
  Object.defineProperty(childProcess, name, { value: refuse });
syncBuiltinESMExports();
