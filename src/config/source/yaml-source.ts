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
import { type FilePlace, mistake, type Problem, warning } from './problem.ts';
import type { SourceFile } from './source-file.ts';

export type Path = readonly PropertyKey[];

/** A parsed file: plain data, and the place of each part. */
export interface Source {
  readonly file: SourceFile;
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** The place of the value at a path, or of its key. For a missing one: of the nearest part around it. */
  at(path: Path, what?: 'key' | 'value'): FilePlace;
}

/** One syntax error causes many others, and a long list helps nobody. */
const maxProblems = 50;
const tooDeep = 'this is nested too deep';

export function parseYaml(file: SourceFile): Source {
  const problems: Problem[] = [];
  let document: Document.Parsed | null = null;
  const at: Source['at'] = (path, what = 'value') => {
    const [start, end] = document === null ? [0, 0] : rangeOf(document, path, what);
    return file.place(start, end);
  };
  let value: unknown = null;
  try {
    document = parseDocument(file.text, { prettyErrors: false, logLevel: 'error', merge: true });
    for (const problem of [...document.errors, ...document.warnings].slice(0, maxProblems)) {
      const place = visiblePlace(file, problem.pos);
      const message = syntaxMessage(problem, place);
      const isWarning = problem.name === 'YAMLWarning';
      problems.push(isWarning ? warning('yaml-tag', message, place) : mistake(message, place));
    }
    if (document.errors.length === 0) {
      for (const [start, end] of danglingAliases(document)) {
        const place = file.place(start, end);
        const name = place.text.slice(place.column - 1, place.endColumn - 1);
        const message = `nothing before this has the anchor of ${name}; put quotes around text that begins with "*"`;
        problems.push(mistake(message, place));
      }
      for (const [start, end] of wrongMerges(document)) {
        const message =
          '"<<" takes in the keys of another map, and this is none; write *NAME, or a list of them';
        problems.push(mistake(message, file.place(start, end)));
      }
      if (problems.every(({ severity }) => severity !== 'error'))
        value = document.toJS({ maxAliasCount: 1000 });
    }
  } catch (problem) {
    if (!(problem instanceof ReferenceError) && !(problem instanceof RangeError)) throw problem;
    // Aliases that would fill the memory, or nesting beyond the stack.
    const isBomb = problem instanceof ReferenceError;
    const message = isBomb ? 'its aliases stand for too much, by standing for each other' : tooDeep;
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

function danglingAliases(document: Document.Parsed): readonly Range[] {
  const found: Range[] = [];
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) === undefined) found.push(ownRange(alias) ?? [0, 0]);
    },
  });
  return found;
}

function wrongMerges(document: Document.Parsed): readonly Range[] {
  const found: Range[] = [];
  const isMerged = (value: unknown): boolean => isMap(isAlias(value) ? value.resolve(document) : value);
  visit(document, {
    Pair(_key, { key, value }) {
      // Only as a merge is it a symbol; in quotes it is a key like any other.
      if (!isScalar(key) || typeof key.value !== 'symbol') return;
      const all = isAlias(value) ? value.resolve(document) : value;
      if (isSeq(all) ? all.items.every(isMerged) : isMap(all)) return;
      found.push(ownRange(isNode(value) ? value : key) ?? [0, 0]);
    },
  });
  return found;
}

/** The parser's messages are for experts. Common mistakes get plain ones. */
function syntaxMessage({ code, message }: YAMLError, { text, column }: FilePlace): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'a tab cannot indent in YAML; use blanks';
    case 'DUPLICATE_KEY':
      return `the key ${/^[^:\s]+/.exec(text.slice(column - 1))?.[0] ?? ''} is there twice`;
    case 'MULTIPLE_DOCS':
      return 'a second document starts here, and a configuration is one; remove the "---"';
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

function rangeOf(document: Document.Parsed, path: Path, what: 'key' | 'value'): Range {
  let node: unknown = document.contents;
  let range: Range = ownRange(node) ?? [0, 0];
  for (const [depth, step] of path.entries()) {
    const collection = resolved(document, node);
    if (!isCollection(collection)) return range;
    const pair = isMap(collection) ? pairOf(document, collection, step) : undefined;
    const wantsKey = what === 'key' && depth === path.length - 1;
    node = pair === undefined ? collection.get(step, true) : pair.value;
    // For a missing or empty value, the key is the nearest place.
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

/** The pair of a key, also one merged by `<<`. */
function pairOf(document: Document.Parsed, map: YAMLMap, key: PropertyKey): Pair | undefined {
  const own = map.items.find(({ key: other }) => isScalar(other) && String(other.value) === String(key));
  if (own !== undefined) return own;
  for (const { key: other, value } of map.items) {
    if (!isScalar(other) || typeof other.value !== 'symbol') continue;
    const merged = resolved(document, value);
    for (const part of isSeq(merged) ? merged.items : [merged]) {
      const source = resolved(document, part);
      const pair = isMap(source) ? pairOf(document, source, key) : undefined;
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
  if (!isNode(node) || !node.range) return undefined;
  return [node.range[0], node.range[1]];
}
