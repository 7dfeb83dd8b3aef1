import { sleep } from './hooks.ts';

/** A busy machine manages in this time what takes moments. What never happens, or happens late, takes longer. */
export const soonMs = 30_000;

/** Waits until it is true; for what another process does in its own time. */
export async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + soonMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`not true within ${soonMs} ms: ${isTrue}`);
    await sleep(10);
  }
}

/**
 * For a timeout that must come when something has happened, and not before: gives it more time, again and again, until
 * even a busy machine gets so far.
 */
export async function withEnoughTime<Result>(
  attempt: (timeoutMs: number) => Promise<Result>,
  gotSoFar: (result: Result) => boolean,
  firstMs = 400,
): Promise<Result> {
  for (let timeoutMs = firstMs; ; timeoutMs *= 3) {
    const result = await attempt(timeoutMs);
    if (gotSoFar(result) || timeoutMs > soonMs) return result;
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
