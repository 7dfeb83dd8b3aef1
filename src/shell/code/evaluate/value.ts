import type { PathText } from '../../actions/path-text.ts';

export interface CodeValue {
  readonly texts: readonly PathText[];
  readonly names: readonly string[];
  readonly items?: readonly CodeValue[];
  readonly fields?: ReadonlyMap<string, CodeValue>;
  readonly receiver?: CodeValue;
  readonly isOwn?: boolean;
  /** What is unknown of it is a name that the code has listed. */
  readonly isListed?: boolean;
}

const maxTexts = 20;
const maxItems = 100;
const maxLength = 4096;
const maxMerged = 2;

export const unknown: CodeValue = { texts: [[null]], names: [] };
export const own: CodeValue = { texts: [[null]], names: [], isOwn: true };

export function textValue(...texts: readonly string[]): CodeValue {
  return { texts: texts.map((text) => [text]), names: [] };
}

export function nameValue(name: string): CodeValue {
  return { texts: [[null]], names: [name] };
}

export function listValue(items: readonly CodeValue[]): CodeValue {
  return { texts: [[null]], names: [], items };
}

export function anyOf(values: readonly CodeValue[], depth = 0): CodeValue {
  const [first, ...others] = values;
  if (first === undefined) return unknown;
  if (others.length === 0) return first;
  const known = new Map(values.flatMap(({ texts }) => texts).map((text) => [text.join('\0'), text]));
  const texts = [...known.values()];
  // A list that may be another, unknown one no longer holds only listed names.
  const isOther = values.some((value) => value.items === undefined && !isKnown(value));
  const items = [
    ...new Map(
      values
        .flatMap((value) => value.items ?? [])
        .map((item) => [keyOf(item), isOther ? { ...item, isListed: false } : item]),
    ).values(),
  ];
  const fields = fieldsOf(values, depth);
  const receiver = values.find((value) => value.receiver !== undefined)?.receiver;
  return {
    texts: texts.length > maxTexts ? [...texts.slice(0, maxTexts), [null]] : texts,
    names: [...new Set(values.flatMap(({ names }) => names))].slice(0, maxTexts),
    ...(items.length > 0 && {
      items: items.length > maxItems ? [...items.slice(0, maxItems), unknown] : items,
    }),
    ...(fields !== null && { fields }),
    ...(receiver !== undefined && { receiver }),
    ...(values.some(({ isOwn }) => isOwn === true) && { isOwn: true }),
    ...(areListed(values) && { isListed: true }),
  };
}

function keyOf({ texts, names, items, fields }: CodeValue): unknown {
  return items === undefined && fields === undefined ? JSON.stringify([texts, names]) : (items ?? fields);
}

function fieldsOf(values: readonly CodeValue[], depth: number): ReadonlyMap<string, CodeValue> | null {
  const objects = values.flatMap((value) => value.fields ?? []);
  const [first, ...others] = objects;
  if (first === undefined || others.every((one) => one === first)) return first ?? null;
  const merged = new Map<string, CodeValue>();
  for (const fields of objects.slice(0, maxTexts))
    for (const [name, value] of fields) {
      const before = merged.get(name);
      if (before === undefined) merged.set(name, value);
      else if (before !== value)
        merged.set(name, depth < maxMerged ? anyOf([before, value], depth + 1) : deep(before, value));
    }
  return merged;
}

/** Of two objects that lie deep in others, only what they may be themselves is known. */
function deep({ fields: _, ...left }: CodeValue, { fields: __, ...right }: CodeValue): CodeValue {
  return anyOf([left, right, unknown]);
}

export function sizeOf({ texts, names, items = [], fields }: CodeValue): number {
  return texts.length + names.length + items.length + (fields?.size ?? 0);
}

export function joined(values: readonly CodeValue[]): CodeValue {
  const texts = values.reduce<readonly PathText[]>(
    (starts, { texts: ends }) =>
      starts.length * ends.length > maxTexts
        ? starts.map((start) => compact([...start, null]))
        : starts.flatMap((start) => ends.map((end) => compact([...start, ...end]))),
    [[]],
  );
  return {
    texts: texts.map((text) => (lengthOf(text) > maxLength ? [null] : text)),
    names: [],
    ...(areListed(values) && { isListed: true }),
  };
}

function areListed(values: readonly CodeValue[]): boolean {
  return (
    values.some(({ isListed }) => isListed === true) &&
    values.every((value) => value.isListed === true || isKnown(value))
  );
}

export function joinedPath(values: readonly CodeValue[]): CodeValue {
  return values.reduce((before, value, at) => {
    if (at === 0) return value;
    const listed = { names: [], ...(value.isListed === true && { isListed: true }) };
    const absolute = value.texts.filter(([start]) => start?.startsWith('/'));
    const relative = value.texts.filter(([start]) => start?.startsWith('/') !== true);
    return anyOf([
      ...(absolute.length > 0 ? [{ ...listed, texts: absolute }] : []),
      ...(relative.length > 0 ? [joined([before, textValue('/'), { ...listed, texts: relative }])] : []),
    ]);
  }, textValue(''));
}

function compact(text: PathText): PathText {
  const parts: (string | null)[] = [];
  for (const part of text) {
    const last = parts.at(-1);
    if (typeof last === 'string' && part !== null) parts[parts.length - 1] = last + part;
    else if (part !== null || last !== null || parts.length === 0) parts.push(part);
  }
  return parts;
}

function lengthOf(text: PathText): number {
  return text.reduce((sum, part) => sum + (part?.length ?? 0), 0);
}

export function knownTexts({ texts }: CodeValue): readonly string[] {
  return texts.flatMap((text) => (text.every((part) => part !== null) ? [text.join('')] : []));
}

export function isKnown(value: CodeValue): boolean {
  return value.texts.length > 0 && knownTexts(value).length === value.texts.length;
}
