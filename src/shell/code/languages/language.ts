import type { Syntax, Token } from '../evaluate/token.ts';
import type { CodeValue } from '../evaluate/value.ts';

/** What a language's file says of it. */
interface LanguageRow {
  readonly syntax: Syntax;
  /**
   * `effect: name name` a line: what functions do. `#read` is a method of anything, `Path#read` one of a path. Then lists:
   * `harmless = …` functions that touch nothing outside the code, `modules = fs node:fs=fs` modules that code may load and their
   * names here, `words = …` before a value that leave it as it is, `defines = …` words that begin a function or class, and
   * `roots = …` names for the place where all names are.
   */
  readonly table: string;
  /** Names of variables begin with a sign. */
  readonly sigils?: boolean;
  /** A function may be called without brackets. */
  readonly bare?: boolean;
  /** `=>` makes a function. */
  readonly arrows?: boolean;
  /** `{ |x| … }` follows a call. */
  readonly blocks?: boolean;
  /** `from` begins a statement. */
  readonly importsFrom?: boolean;
  /** Texts may name functions that are called. */
  readonly callsTexts?: boolean;
  readonly plainName?: (name: string) => string;
  /** Reads a statement that loads modules, and returns where it ends; null where there is none. */
  readonly imports?: (
    word: string,
    tokens: readonly Token[],
    at: number,
    scope: ImportScope,
    effects: ReadonlyMap<string, string>,
  ) => number | null;
}

export interface Language extends Required<Omit<LanguageRow, 'table' | 'imports'>> {
  readonly name: string;
  readonly effects: ReadonlyMap<string, string>;
  /** The names before a dot in that table, such as `os`. */
  readonly owners: ReadonlySet<string>;
  readonly harmless: ReadonlySet<string>;
  readonly modules: ReadonlyMap<string, string>;
  readonly words: ReadonlySet<string>;
  readonly defines: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
  readonly imports: LanguageRow['imports'];
}

export interface ImportScope {
  bind(name: string, value: CodeValue): void;
  module(name: string): CodeValue;
  member(value: CodeValue, name: string): CodeValue;
}

export function language(name: string, { table, ...row }: LanguageRow): Language {
  const effects = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  for (const line of table.trim().split('\n')) {
    const [, key = '', sign, names = ''] = /^\s*([a-z]+(?: [a-z]+)*)(:| =)\s+(.*)$/.exec(line) ?? [];
    if (sign === ':') for (const word of names.split(' ')) effects.set(word, key);
    else lists.set(key, names.split(' '));
  }
  const list = (key: string): ReadonlySet<string> => new Set(lists.get(key));
  return {
    sigils: false,
    bare: false,
    arrows: false,
    blocks: false,
    importsFrom: false,
    callsTexts: false,
    plainName: (written) => written,
    imports: undefined,
    ...row,
    name,
    effects,
    owners: new Set([...effects.keys()].map((word) => /^[^#]+(?=\.)/.exec(word)?.[0] ?? '')),
    harmless: list('harmless'),
    modules: new Map([...list('modules')].map((word) => moduleName(word))),
    words: list('words'),
    defines: list('defines'),
    roots: list('roots'),
  };
}

function moduleName(word: string): readonly [string, string] {
  const [name = '', known = name] = word.split('=');
  return [name, known];
}
