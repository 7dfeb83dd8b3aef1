import { lookUp } from '../../engine/values/look-up.ts';

export type Role =
  | 'read'
  | 'write'
  | 'delete'
  | 'list'
  /** An archive that it adds to, one that it unpacks, and the folder where that goes. */
  | 'update'
  | 'unpack'
  | 'into'
  /** It may be a path that is read or written, or no path at all. */
  | 'any'
  | 'text'
  | 'pattern'
  /** Where a command begins that the program runs. */
  | 'command'
  | 'shell'
  /** Code in the program's language, and a file of such code. */
  | 'code'
  | 'script'
  | 'folder'
  | 'variable'
  | 'host';

/** What an option wants: nothing, a value only if it is attached, or a value with this role. */
export type OptionKind = 'none' | 'attached' | Role;

const kinds: Readonly<Record<string, OptionKind>> = {
  ':': 'text',
  '<': 'read',
  '>': 'write',
  '~': 'delete',
  '+': 'update',
  '&': 'unpack',
  '^': 'into',
  '!': 'shell',
  $: 'code',
  '*': 'script',
  '@': 'folder',
  '%': 'host',
  '=': 'variable',
  '?': 'attached',
};

/** One word with options: their names, and what the last of them wants. */
export interface ReadOption {
  readonly names: readonly string[];
  readonly wants: OptionKind;
  /** The value, where it is written in the same word. */
  readonly attached: string | null;
  readonly isKnown: boolean;
}

/** Behind the name of an option that takes a name before its value. */
const named = ':';

/**
 * The options of a program. `-ab --all` are flags. `-n: -f< -o> -d~ -x! -e$ -F* -C@ -h% -v=` take a value: text, a path that
 * is read, written or deleted, a line for a shell, code, a file of code, the folder to work in, a host, a variable; `-f+ -f& -d^`
 * an archive that is added to or unpacked, and the folder for that. `-i? --color?` take a value only if it is attached. `--arg:<` takes a name and a value. `-#` is a number. `-/name` is a long option
 * with one dash.
 */
export class OptionTable {
  readonly spec: string;
  #read: ReadonlyMap<string, OptionKind> | null = null;

  constructor(spec: string) {
    this.spec = spec;
  }

  /** Read at the first use: there are hundreds of tables, and a line needs few of them. */
  get #kinds(): ReadonlyMap<string, OptionKind> {
    this.#read ??= readSpec(this.spec);
    return this.#read;
  }

  /** Whether a name stands before the option's value: `--slurpfile name file`. */
  takesName(option: string): boolean {
    return this.#kinds.has(option + named);
  }

  named(...wanted: readonly OptionKind[]): readonly string[] {
    return [...this.#kinds].flatMap(([name, kind]) => (wanted.includes(kind) ? [name] : []));
  }

  read(text: string): ReadOption {
    const whole = this.#kinds.get(text);
    if (whole !== undefined && text.length > 2)
      return { names: [text], wants: whole === 'attached' ? 'none' : whole, attached: null, isKnown: true };
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
    const equals = text.indexOf('=');
    const long = equals > 2 ? this.#kinds.get(text.slice(0, equals)) : undefined;
    if (long !== undefined)
      return { names: [text.slice(0, equals)], wants: long, attached: text.slice(equals + 1), isKnown: true };
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
    const isLong = /^--|^-\w{2,}-|^-\/|^[^-]/.test(name);
    const names = isLong ? [name.replace('-/', '-')] : [...name.slice(1)].map((letter) => `-${letter}`);
    for (const one of names) {
      read.set(one, kind ?? 'none');
      if (one.endsWith(named)) read.set(one.slice(0, -1), kind ?? 'none');
    }
  }
  return read;
}
