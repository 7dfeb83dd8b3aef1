import type { OptionTable, Role } from '../programs/option-table.ts';
import type { ShellWord } from './reading.ts';
import { knownStart, withoutStart } from './words.ts';

export interface GivenWords {
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly ShellWord[];
  readonly values: readonly OptionValue[];
  readonly reads: readonly ShellWord[];
  readonly writes: readonly ShellWord[];
  readonly attached: ReadonlyMap<string, string>;
  /** Values that are words of their own, but no paths. */
  readonly texts: readonly ShellWord[];
  /** Whether an option stands behind an operand, where not every version of a program looks for one. */
  readonly isMixed: boolean;
  readonly unknown: readonly string[];
}

export interface OptionValue {
  readonly option: string;
  readonly role: Role;
  readonly word: ShellWord;
  readonly isApart: boolean;
}

/** Each path of a call asks for the options beside it. */
const sorted = new WeakMap<
  readonly ShellWord[],
  { readonly table: OptionTable; readonly given: GivenWords }
>();

export function givenWords(table: OptionTable, words: readonly ShellWord[]): GivenWords {
  const known = sorted.get(words);
  if (known?.table === table) return known.given;
  const given = sortWords(table, words);
  sorted.set(words, { table, given });
  return given;
}

function sortWords(table: OptionTable, words: readonly ShellWord[]): GivenWords {
  const flags = new Set<string>();
  const operands: ShellWord[] = [];
  const values: OptionValue[] = [];
  const unknown: string[] = [];
  const attachedValues = new Map<string, string>();
  let isMixed = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (word.value === '--') {
      operands.push(...words.slice(at + 1));
      break;
    }
    const text = knownStart(word);
    if (text === '-' || !text.startsWith('-')) {
      operands.push(word);
      continue;
    }
    if (operands.length > 0) isMixed = true;
    const { names, wants, attached, isKnown } = table.read(text);
    for (const name of names) flags.add(name);
    if (!isKnown) unknown.push(text);
    const option = names.at(-1) ?? text;
    if (wants === 'none' || wants === 'attached') {
      if (attached !== null) attachedValues.set(option, attached);
      continue;
    }
    if (table.takesName(option)) at += 1;
    const isApart = attached === null && word.value !== null;
    if (isApart) at += 1;
    const value = isApart ? words[at] : withoutStart(word, text.length - (attached ?? '').length);
    if (value !== undefined) values.push({ option, role: wants, word: value, isApart });
  }
  const valued = (role: Role): readonly ShellWord[] =>
    values.flatMap((value) => (value.role === role ? [value.word] : []));
  return {
    flags,
    operands,
    values,
    reads: valued('read'),
    writes: valued('write'),
    texts: values.flatMap(({ role, word, isApart }) => (role === 'text' && isApart ? [word] : [])),
    isMixed,
    unknown,
    attached: attachedValues,
  };
}
