import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { asOwner } from '../../gateway/silence/machine.ts';
import { folderWith } from '../../support/folder-with.ts';
import { projectFolder } from '../../support/pages.ts';
import { processesWith } from '../../support/processes/leftovers.ts';
import { everyNth } from '../../support/seed.ts';

const config = `
import { defineConfig } from 'vitest/config';
import { makeFolderOfRun } from '${projectFolder}/test/support/run/own-folder.ts';

makeFolderOfRun();
const project = { extends: true, test: { name: 'some', include: ['*.test.mjs'] } };
export default defineConfig({ test: { projects: [project, { ...project, test: { ...project.test, name: 'others' } }] } });
`;

const test = `
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { it } from 'vitest';

it('starts what outlives it, and closes a folder to everyone', async () => {
  spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
  const closed = mkdtempSync(tmpdir() + '/closed-');
  writeFileSync(closed + '/file', '');
  chmodSync(closed, 0);
  writeFileSync(process.env.READY, tmpdir());
  await new Promise((resolve) => setTimeout(resolve, process.env.FOREVER === '1' ? 1_000_000 : 0));
}, 0);
`;

interface Run {
  readonly ended: Promise<unknown>;
  /** What a test of the run has for TMPDIR. */
  readonly seen: string;
  kill(signal: NodeJS.Signals): void;
}

async function startRun(forever: boolean, temporary = tmpdir()): Promise<Run> {
  const folder = folderWith({ 'vitest.config.mjs': config, 'one.test.mjs': test });
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  const ready = join(folder, 'ready');
  const vitest = join(projectFolder, 'node_modules/vitest/vitest.mjs');
  const child = spawn('sh', ['-c', asOwner('"$0" "$@"'), process.execPath, vitest, 'run'], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary, READY: ready, FOREVER: forever ? '1' : '0' },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  await expect.poll(() => existsSync(ready) && readFileSync(ready, 'utf8')).toBeTruthy();
  return {
    ended,
    seen: readFileSync(ready, 'utf8'),
    kill: (signal) => process.kill(-Number(child.pid), signal),
  };
}

async function expectNothingOf({ ended, seen }: Run): Promise<void> {
  await ended;
  await expect.poll(() => existsSync(seen)).toBe(false);
  await expect.poll(() => processesWith(seen)).toEqual([]);
}

it('a run has one folder in TMPDIR, however many projects it has, and leaves nothing', async () => {
  const run = await startRun(false);
  expect(dirname(run.seen)).toBe(realpathSync(tmpdir()));
  await expectNothingOf(run);
});

it('a run whose TMPDIR is too long for the paths of sockets has its folder in /tmp, and leaves nothing when it is killed', async () => {
  const long = folderWith({ [`${'x'.repeat(60)}/y`]: '' });
  const run = await startRun(true, join(long, 'x'.repeat(60)));
  expect(dirname(run.seen)).toBe(realpathSync('/tmp'));
  run.kill(everyNth(['SIGINT', 'SIGTERM', 'SIGKILL'] as const, 3)[0] ?? 'SIGKILL');
  await expectNothingOf(run);
});
