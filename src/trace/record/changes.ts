import { isObject } from '../../engine/values/shapes.ts';
import type { Change } from '../format/lines.ts';

/** A change whose path is still a list of keys: joined, a secret among them would not be found. */
export type KeyedChange = Omit<Change, 'path'> & { readonly path: readonly string[] };

const maxChanges = 100;
const maxDepth = 50;

/** What a hook changed, as short as it can be said without searching: by fields, and by items of lists of one length. */
export function changesBetween(before: unknown, after: unknown): readonly KeyedChange[] {
  const changes: KeyedChange[] = [];
  collect(before, after, [], changes, 0);
  return changes.length > maxChanges ? [{ op: 'replace', path: [], before, after }] : changes;
}

function collect(
  before: unknown,
  after: unknown,
  path: readonly string[],
  changes: KeyedChange[],
  depth: number,
): void {
  if (before === after || changes.length > maxChanges) return;
  const areLists = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  const areObjects = isObject(before) && isObject(after);
  if ((!areLists && !areObjects) || depth === maxDepth) {
    if (JSON.stringify(before) !== JSON.stringify(after))
      changes.push({ op: 'replace', path, before, after });
    return;
  }
  const [old, fresh] = [Object.entries(before), Object.entries(after)];
  for (const [key, value] of old) {
    const own = [...path, key];
    if (!Object.hasOwn(after, key)) changes.push({ op: 'remove', path: own, before: value });
    else collect(value, (after as Readonly<Record<string, unknown>>)[key], own, changes, depth + 1);
  }
  for (const [key, value] of fresh) {
    if (!Object.hasOwn(before, key)) changes.push({ op: 'add', path: [...path, key], after: value });
  }
}

/** The change with its path as a JSON Pointer. */
export function pointedChange({ op, path, ...values }: KeyedChange): Change {
  const parts = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return { op, path: parts.join(''), ...values };
}
