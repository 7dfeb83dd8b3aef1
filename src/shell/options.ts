import { lookUp } from '../engine/values/look-up.ts';
import type { ShellWord } from './reading.ts';

/** What an option wants: nothing, a value that is text, one that is read, one that is written, or one attached to it. */
export type OptionKind = 'none' | 'text' | 'read' | 'write' | 'attached';

const kinds: Readonly<Record<string, OptionKind>> = {
  ':': 'text',
  '<': 'read',
  '>': 'write',
  '?': 'attached',
};

/** One word with options: their names, and what the last of them wants. */
export interface ReadOption {
  readonly names: readonly string[];
  readonly wants: OptionKind;
  /** The value, where it is written in the same word. */
  readonly attached: string | null;
  /** Whether every name is in the table. */
  readonly isKnown: boolean;
}

/**
 * The options of a program: `-ab -n: -f< -o> --all --lines: --color?` are two flags, a value that is text, one that is
 * read, one that is written, and a long option whose value can only be attached; `-#` is a number.
 */
export class OptionTable {
  readonly #spec: string;
  #read: ReadonlyMap<string, OptionKind> | null = null;

  constructor(spec: string) {
    this.#spec = spec;
  }

  /** Read at the first use: there are hundreds of tables, and a line needs few of them. */
  get #kinds(): ReadonlyMap<string, OptionKind> {
    this.#read ??= readSpec(this.#spec);
    return this.#read;
  }

  /** Reads a word that begins with a dash. */
  read(text: string): ReadOption {
    return text.startsWith('--') ? this.#long(text) : this.#short(text);
  }

  #long(text: string): ReadOption {
    const equals = text.indexOf('=');
    const given = equals < 0 ? text : text.slice(0, equals);
    const attached = equals < 0 ? null : text.slice(equals + 1);
    const name = this.#kinds.has(given) ? given : this.#unabbreviated(given);
    const wants = this.#kinds.get(name);
    if (wants === undefined) return { names: [name], wants: 'none', attached, isKnown: false };
    return { names: [name], wants: wants === 'attached' ? 'none' : wants, attached, isKnown: true };
  }

  /** Programs take the beginning of a long option for the option, where there is only one such. */
  #unabbreviated(given: string): string {
    const names = [...this.#kinds.keys()].filter((name) => name.startsWith('--') && name.startsWith(given));
    return names.length === 1 ? (names[0] ?? given) : given;
  }

  #short(text: string): ReadOption {
    if (/^-\d+$/.test(text) && this.#kinds.has('-#'))
      return { names: ['-#'], wants: 'none', attached: null, isKnown: true };
    const names: string[] = [];
    for (let at = 1; at < text.length; at += 1) {
      const name = `-${text[at]}`;
      const wants = this.#kinds.get(name);
      names.push(name);
      if (wants === undefined) return { names, wants: 'none', attached: null, isKnown: false };
      if (wants === 'none') continue;
      const rest = text.slice(at + 1);
      const attached = rest === '' ? null : rest;
      return { names, wants: wants === 'attached' ? 'none' : wants, attached, isKnown: true };
    }
    return { names, wants: 'none', attached: null, isKnown: true };
  }
}

function readSpec(spec: string): ReadonlyMap<string, OptionKind> {
  const read = new Map<string, OptionKind>();
  for (const item of spec.split(' ').filter((part) => part !== '')) {
    const kind = lookUp(kinds, item.at(-1) ?? '');
    const name = kind === undefined ? item : item.slice(0, -1);
    const names = /^--|^-\w{2,}-/.test(name) ? [name] : [...name.slice(1)].map((letter) => `-${letter}`);
    for (const one of names) read.set(one, kind ?? 'none');
  }
  return read;
}

/** The words of a call, by what they mean to the program. */
export interface GivenWords {
  /** The options that were given, by name. */
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly ShellWord[];
  /** Values of options that are words of their own, but no paths. */
  readonly texts: readonly ShellWord[];
  readonly reads: readonly ShellWord[];
  readonly writes: readonly ShellWord[];
  /** Whether an option stands behind an operand, where not every version of a program looks for one. */
  readonly isMixed: boolean;
  /** Options that are not in the table: what they want is not known. */
  readonly unknown: readonly string[];
}

/** Sorts the words of a call by the program's options. */
export function givenWords(table: OptionTable, words: readonly ShellWord[]): GivenWords {
  const flags = new Set<string>();
  const operands: ShellWord[] = [];
  const values = { text: [] as ShellWord[], read: [] as ShellWord[], write: [] as ShellWord[] };
  const unknown: string[] = [];
  let isMixed = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (word.value === '--') {
      operands.push(...words.slice(at + 1));
      break;
    }
    const start = word.pieces[0];
    const text = word.value ?? (start?.kind === 'text' ? start.text : '');
    if (text === '-' || !text.startsWith('-')) {
      operands.push(word);
      continue;
    }
    if (operands.length > 0) isMixed = true;
    const { names, wants, attached, isKnown } = table.read(text);
    for (const name of names) flags.add(name);
    if (!isKnown) unknown.push(text);
    if (wants !== 'read' && wants !== 'write' && wants !== 'text') continue;
    if (attached === null && word.value !== null) {
      at += 1;
      const value = words[at];
      if (value !== undefined) values[wants].push(value);
    } else if (wants !== 'text')
      values[wants].push(withoutStart(word, text.length - (attached ?? '').length));
  }
  return {
    flags,
    operands,
    texts: values.text,
    reads: values.read,
    writes: values.write,
    isMixed,
    unknown,
  };
}

/** The word behind its first letters: the value in `--file=value`. */
export function withoutStart(word: ShellWord, length: number): ShellWord {
  const [first, ...rest] = word.pieces;
  if (first?.kind !== 'text') return word;
  const text = first.text.slice(length);
  return {
    ...word,
    value: word.value === null ? null : word.value.slice(length),
    pieces: text === '' && rest.length > 0 ? rest : [{ kind: 'text', text }, ...rest],
  };
}

/** The values of an option: `--exec=x`, `--exec x`, `-xx`, `-x x`. */
export function optionValues(words: readonly ShellWord[], option: RegExp): readonly ShellWord[] {
  return words.flatMap((word, at): readonly ShellWord[] => {
    const [first] = word.pieces;
    const text = first?.kind === 'text' ? first.text : '';
    if (word.value !== null && option.test(word.value))
      return words[at + 1] === undefined ? [] : [words[at + 1] ?? word];
    const equals = text.indexOf('=');
    if (text.startsWith('--') && equals > 0 && option.test(text.slice(0, equals)))
      return [withoutStart(word, equals + 1)];
    return /^-[^-]./.test(text) && option.test(text.slice(0, 2)) ? [withoutStart(word, 2)] : [];
  });
}
