import { TookTooLong, withinTime } from './within-time.ts';

const timeoutMs = 100;

/** Null: it could not be told in time. Whoever asks decides which answer is the safe one. */
export function testExpression(expression: RegExp, text: string): boolean | null {
  return inTime(() => expression.test(text));
}

export function replaceExpression(expression: RegExp, text: string, by: string): string | null {
  return inTime(() => text.replace(expression, by));
}

function inTime<T>(work: () => T): T | null {
  try {
    return withinTime(work, timeoutMs);
  } catch (problem) {
    if (problem instanceof TookTooLong) return null;
    throw problem;
  }
}
