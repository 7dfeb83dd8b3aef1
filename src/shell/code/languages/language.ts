import type { Syntax, Token } from '../evaluate/token.ts';
import type { CodeValue } from '../evaluate/value.ts';

/** What a reader needs to know about a language. */
export interface Language {
  readonly name: string;
  readonly syntax: Syntax;
  /** What functions do, by their names: `os.remove` is `delete`. `#read` is a method of anything, `Path#read` one of a path. */
  readonly effects: ReadonlyMap<string, string>;
  /** The names before a dot in that table, such as `os`. */
  readonly owners: ReadonlySet<string>;
  /** Names of functions that touch nothing outside the code. */
  readonly harmless: ReadonlySet<string>;
  /** Modules by what code may load; null for one that isn't known. */
  readonly modules: ReadonlyMap<string, string>;
  /** Words before a value that leave it as it is: `await`, `return`. */
  readonly words: ReadonlySet<string>;
  /** Words that begin the definition of a function or class. */
  readonly defines: ReadonlySet<string>;
  /** Names that stand for the place where all names are: `globalThis`. */
  readonly roots: ReadonlySet<string>;
  /** Names of variables begin with a sign. */
  readonly sigils: boolean;
  /** A function may be called without brackets. */
  readonly bare: boolean;
  /** `=>` makes a function. */
  readonly arrows: boolean;
  /** `{ |x| … }` follows a call. */
  readonly blocks: boolean;
  readonly importsFrom: boolean;
  /** Texts may name functions that are called. */
  readonly callsTexts: boolean;
  plainName(name: string): string;
  /** Reads a statement that loads modules, and returns where it ends; null where there is none. */
  readonly imports?: (
    word: string,
    tokens: readonly Token[],
    at: number,
    scope: ImportScope,
  ) => number | null;
}

export interface ImportScope {
  bind(name: string, value: CodeValue): void;
  module(name: string): CodeValue;
  member(value: CodeValue, name: string): CodeValue;
}

/** `effect: name name` a line: what functions do by their names, and what those lie in. */
export function effectNames(table: string): Pick<Language, 'effects' | 'owners'> {
  const effects = new Map(
    table
      .trim()
      .split('\n')
      .flatMap((line): [string, string][] => {
        const [effect = '', names = ''] = line.trim().split(/:\s+/, 2);
        return wordsIn(names).map((name) => [name, effect]);
      }),
  );
  return {
    effects,
    owners: new Set([...effects.keys()].map((name) => /^[^#]+(?=\.)/.exec(name)?.[0] ?? '')),
  };
}

export function setOf(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text));
}

/** Names of modules, and the names by which tables know them: `node:fs=fs`. */
export function moduleNames(text: string): ReadonlyMap<string, string> {
  return new Map(
    wordsIn(text).map((word): [string, string] => {
      const [name = '', own = name] = word.split('=');
      return [name, own];
    }),
  );
}

function wordsIn(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
