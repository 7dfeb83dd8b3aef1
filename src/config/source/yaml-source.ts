import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { getOrMake } from '../../engine/values/maps.ts';
import { type FilePlace, mistake, type Problem, warning } from './problem.ts';
import type { SourceFile } from './source-file.ts';

export type Path = readonly PropertyKey[];

export interface Source {
  readonly file: SourceFile;
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** The place of the value at a path, or of its key. For a missing one: of the nearest part around it. */
  at(path: Path, what?: 'key' | 'value'): FilePlace;
}

const maxProblems = 50;
const tooDeep = 'this is nested too deep';

export function parseYaml(file: SourceFile): Source {
  const problems: Problem[] = [];
  let document: Document.Parsed | null = null;
  const pairsOf = pairIndex();
  const at: Source['at'] = (path, what = 'value') => {
    const [start, end] = document === null ? [0, 0] : rangeOf(document, path, what, pairsOf);
    return file.place(start, end);
  };
  let value: unknown = null;
  try {
    document = parseDocument(file.text, {
      prettyErrors: false,
      logLevel: 'error',
      merge: true,
      uniqueKeys: false,
    });
    for (const problem of [...document.errors, ...document.warnings].slice(0, maxProblems)) {
      const place = visiblePlace(file, problem.pos);
      const message = syntaxMessage(problem, place);
      const isWarning = problem.name === 'YAMLWarning';
      problems.push(isWarning ? warning('yaml-tag', message, place) : mistake(message, place));
    }
    if (document.errors.length === 0) {
      problems.push(...meaninglessParts(document, file));
      if (problems.every(({ severity }) => severity !== 'error'))
        value = document.toJS({ maxAliasCount: 1000 });
    }
  } catch (problem) {
    if (!(problem instanceof ReferenceError) && !(problem instanceof RangeError)) throw problem;
    // Aliases that would fill the memory, or nesting beyond the stack.
    const isBomb = problem instanceof ReferenceError;
    const message = isBomb ? 'its aliases contain each other and become too large' : tooDeep;
    problems.push(mistake(message, at([])));
  }
  return { file, value, problems, at };
}

/** Something missing at the end of the file is shown at the end of the last line with text. */
function visiblePlace(file: SourceFile, [start, end]: readonly [number, number]): FilePlace {
  const place = file.place(start, end);
  const before = file.text.slice(0, start).trimEnd().length;
  return place.text.trim() === '' ? file.place(before, before) : place;
}

/** Written here because the parser compares each key with all others. */
function meaninglessParts(document: Document.Parsed, file: SourceFile): readonly Problem[] {
  const problems: Problem[] = [];
  const fail = (message: (written: string) => string, [start, end]: Range = [0, 0]): void => {
    const place = file.place(start, end);
    problems.push(mistake(message(place.text.slice(place.column - 1, place.endColumn - 1)), place));
  };
  const isMerged = (value: unknown): boolean => isMap(resolved(document, value));
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) !== undefined) return;
      fail(
        (name) =>
          `nothing before this has the anchor of ${name}; put quotes around text that begins with "*"`,
        ownRange(alias),
      );
    },
    Map(_key, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || typeof key.value === 'symbol') continue;
        const [start = 0] = ownRange(key) ?? [];
        if (keys.has(key.value))
          fail(() => `the key ${key.source ?? String(key.value)} is there twice`, [start, start + 1]);
        keys.add(key.value);
      }
    },
    Pair(_key, { key, value }) {
      // Only as a merge is it a symbol; in quotes it is a key like any other.
      if (!isScalar(key) || typeof key.value !== 'symbol') return;
      const all = resolved(document, value);
      if (isSeq(all) ? all.items.every(isMerged) : isMap(all)) return;
      fail(
        () => '"<<" merges the keys of another map, and this is not one; write *NAME, or a list of them',
        ownRange(isNode(value) ? value : key),
      );
    },
  });
  return problems;
}

/** The parser's messages are for experts. Common mistakes get plain ones. */
function syntaxMessage({ code, message }: YAMLError, { text, column }: FilePlace): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'a tab cannot indent in YAML; use blanks';
    case 'MULTIPLE_DOCS':
      return 'a second document starts here, and a configuration has one; remove the "---"';
    case 'BAD_ALIAS':
      return 'a "*" begins a reference in YAML; put quotes around text that begins with one';
    case 'BAD_SCALAR_START':
      return `text that begins with "${text[column - 1] ?? ''}" needs quotes in YAML`;
    case 'TAG_RESOLVE_FAILED':
      return `${/^!\S*/.exec(text.slice(column - 1))?.[0] ?? 'this'} is a tag in YAML, which means nothing here; put quotes around text that begins with "!"`;
    case 'RESOURCE_EXHAUSTION':
      return tooDeep;
    default:
      return message.replace(/\.$/, '');
  }
}

type Range = readonly [start: number, end: number];

function rangeOf(document: Document.Parsed, path: Path, what: 'key' | 'value', pairsOf: PairIndex): Range {
  let node: unknown = document.contents;
  let range: Range = ownRange(node) ?? [0, 0];
  for (const [depth, step] of path.entries()) {
    const collection = resolved(document, node);
    if (!isCollection(collection)) return range;
    const pair = isMap(collection) ? pairOf(document, collection, step, pairsOf) : undefined;
    const wantsKey = what === 'key' && depth === path.length - 1;
    node = pair === undefined ? collection.get(step, true) : pair.value;
    const next = wantsKey || isEmpty(node) ? ownRange(pair?.key) : ownRange(node);
    if (next === undefined) return ownRange(node) ?? range;
    range = next;
  }
  return range;
}

function resolved(document: Document.Parsed, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

type Pair = YAMLMap['items'][number];
type PairIndex = (map: YAMLMap) => ReadonlyMap<string, Pair>;

function pairIndex(): PairIndex {
  const known = new Map<YAMLMap, ReadonlyMap<string, Pair>>();
  return (map) =>
    getOrMake(known, map, () => {
      const scalars = map.items.flatMap((pair) =>
        isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : [],
      );
      return new Map(scalars.reverse());
    });
}

function pairOf(
  document: Document.Parsed,
  map: YAMLMap,
  key: PropertyKey,
  pairsOf: PairIndex,
): Pair | undefined {
  const own = pairsOf(map).get(String(key));
  if (own !== undefined) return own;
  for (const { key: other, value } of map.items) {
    if (!isScalar(other) || typeof other.value !== 'symbol') continue;
    const merged = resolved(document, value);
    for (const part of isSeq(merged) ? merged.items : [merged]) {
      const source = resolved(document, part);
      const pair = isMap(source) ? pairOf(document, source, key, pairsOf) : undefined;
      if (pair !== undefined) return pair;
    }
  }
  return undefined;
}

function isEmpty(node: unknown): boolean {
  const range = ownRange(node);
  return range === undefined || range[0] === range[1];
}

function ownRange(node: unknown): Range | undefined {
  return !isNode(node) || !node.range ? undefined : [node.range[0], node.range[1]];
}
