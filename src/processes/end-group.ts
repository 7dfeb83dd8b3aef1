import type { RunningProcess } from './process.ts';
import { termThenKill } from './term-then-kill.ts';

type Exit = Awaited<RunningProcess['exited']>;

/** The time for a killed process to go. One stuck in the kernel never does. */
export const giveUpMs = 1000;
const drainMs = 75;

/** Ends a process and its whole group: asks, waits, kills. Null when even that did not end it. */
export async function endGroup(process: RunningProcess, killGraceMs: number): Promise<Exit | null> {
  const exited = process.exited.catch(() => null);
  // Processes that still hold the streams are cleaning up, and have the same time.
  const gone = Promise.all([exited, process.drained]);
  await termThenKill((signal) => process.signalGroup(signal), gone, killGraceMs);
  return valueWithin(exited, giveUpMs);
}

/** Waits for the last output of a process that has exited, but not for others that hold its streams: then it gives false. */
export async function drain(drained: Promise<unknown>): Promise<boolean> {
  const isDrained = await valueWithin(
    drained.then(() => true),
    drainMs,
  );
  // A busy event loop may get here before it has read the pipes, so it gets one more turn.
  if (isDrained === null) await new Promise((resolve) => setImmediate(resolve));
  return isDrained === true;
}

export function valueWithin<Value>(promise: Promise<Value>, ms: number): Promise<Value | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, null);
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
