import { isObject } from '../../engine/values/shapes.ts';
import type { Change } from '../format/lines.ts';

/** The path stays a list of keys: a secret in a joined path would be missed. */
export type KeyedChange = Omit<Change, 'path'> & { readonly path: readonly string[] };

const maxChanges = 100;
const maxDepth = 50;

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
      changes.push({ op: 'replace', path, before: within(path, before), after: within(path, after) });
    return;
  }
  const [old, fresh] = [Object.entries(before), Object.entries(after)];
  for (const [key, value] of old) {
    const own = [...path, key];
    if (!Object.hasOwn(after, key)) changes.push({ op: 'remove', path: own, before: within(own, value) });
    else collect(value, (after as Readonly<Record<string, unknown>>)[key], own, changes, depth + 1);
  }
  for (const [key, value] of fresh) {
    const own = [...path, key];
    if (!Object.hasOwn(before, key)) changes.push({ op: 'add', path: own, after: within(own, value) });
  }
}

function within(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function unwrapped(value: unknown, depth: number): unknown {
  let inner = value;
  for (let level = 0; level < depth && isObject(inner); level += 1) [inner] = Object.values(inner);
  return inner;
}

export function pointedChange({ op, path, ...values }: KeyedChange): Change {
  const parts = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const bare = Object.entries(values).map(([key, value]) => [key, unwrapped(value, path.length)]);
  return { op, path: parts.join(''), ...Object.fromEntries(bare) };
}
