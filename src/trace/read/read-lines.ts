import { open } from 'node:fs/promises';
import { isTraceLine, type TraceLine } from '../format/lines.ts';

export interface RawLine {
  readonly text: string;
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly isTorn: boolean;
}

const chunkBytes = 256 * 1024;
/** Longer lines are skipped without keeping them: no writer makes them. */
const maxLineBytes = 32 * 1024 * 1024;
const newline = 0x0a;

/** The lines of a file between two places, a piece at a time: the file may be larger than the memory. */
export async function* rawLines(
  path: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<RawLine> {
  const file = await open(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    let parts: Buffer[] = [];
    let length = 0;
    let number = 0;
    let position = from;
    let lineStart = from;
    const take = (last: Buffer, isTorn: boolean): RawLine => {
      number += 1;
      const isWhole = length + last.length <= maxLineBytes;
      const text = isWhole ? (length === 0 ? last : Buffer.concat([...parts, last])).toString('utf8') : '';
      const start = lineStart;
      lineStart += length + last.length + 1;
      parts = [];
      length = 0;
      return { text, number, start, end: lineStart, isTorn };
    };
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, Math.min(chunkBytes, to - position), position);
      if (bytesRead === 0) break;
      position += bytesRead;
      let start = 0;
      for (
        let end = chunk.indexOf(newline);
        end >= 0 && end < bytesRead;
        end = chunk.indexOf(newline, start)
      ) {
        yield take(chunk.subarray(start, end), false);
        start = end + 1;
      }
      if (length <= maxLineBytes) parts.push(Buffer.from(chunk.subarray(start, bytesRead)));
      length += bytesRead - start;
    }
    if (length > 0) yield take(Buffer.alloc(0), true);
  } finally {
    await file.close();
  }
}

/** No writer nests deeper, and deeper values would crash their readers. */
const maxDepth = 200;

export function parseLine(text: string): TraceLine | null {
  try {
    const line: unknown = JSON.parse(text);
    return isTraceLine(line) && !isTooDeep(line, text) ? line : null;
  } catch {
    return null;
  }
}

function isTooDeep(line: TraceLine, text: string): boolean {
  if (!hasManyBrackets(text)) return false;
  let level: readonly unknown[] = [line];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at >= 0 && count <= maxDepth; at = text.indexOf(bracket, at + 1))
      count += 1;
  return count > maxDepth;
}

export async function* readTrace(
  path: string,
  onPassedOver: (line: RawLine) => void = () => undefined,
): AsyncGenerator<TraceLine> {
  for await (const raw of rawLines(path)) {
    const line = parseLine(raw.text);
    if (line !== null) yield line;
    else if (raw.text !== '') onPassedOver(raw);
  }
}
