import { isDeepStrictEqual } from 'node:util';

export interface Wording {
  readonly arrow: string;
  readonly added: string;
  readonly removed: string;
}

const change: Wording = { arrow: ' → ', added: 'added', removed: 'removed' };

export function differences(
  before: unknown,
  after: unknown,
  path = '',
  wording: Wording = change,
): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [`${path === '' ? '' : `${path}: `}${show(before)}${wording.arrow}${show(after)}`];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const inner = path === '' ? key : `${path}.${key}`;
    if (!Object.hasOwn(before, key)) return [`${inner}: ${wording.added} ${show(after[key])}`];
    if (!Object.hasOwn(after, key)) return [`${inner}: ${wording.removed} ${show(before[key])}`];
    return differences(before[key], after[key], inner, wording);
  });
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
