import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { messageOf } from '../engine/text.ts';
import type { Place, Problem } from './problem.ts';
import type { SourceFile } from './source-file.ts';

export type Path = readonly PropertyKey[];

/** A parsed file: plain data, and where each part of it stands. */
export interface Source {
  readonly file: SourceFile;
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** The place of the value at a path, or of its key; of the nearest part around it if there is none. */
  at(path: Path, what?: 'key' | 'value'): Place;
}

export function parseYaml(file: SourceFile): Source {
  const document = parseDocument(file.text, { prettyErrors: false, logLevel: 'silent' });
  const problems = [...document.errors, ...document.warnings].map(
    ({ name, message, pos }): Problem => ({
      severity: name === 'YAMLWarning' ? 'warning' : 'error',
      message: message.replace(/\.$/, ''),
      place: file.place(pos[0], pos[1]),
    }),
  );
  const at: Source['at'] = (path, what = 'value') => {
    const [start, end] = rangeOf(document, path, what);
    return file.place(start, end);
  };
  let value: unknown = null;
  if (document.errors.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: 1000 });
    } catch (error) {
      problems.push({ severity: 'error', message: messageOf(error), place: at([]) });
    }
  }
  return { file, value, problems, at };
}

type Range = readonly [start: number, end: number];

function rangeOf(document: Document.Parsed, path: Path, what: 'key' | 'value'): Range {
  let node: unknown = document.contents;
  let range: Range = ownRange(node) ?? [0, 0];
  for (const [depth, step] of path.entries()) {
    const collection = isAlias(node) ? node.resolve(document) : node;
    if (!isCollection(collection)) return range;
    const pair = isMap(collection) ? pairOf(collection, step) : undefined;
    const wantsKey = what === 'key' && depth === path.length - 1;
    node = pair === undefined ? collection.get(step, true) : pair.value;
    // Where a value is missing or empty, its key is the nearest thing to point at.
    const next = wantsKey || isEmpty(node) ? ownRange(pair?.key) : ownRange(node);
    if (next === undefined) return ownRange(node) ?? range;
    range = next;
  }
  return range;
}

function pairOf(map: YAMLMap, key: PropertyKey): YAMLMap['items'][number] | undefined {
  return map.items.find(
    (pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === String(key),
  );
}

function isEmpty(node: unknown): boolean {
  const range = ownRange(node);
  return range === undefined || range[0] === range[1];
}

function ownRange(node: unknown): Range | undefined {
  if (!isNode(node) || !node.range) return undefined;
  return [node.range[0], node.range[1]];
}
