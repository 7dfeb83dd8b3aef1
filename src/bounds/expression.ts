import { TookTooLong, withinTime } from './within-time.ts';

const maxMs = 100;
/** How long a match may wait for its share of the machine, at each attempt. */
const waitsMs: readonly number[] = [maxMs, 2 * maxMs, 4 * maxMs];
/** The share of its time limit that a match must have run before it's given up. */
const ownShare = 0.8;

/** Null: not known in time. The caller decides which answer is the safe one. */
export function testExpression(expression: RegExp, text: string): boolean | null {
  return inTime(() => expression.test(text));
}

export function replaceExpression(expression: RegExp, text: string, by: string): string | null {
  return inTime(() => text.replace(expression, by));
}

/** On a busy machine a match is tried again; a plain matcher would otherwise match everything. */
function inTime<T>(work: () => T): T | null {
  for (const waitMs of waitsMs) {
    const before = process.cpuUsage();
    try {
      return withinTime(work, waitMs);
    } catch (problem) {
      if (!(problem instanceof TookTooLong)) throw problem;
      const { user, system } = process.cpuUsage(before);
      if (user + system >= maxMs * 1000 * ownShare) return null;
    }
  }
  return null;
}
