import { basename } from 'node:path';
import type { ShellWord } from '../../../shell/reading.ts';
import type { Access } from '../path-use.ts';

/** What a command does to what one of its words names. */
export interface WordUse {
  readonly access: Access;
  readonly word: ShellWord;
  /** Everything below it too. */
  readonly deep?: boolean;
  /** Only the names of files are told, not what is in them. */
  readonly lists?: boolean;
  /** Of what is below, only files with such names. */
  readonly only?: readonly string[];
  /** What is copied into it or put in its place; none where that is not known. */
  readonly copied?: readonly ShellWord[];
  /** What is unpacked into it. */
  readonly unpacks?: UnpackingWords;
  /** Only the modes and owners of files are changed: what is below keeps its content. */
  readonly keepsContent?: boolean;
  /** Something else is put over it, so that all that is below is out of sight. */
  readonly hides?: boolean;
  /** Somebody elsewhere, in a container, may write whatever is below. */
  readonly shares?: boolean;
  /** It is no more than looked for: whether it exists, and what kind of file it is. */
  readonly looks?: boolean;
  /** The program is not known: the word may be no path at all. */
  readonly guessed?: boolean;
}

/** Archives that are unpacked, and how many names at the start of each path are left out: null where that is not known. */
export interface UnpackingWords {
  readonly archives: readonly ShellWord[];
  readonly strip: number | null;
}

/** A program that nobody knows may read and write whatever it is given: `x`, `--file=x`, `-fx`, `@x`. */
export function guesses(words: readonly ShellWord[]): readonly WordUse[] {
  return words.flatMap(valuesIn).flatMap((word) => [
    { access: 'read', word, guessed: true },
    { access: 'write', word, guessed: true },
  ]);
}

function valuesIn(word: ShellWord): readonly ShellWord[] {
  const text = startOf(word);
  const starts = [
    0,
    ...[...text.slice(0, 4096).matchAll(/[=:@,]/g)].slice(0, 20).map(({ index }) => index + 1),
  ];
  if (/^-[A-Za-z]./.test(text)) starts.push(2);
  return starts
    .filter((start) => start < text.length || word.value === null)
    .map((start) => behind(word, start));
}

export function uses(access: Access, words: readonly ShellWord[], deep = false): readonly WordUse[] {
  return words.map((word) => ({ access, word, ...(deep && { deep }) }));
}

export function startOf({ value, pieces: [first] }: ShellWord): string {
  return value ?? (first?.kind === 'text' ? first.text : '');
}

export function behind(word: ShellWord, length: number): ShellWord {
  const [first, ...rest] = word.pieces;
  if (length === 0 || first?.kind !== 'text') return word;
  return {
    ...word,
    value: word.value?.slice(length) ?? null,
    pieces: [{ kind: 'text', text: first.text.slice(length) }, ...rest],
  };
}

export function inFolder(folder: ShellWord, from: ShellWord): readonly ShellWord[] {
  const isKnown = folder.pieces.every(({ kind }) => kind === 'text' || kind === 'tilde');
  if (!isKnown || from.value === null) return [];
  const below = `/${basename(from.value)}`;
  const value = folder.value === null ? null : `${folder.value}${below}`;
  return [{ ...folder, value, pieces: [...folder.pieces, { kind: 'text', text: below }] }];
}

export const thisFolder: ShellWord = {
  value: '.',
  pieces: [{ kind: 'text', text: '.' }],
  splits: false,
  choices: [],
  source: '.',
  span: { start: 0, end: 0 },
};
