import { UnjudgeablePath } from '../../../files/follow-links.ts';
import type { ShellWord } from './words.ts';

type ValueKind = 'none' | 'text' | 'read' | 'write' | 'attached';

/** The words of a call, by what they mean to the program. */
export interface GivenWords {
  /** The options that were given, as they are written: `-r`, `--recursive`. */
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly ShellWord[];
  /** Values of options that are words of their own but no paths; another version of the program may think otherwise. */
  readonly texts: readonly ShellWord[];
  readonly reads: readonly ShellWord[];
  readonly writes: readonly ShellWord[];
  /** Whether an option stands behind an operand, where not every version of a program looks for one. */
  readonly isMixed: boolean;
}

const kinds: Readonly<Record<string, ValueKind>> = {
  ':': 'text',
  '<': 'read',
  '>': 'write',
  '?': 'attached',
};

/**
 * The options that a program may be given, and nothing else: `-ab -n: -f< -o> --all --lines: --color?` are two flags, a
 * value that is text, one that is read, one that is written, and a long option whose value can only be attached; `-#` is
 * a number. An abbreviation of a long option is none of them.
 */
export class OptionTable {
  readonly #kinds = new Map<string, ValueKind>();

  constructor(spec: string) {
    for (const item of spec.split(' ').filter((part) => part !== '')) {
      const kind = kinds[item.at(-1) ?? ''];
      const name = kind === undefined ? item : item.slice(0, -1);
      const names = name.startsWith('--') ? [name] : [...name.slice(1)].map((letter) => `-${letter}`);
      for (const one of names) this.#kinds.set(one, kind ?? 'none');
    }
  }

  /** Throws where an option is not in the table. */
  read(program: string, words: readonly ShellWord[]): GivenWords {
    const given = {
      flags: new Set<string>(),
      operands: [] as ShellWord[],
      texts: [] as ShellWord[],
      reads: [] as ShellWord[],
      writes: [] as ShellWord[],
      isMixed: false,
    };
    const keep = (kind: ValueKind, value: ShellWord): void => {
      if (kind === 'read') given.reads.push(value);
      else if (kind === 'write') given.writes.push(value);
      else given.texts.push(value);
    };
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at];
      if (word === undefined) break;
      if (word.text === '--') {
        given.operands.push(...words.slice(at + 1));
        break;
      }
      if (word.text === '-' || !word.text.startsWith('-')) {
        given.operands.push(word);
        continue;
      }
      if (given.operands.length > 0) given.isMixed = true;
      const { flags, wants, attached } = this.#option(program, word);
      for (const flag of flags) given.flags.add(flag);
      if (attached !== undefined && wants !== 'text') keep(wants, attached);
      if (wants === 'none' || wants === 'attached' || attached !== undefined) continue;
      at += 1;
      const value = words[at];
      if (value !== undefined) keep(wants, value);
    }
    return given;
  }

  /** One word with options: what they are, and what the last of them wants. */
  #option(
    program: string,
    word: ShellWord,
  ): { flags: readonly string[]; wants: ValueKind; attached?: ShellWord | undefined } {
    const { text } = word;
    const unknown = (name: string): UnjudgeablePath =>
      new UnjudgeablePath(`${program} with the option ${name.slice(0, 40)}, which is not known here`);
    if (text.startsWith('--')) {
      const [name = '', ...rest] = text.split('=');
      const wants = this.#kinds.get(name);
      if (wants === undefined || (wants === 'none' && rest.length > 0)) throw unknown(name);
      if (wants === 'attached') return { flags: [name], wants: 'none' };
      return {
        flags: [name],
        wants,
        attached: rest.length > 0 ? { ...word, text: rest.join('=') } : undefined,
      };
    }
    if (/^-\d+$/.test(text) && this.#kinds.has('-#')) return { flags: ['-#'], wants: 'none' };
    const flags: string[] = [];
    for (let at = 1; at < text.length; at += 1) {
      const flag = `-${text[at]}`;
      const wants = this.#kinds.get(flag);
      if (wants === undefined || flag === '-#')
        throw unknown(text.length === 2 ? text : `${flag} of ${text}`);
      flags.push(flag);
      if (wants === 'none') continue;
      const rest = text.slice(at + 1);
      return { flags, wants, attached: rest === '' ? undefined : { ...word, text: rest } };
    }
    return { flags, wants: 'none' };
  }
}
