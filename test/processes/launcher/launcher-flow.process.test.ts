import { afterAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import {
  launcherDown,
  launcherUp,
  memoryOf,
  run,
  shell,
  specOf,
  watch,
} from '../../support/processes/launcher.ts';

const allowance = 32 * 1024 * 1024;
let launcher: number;

beforeEach(async () => {
  launcher = await launcherUp();
});

afterAll(launcherDown);

it('holds a flooding process back while the host is busy', async () => {
  const flood = watch(specOf('yes', 'x'.repeat(1000)));
  await eventually(() => flood.bytes > 20_000_000);
  const before = await memoryOf(launcher);
  const mine = process.memoryUsage.rss();
  const busyUntil = performance.now() + 1500;
  while (performance.now() < busyUntil);
  expect(await memoryOf(launcher)).toBeLessThan(before + allowance);
  expect(process.memoryUsage.rss()).toBeLessThan(mine + allowance);
  flood.process.signalGroup('SIGKILL');
  expect(await flood.process.exited).toEqual({ exitCode: null, signal: 'SIGKILL' });
  await flood.process.drained;
});

it('lets other processes through while one floods and one hangs', async () => {
  const flood = watch(specOf('yes'));
  const hang = watch(shell('sleep 60'), Buffer.alloc(10_000_000));
  await eventually(() => flood.bytes > 1_000_000);
  expect(await run(specOf('cat'), 'event')).toMatchObject({ stdout: 'event', exitCode: 0 });
  for (const { process } of [flood, hang]) {
    process.signalGroup('SIGKILL');
    await process.exited;
    process.release();
  }
});

it('sends no more input than a process takes', async () => {
  const before = await memoryOf(launcher);
  const slow = watch(shell('echo ready; sleep 1; head -c 1000 | wc -c; sleep 60'), Buffer.alloc(100_000_000));
  await eventually(() => slow.stdout.includes('1000'));
  expect(await memoryOf(launcher)).toBeLessThan(before + allowance);
  slow.process.signalGroup('SIGKILL');
  await slow.process.exited;
});
