import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Whether the system tells what processes and descriptors there are. */
export const canLook: boolean = process.platform === 'linux';

/** The processes that have the mark in their environment, wherever they went. */
export function processesWith(mark: string): readonly number[] {
  if (!canLook) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => environmentOf(pid).includes(mark))
    .map(Number);
}

/** Gone, or a zombie, has none. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

export interface Holdings {
  readonly descriptors: number;
  readonly resources: readonly string[];
}

/** What this process holds: open descriptors, and the handles and timers that keep it alive. */
export function holdings(): Holdings {
  return {
    descriptors: canLook ? readdirSync('/proc/self/fd').length : 0,
    resources: process.getActiveResourcesInfo().sort(),
  };
}

/** Fails unless, soon, nothing is left of the marked processes and nothing is held that was not held before. */
export async function expectNothingLeft(mark: string, before: Holdings): Promise<void> {
  await expect.poll(() => processesWith(mark)).toEqual([]);
  await expect.poll(() => holdings().descriptors - before.descriptors).toBeLessThanOrEqual(0);
  await expect.poll(() => extra(before.resources, holdings().resources)).toEqual([]);
}

function extra(before: readonly string[], after: readonly string[]): readonly string[] {
  const rest = [...before];
  return after.filter((resource) => {
    const index = rest.indexOf(resource);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}
