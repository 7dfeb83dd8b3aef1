import { isDeepStrictEqual } from 'node:util';

/** What changed between two values, one line each: `command: "a" → "b"`. */
export function differences(before: unknown, after: unknown, path = ''): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const keys = [...new Set([...keysOf(before), ...keysOf(after)])];
  const isComparable = keysOf(before).length > 0 && keysOf(after).length > 0;
  if (!isComparable || Array.isArray(before) !== Array.isArray(after)) {
    return [`${path === '' ? '' : `${path}: `}${show(before)} → ${show(after)}`];
  }
  return keys.flatMap((key) => {
    const inner = path === '' ? key : `${path}.${key}`;
    if (!has(before, key)) return [`${inner}: added ${show(field(after, key))}`];
    if (!has(after, key)) return [`${inner}: removed ${show(field(before, key))}`];
    return differences(field(before, key), field(after, key), inner);
  });
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function has(value: unknown, key: string): boolean {
  return keysOf(value).includes(key);
}

function field(value: unknown, key: string): unknown {
  return (value as Record<string, unknown>)[key];
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
