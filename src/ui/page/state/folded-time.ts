import { rows } from './rows.ts';

/** Longer pauses are drawn as this long: a session of a day has an hour of events. */
const maxPauseMs = 20_000;

export interface FoldedTime {
  readonly at: Float64Array;
  readonly length: number;
  readonly folds: readonly number[];
}

export function foldTime(sorted: readonly number[]): FoldedTime {
  const at = new Float64Array(sorted.length);
  const folds: number[] = [];
  let total = 0;
  let last = sorted.length === 0 ? 0 : rows.at(sorted[0] ?? 0);
  sorted.forEach((row, index) => {
    const time = rows.at(row);
    const pause = time - last;
    if (pause > maxPauseMs) folds.push(index);
    total += Math.min(pause, maxPauseMs);
    at[index] = total;
    last = time;
  });
  return { at, length: Math.max(total, 1), folds };
}

export function placeFrom({ at }: FoldedTime, time: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
