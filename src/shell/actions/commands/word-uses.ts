import { basename } from 'node:path';
import type { ShellWord } from '../../read/reading.ts';
import type { Below, PathKind } from '../action.ts';

/** What a command does to what one of its words names. */
export interface WordUse {
  readonly access: PathKind;
  readonly word: ShellWord;
  /** Set where it is about everything below it too. */
  readonly below?: Below | null;
  /** It becomes a link to what is copied. */
  readonly isLink?: boolean;
  /** What is copied into it or put in its place; empty where that is unknown. */
  readonly copied?: readonly ShellWord[];
  /** What is there moves elsewhere, or comes from elsewhere. */
  readonly moves?: boolean;
  /** What is unpacked into it. */
  readonly unpacks?: UnpackingWords;
  /** Only the modes and owners of files are changed: what is below keeps its content. */
  readonly keepsContent?: boolean;
  /** Something else is put over it, so that all that is below is out of sight. */
  readonly hides?: boolean;
  /** Another process, in a container, may write whatever is below. */
  readonly shares?: boolean;
  /** What the program does with it is unknown: the word may be no path at all. */
  readonly guessed?: boolean;
  /** No card says anything of the word. */
  readonly blind?: boolean;
}

/** What a command gets from another machine, or gives to it. */
export interface HostUse {
  readonly access: 'fetch' | 'send';
  /** Where the host or the address is written; null where it is unknown. */
  readonly word: ShellWord | null;
}

export type CommandUse = WordUse | HostUse;

/** Archives that are unpacked, and how many names at the start of each path are left out: null where that is unknown. */
export interface UnpackingWords {
  readonly archives: readonly ShellWord[];
  readonly strip: number | null;
}

export function isHostUse(use: CommandUse): use is HostUse {
  return use.access === 'fetch' || use.access === 'send';
}

/** An unknown program may read and write whatever it is given: `x`, `--file=x`, `-fx`, `@x`. */
export function guesses(words: readonly ShellWord[]): readonly WordUse[] {
  return words.flatMap(valuesIn).flatMap((word) => [
    { access: 'read', word, guessed: true, blind: true },
    { access: 'write', word, guessed: true, blind: true },
  ]);
}

function valuesIn(word: ShellWord): readonly ShellWord[] {
  const text = startOf(word);
  const isOption = text.startsWith('-') && word.value !== null;
  const starts = [
    ...(isOption ? [] : [0]),
    ...[...text.slice(0, 4096).matchAll(/[=:@,]/g)].slice(0, 20).map(({ index }) => index + 1),
  ];
  if (/^-[A-Za-z]./.test(text)) starts.push(2);
  return (
    starts
      .filter((start) => start < text.length || word.value === null)
      // The rest of an address: `https://host`.
      .filter((start) => !/^:\/\//.test(text.slice(start - 1, start + 2)))
      .map((start) => behind(word, start))
  );
}

export function uses(
  access: PathKind,
  words: readonly ShellWord[],
  below: Below | null = null,
): readonly WordUse[] {
  return words.map((word) => ({ access, word, ...(below !== null && { below }) }));
}

/** From another machine, to it, or both. */
export function hosts(words: readonly (ShellWord | null)[], talks?: HostUse['access']): readonly HostUse[] {
  const both = ['fetch', 'send'] as const;
  return words.flatMap((word) => (talks === undefined ? both : [talks]).map((access) => ({ access, word })));
}

/** Files that an address stands for: `file:///a`, and `FILE:a` of socat. */
export function addressedFiles(word: ShellWord): readonly WordUse[] {
  const [start = '', scheme = ''] =
    /^(?:(file):\/\/(?:localhost(?=\/))?|(?:file|open|gopen|create|rename):(?!\/\/))/i.exec(startOf(word)) ??
    [];
  if (start === '') return [];
  const path = behind(word, start.length);
  const end = scheme === '' ? startOf(path).indexOf(',') : -1;
  const own = end < 0 || path.value === null ? path : plainWord(path.value.slice(0, end));
  return [...uses('read', [own]), ...(scheme === '' ? uses('write', [own]) : [])];
}

/** Everything below a path. */
export const everything: Below = {};

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

/** The word with a text behind it: `a.gz` for `a`. */
export function withEnd(word: ShellWord, end: string): ShellWord {
  if (word.choices.length > 0) return { ...word, choices: word.choices.map((one) => withEnd(one, end)) };
  const value = word.value === null ? null : word.value + end;
  return { ...word, value, pieces: [...word.pieces, { kind: 'text', text: end }] };
}

/** The path in a folder, where it counts from there. */
export function within(folder: ShellWord, word: ShellWord): ShellWord {
  const [first] = word.pieces;
  const isRooted = first?.kind === 'tilde' || startOf(word).startsWith('/');
  if (isRooted) return word;
  const value = folder.value === null || word.value === null ? null : `${folder.value}/${word.value}`;
  const pieces = [...folder.pieces, { kind: 'text', text: '/' } as const, ...word.pieces];
  return { ...word, value, pieces: value === null ? pieces : [{ kind: 'text', text: value }] };
}

/** Into a folder, what is written is a file in it. */
export function inFolder(folder: ShellWord, from: ShellWord): readonly ShellWord[] {
  const isKnown = folder.pieces.every(({ kind }) => kind === 'text' || kind === 'tilde');
  if (!isKnown || from.value === null) return [];
  return [withEnd(folder, `/${basename(from.value)}`)];
}

/** A word that stands for this text. */
export function plainWord(text: string): ShellWord {
  return {
    value: text,
    pieces: [{ kind: 'text', text }],
    splits: false,
    choices: [],
    source: text,
    span: { start: 0, end: 0 },
  };
}

export const thisFolder: ShellWord = plainWord('.');

/** A path that only run time knows, which the program may read or write. */
const unknownPath: ShellWord = {
  ...plainWord(''),
  value: null,
  pieces: [{ kind: 'unknown', from: 'input', name: '', source: '' }],
};

/** Stands for the names that a program reads from its input. */
export const inputNames: ShellWord = { ...unknownPath };

/** The names in these lists aren't in the line; `-` is the program's input. */
export function listedUses(lists: readonly ShellWord[]): readonly WordUse[] {
  return lists.map((list) =>
    startOf(list).replace(/^=/, '') === '-'
      ? { access: 'read', word: inputNames }
      : { access: 'read', word: unknownPath, guessed: true },
  );
}
