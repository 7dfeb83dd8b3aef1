import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach } from 'vitest';

// Pure tests share their worker. What a process leaves behind in it would be the next file's trouble.
const refusal = 'a test that starts processes is called *.process.test.ts, or *.slow.test.ts';
let refused: Error | undefined;

function refuse(): never {
  refused ??= new Error(refusal);
  throw refused;
}

for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const)
  Object.defineProperty(childProcess, name, { value: refuse });
syncBuiltinESMExports();

// The code under test may have taken the refusal for the trouble of a hook.
afterEach(() => {
  const error = refused;
  refused = undefined;
  if (error !== undefined) throw error;
});
