import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, expect } from 'vitest';
import { kindOf } from './kinds.ts';

// Pure tests share their worker. What a process leaves behind in it would be the next file's trouble.
const refusal = 'a test that starts processes is called *.process.test.ts, or *.slow.test.ts';
const names = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;
let refused: Error | undefined;

function refuse(): never {
  refused ??= new Error(refusal);
  throw refused;
}

const real = Object.fromEntries(names.map((name) => [name, childProcess[name]]));

function replace(replacementOf: (name: string) => unknown): void {
  for (const name of names) Object.defineProperty(childProcess, name, { value: replacementOf(name) });
  syncBuiltinESMExports();
}

if (kindOf(expect.getState().testPath ?? '') === 'pure') {
  replace(() => refuse);
  afterAll(() => replace((name) => real[name]));
}

// The code under test may have taken the refusal for the trouble of a hook.
afterEach(() => {
  const error = refused;
  refused = undefined;
  if (error !== undefined) throw error;
});
