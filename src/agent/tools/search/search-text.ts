import { cutEnd } from '../../../engine/values/cut-text.ts';

export interface SearchOptions {
  readonly expression: RegExp;
  readonly multiline: boolean;
  readonly before: number;
  readonly after: number;
}

/** A line of the result. `isMatch` is false for lines around a match. `number` counts from 1. */
export interface FoundLine {
  readonly number: number;
  readonly text: string;
  readonly isMatch: boolean;
}

export interface FoundText {
  /** The number of matching lines. */
  readonly count: number;
  /** Matching lines and the lines around them; null is a gap. */
  readonly lines: readonly (FoundLine | null)[];
}

const maxLineLength = 500;

/** Searches one text. With `multiline`, the expression has the flag `g`. */
export function searchText(text: string, options: SearchOptions): FoundText {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const hits = options.multiline
    ? linesOfMatches(text, options.expression)
    : lines.flatMap((line, index) => (options.expression.test(line) ? [index] : []));
  return { count: hits.length, lines: around(lines, hits, options) };
}

/** The lines of matches that may span several lines. */
function linesOfMatches(text: string, expression: RegExp): readonly number[] {
  const hits = new Set<number>();
  let line = 0;
  let at = 0;
  for (const match of text.matchAll(expression)) {
    line += breaksIn(text, at, match.index);
    at = match.index;
    const last = line + breaksIn(text, match.index, match.index + match[0].length);
    for (let hit = line; hit <= last; hit += 1) hits.add(hit);
  }
  return [...hits];
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function around(
  lines: readonly string[],
  hits: readonly number[],
  { before, after }: SearchOptions,
): readonly (FoundLine | null)[] {
  const found: (FoundLine | null)[] = [];
  const isHit = new Set(hits);
  let next = 0;
  for (const hit of hits) {
    const start = Math.max(next, hit - before);
    if (start > next && found.length > 0) found.push(null);
    const end = Math.min(lines.length - 1, hit + after);
    for (let at = start; at <= end; at += 1) {
      found.push({ number: at + 1, text: cutEnd(lines[at] ?? '', maxLineLength), isMatch: isHit.has(at) });
    }
    next = Math.max(next, end + 1);
  }
  return found;
}
