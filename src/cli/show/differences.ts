import { isDeepStrictEqual } from 'node:util';

/** The wording of a difference. */
export interface Wording {
  readonly arrow: string;
  readonly added: string;
  readonly removed: string;
}

const change: Wording = { arrow: ' → ', added: 'added', removed: 'removed' };

/** The differences between two values, one per line: `command: "a" → "b"`. */
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

/** Whether its parts can be compared one by one. */
function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
