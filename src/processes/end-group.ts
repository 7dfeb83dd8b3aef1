import type { RunningProcess } from './process.ts';
import { termThenKill } from './term-then-kill.ts';

type Exit = Awaited<RunningProcess['exited']>;

/** How long a killed process may take to be gone before it is given up: one stuck in the kernel never goes. */
export const giveUpMs = 1000;
const drainMs = 75;

/** Ends a process and its whole group: asks, waits, kills. Null when even that did not end it. */
export async function endGroup(process: RunningProcess, killGraceMs: number): Promise<Exit | null> {
  const exited = process.exited.catch(() => null);
  // Those who still hold the streams are cleaning up; they have as long as the first one has.
  const gone = Promise.all([exited, process.drained]);
  await termThenKill((signal) => process.signalGroup(signal), gone, killGraceMs);
  return within(exited, giveUpMs);
}

/** Waits for the last output of a process that has exited, but not for a stranger who keeps its streams open. */
export async function drain(process: RunningProcess): Promise<void> {
  const isDrained = await within(
    process.drained.then(() => true),
    drainMs,
  );
  // A busy loop may get here before it has read what waits in the pipes, so it is given one more look.
  if (isDrained === null) await new Promise((resolve) => setImmediate(resolve));
}

/** What the promise gives if it does so in time, else null. */
export function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, null);
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
