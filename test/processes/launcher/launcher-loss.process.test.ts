import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launcherInUse, startProcess } from '../../../src/processes/launcher/start-process.ts';
import { eventually } from '../../support/eventually.ts';
import {
  isMarked,
  launcherDown,
  launcherUp,
  newMark,
  run,
  shell,
  specOf,
  watch,
} from '../../support/processes/launcher.ts';
import { Scratch } from '../../support/scratch.ts';

let scratch: string;
let launcher: number;
let mark: string;

beforeAll(async () => {
  scratch = new Scratch().path;
});

beforeEach(async () => {
  launcher = await launcherUp();
  mark = newMark();
});

afterEach(async () => {
  await eventually(async () => !(await isMarked(mark)));
});

afterAll(launcherDown);

/** The first run says so and hangs with a child; the second one answers. */
function answersTheSecondTime(name: string): string {
  const file = join(scratch, `${mark}-${name}`);
  return `: ${mark}
if [ -e ${file} ]; then echo second; cat; exit 5; fi
echo first; echo $PPID > ${file}
sh -c 'sleep 60; : ${mark}' & wait`;
}

it('runs every process again that was lost with it, and leaves none of the first ones', async () => {
  const runs = Array.from({ length: 10 }, (_, index) =>
    watch(shell(answersTheSecondTime(`${index}`)), `event ${index}`),
  );
  await eventually(() => runs.every(({ stdout }) => stdout === 'first\n'));
  process.kill(launcher, 'SIGKILL');
  expect(await Promise.all(runs.map((one) => one.process.exited))).toEqual(
    runs.map(() => ({ exitCode: 5, signal: null })),
  );
  await Promise.all(runs.map((one) => one.process.drained));
  expect(runs.map(({ stdout, restarts }) => [stdout, restarts])).toEqual(
    runs.map((_, index) => [`second\nevent ${index}`, 1]),
  );
  const parent = await readFile(join(scratch, `${mark}-0`), 'utf8');
  expect(Number(parent)).toBe(launcher);
});

it('is followed by another', async () => {
  process.kill(launcher, 'SIGKILL');
  await eventually(() => launcherInUse() === null);
  const next = await launcherUp();
  expect(next).not.toBe(launcher);
  expect(Number((await run(shell('echo $PPID'))).stdout)).toBe(next);
});

it('can die before a process that was asked of it has started', async () => {
  process.kill(launcher, 'SIGKILL');
  const runs = Array.from({ length: 5 }, (_, index) => watch(specOf('cat'), `event ${index}`));
  await Promise.all(runs.map((one) => one.process.exited));
  await Promise.all(runs.map((one) => one.process.drained));
  expect(runs.map(({ stdout }) => stdout)).toEqual(runs.map((_, index) => `event ${index}`));
});

it('is given up when it hangs, and what was asked of it is started directly', async () => {
  process.kill(launcher, 'SIGSTOP');
  const stuck = watch(shell('echo $PPID; cat'), 'event');
  await stuck.process.exited;
  await stuck.process.drained;
  expect(stuck.stdout).toBe(`${process.pid}\nevent`);
});

it('takes the input also for the second run when it is given only then', async () => {
  const late = watch(shell(answersTheSecondTime('late')), null);
  await eventually(() => late.stdout === 'first\n');
  process.kill(launcher, 'SIGKILL');
  await eventually(() => late.stdout === 'second\n');
  late.process.write(Buffer.from('event'));
  expect(await late.process.exited).toEqual({ exitCode: 5, signal: null });
  await late.process.drained;
  expect(late.stdout).toBe('second\nevent');
});

it('gives ELAUNCHER when the second run cannot be started', async () => {
  const file = join(scratch, `${mark}-once`);
  await writeFile(file, `#!/bin/sh\nrm "$0"; echo first; sleep 60; : ${mark}\n`, { mode: 0o755 });
  const once = watch(specOf(file));
  await eventually(() => once.stdout === 'first\n');
  process.kill(launcher, 'SIGKILL');
  await expect(once.process.exited).rejects.toMatchObject({ code: 'ELAUNCHER', cause: { code: 'ENOENT' } });
  await once.process.drained;
  once.process.release();
});

it('gives ELAUNCHER rather than mix two outputs for a listener that knows of no second run', async () => {
  let output = '';
  const running = startProcess(shell(answersTheSecondTime('deaf')), {
    stdout: (chunk) => {
      output += Buffer.from(chunk).toString();
    },
    stderr() {},
  });
  await eventually(() => output === 'first\n');
  process.kill(launcher, 'SIGKILL');
  await expect(running.exited).rejects.toMatchObject({ code: 'ELAUNCHER' });
  await running.drained;
});

it.each(['signalled', 'released'])('does not run a process again that was %s', async (end) => {
  const watched = watch(shell(`trap '' TERM; echo ready; sleep 60; : ${mark}`), null);
  await eventually(() => watched.stdout === 'ready\n');
  if (end === 'signalled') watched.process.signalGroup('SIGTERM');
  else watched.process.release();
  process.kill(launcher, 'SIGKILL');
  expect(await watched.process.exited).toEqual({ exitCode: null, signal: 'SIGKILL' });
  await watched.process.drained;
  expect(watched.restarts).toBe(0);
});

it('does not run a process again whose exit was told', async () => {
  const watched = watch(shell(`sh -c 'sleep 60; : ${mark}' & echo answer; exit 4`));
  expect(await watched.process.exited).toEqual({ exitCode: 4, signal: null });
  process.kill(launcher, 'SIGKILL');
  await watched.process.drained;
  expect(watched).toMatchObject({ stdout: 'answer\n', restarts: 0 });
});

it('lets a second run be ended and released like the first', async () => {
  const watched = watch(shell(`echo $PPID; sleep 60; : ${mark}`), null);
  await eventually(() => watched.stdout === `${launcher}\n`);
  process.kill(launcher, 'SIGKILL');
  await eventually(() => watched.stdout === `${process.pid}\n`);
  watched.process.signalGroup('SIGTERM');
  expect(await watched.process.exited).toEqual({ exitCode: null, signal: 'SIGTERM' });
  watched.process.release();
  await watched.process.drained;
});
