import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { rawLines } from '../../trace/read/read-lines.ts';
import type { Reading } from './transcript.ts';

/** The objects of a JSON lines file. The last line may still be incomplete. */
export async function* transcriptLines(path: string, reading: Reading): AsyncGenerator<Fields> {
  for await (const { text, isTorn } of rawLines(path)) {
    if (text.trim() === '') continue;
    const line = parsed(text);
    if (line !== null) yield line;
    else if (!isTorn) reading.unknown();
  }
}

export function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function partAt(fields: Fields, key: string): Fields {
  const { [key]: value } = fields;
  return isObject(value) ? value : {};
}

export function partsAt(fields: Fields, key: string): readonly Fields[] {
  const { [key]: value } = fields;
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textAt(fields: Fields, key: string): string | null {
  const { [key]: value } = fields;
  return typeof value === 'string' && value !== '' ? value : null;
}

export function timeAt(fields: Fields, key: string): number {
  const { [key]: value } = fields;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Date.parse(value) || 0 : 0;
}
