import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../support/folder-with.ts';
import { projectFolder } from '../../support/pages.ts';
import { processesWith } from '../../support/processes/leftovers.ts';

const config = `
import { defineConfig } from 'vitest/config';
import { makeFolderOfRun } from '${projectFolder}/test/support/run/own-folder.ts';

makeFolderOfRun();
const project = { extends: true, test: { name: 'some', include: ['*.test.mjs'] } };
export default defineConfig({ test: { projects: [project, { ...project, test: { ...project.test, name: 'others' } }] } });
`;

const test = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { it } from 'vitest';

it('starts what outlives it', async () => {
  spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
  writeFileSync(process.env.READY, tmpdir());
  await new Promise((resolve) => setTimeout(resolve, process.env.FOREVER === '1' ? 1_000_000 : 0));
}, 0);
`;

interface Run {
  readonly ended: Promise<unknown>;
  readonly temporary: string;
  /** What a test of the run has for TMPDIR. */
  readonly seen: string;
  kill(signal: NodeJS.Signals): void;
}

async function startRun(forever: boolean): Promise<Run> {
  const folder = folderWith({ 'vitest.config.mjs': config, 'one.test.mjs': test, 'tmp/keep': '' });
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  const temporary = join(folder, 'tmp');
  const ready = join(folder, 'ready');
  const child = spawn(process.execPath, [join(projectFolder, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary, READY: ready, FOREVER: forever ? '1' : '0' },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  await expect.poll(() => existsSync(ready) && readFileSync(ready, 'utf8')).toBeTruthy();
  return {
    ended,
    temporary,
    seen: readFileSync(ready, 'utf8'),
    kill: (signal) => process.kill(-Number(child.pid), signal),
  };
}

async function expectNothingOf({ ended, temporary }: Run): Promise<void> {
  await ended;
  await expect.poll(() => readdirSync(temporary)).toEqual(['keep']);
  await expect.poll(() => processesWith(`${temporary}/hl-`)).toEqual([]);
}

it('a run has one folder in TMPDIR, however many projects it has, and leaves nothing', async () => {
  const run = await startRun(false);
  expect(dirname(run.seen)).toBe(run.temporary);
  await expectNothingOf(run);
});

it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('a run that ends by %s leaves nothing', async (signal) => {
  const run = await startRun(true);
  run.kill(signal);
  await expectNothingOf(run);
});
