import { expect, it } from 'vitest';
import { SerialQueue } from '../../../src/engine/values/serial-queue.ts';

it('runs one task at a time, in the order of the calls', async () => {
  const queue = new SerialQueue();
  const events: string[] = [];
  const task = (name: string, turns: number) => async (): Promise<string> => {
    events.push(`${name} begins`);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    events.push(`${name} ends`);
    return name;
  };
  expect(
    await Promise.all([queue.run(task('a', 5)), queue.run(task('b', 0)), queue.run(task('c', 2))]),
  ).toEqual(['a', 'b', 'c']);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('goes on after a task that failed, and tells only who asked for it', async () => {
  const queue = new SerialQueue();
  const failed = queue.run(async () => {
    throw new Error('no');
  });
  const next = queue.run(async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

it('is idle when all tasks so far are done, also when the last failed', async () => {
  const queue = new SerialQueue();
  await queue.idle();
  let isDone = false;
  queue
    .run(async () => {
      await Promise.resolve();
      isDone = true;
      throw new Error('no');
    })
    .catch(() => {});
  await queue.idle();
  expect(isDone).toBe(true);
});
