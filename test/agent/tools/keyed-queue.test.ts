import { expect, it } from 'vitest';
import { KeyedQueue } from '../../../src/agent/tools/standard-tools.ts';

it('lets tasks of one key wait for each other, and others go ahead', async () => {
  const queue = new KeyedQueue();
  const events: string[] = [];
  let openGate = (): void => {};
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  const first = queue.run('a', async () => {
    await gate;
    events.push('first of a');
  });
  const second = queue.run('a', async () => void events.push('second of a'));
  await queue.run('b', async () => void events.push('first of b'));
  openGate();
  await Promise.all([first, second]);
  expect(events).toEqual(['first of b', 'first of a', 'second of a']);
});

it('runs the next task of a key after one that failed', async () => {
  const queue = new KeyedQueue();
  const failed = queue.run('a', async () => {
    throw new Error('no');
  });
  const next = queue.run('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
