import { sleep } from './hooks.ts';

/** Waits until it is true; for what another process does in its own time. */
export async function eventually(isTrue: () => boolean, withinMs = 5000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`not true within ${withinMs} ms: ${isTrue}`);
    await sleep(10);
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
