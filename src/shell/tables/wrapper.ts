import { OptionTable } from '../options.ts';
import type { WrapKind } from '../reading.ts';

/** A program that runs the words behind it as a command. */
export interface Wrapper {
  readonly wraps: WrapKind;
  readonly options: OptionTable;
  /** How many words of its own stand before the command. */
  readonly operands: number;
  /** Whether everything behind those is the command, also what looks like an option. */
  readonly isStrict: boolean;
  /** Whether `NAME=value` before the command sets a variable for it. */
  readonly assigns: boolean;
  /** Options with which it runs nothing. */
  readonly idle: ReadonlySet<string>;
  /** Options whose value is code for a shell. */
  readonly code: ReadonlySet<string>;
  /** Options that set the folder in which the command runs. */
  readonly folder: ReadonlySet<string>;
  /**
   * What it makes of the words. `command`: runs them. `joined`: joins them by blanks for a shell to read. `each`: every word
   * is code of its own. `dashes`: runs what stands behind `--`. `anywhere`: its options take so many words that the command
   * may begin with any word.
   */
  readonly takes: 'command' | 'joined' | 'each' | 'dashes' | 'anywhere';
  /** Whether it runs what it reads from its input, when there is no command. */
  readonly readsInput: boolean;
  /** Whether words from its input follow the command's own. */
  readonly addsWords: boolean;
}

/** A row: names separated by `|`, how it wraps, its options, and what is unlike the others. */
export type WrapperRow = readonly [
  names: string,
  wraps: WrapKind,
  options: string,
  more?: {
    readonly operands?: number;
    readonly isStrict?: true;
    readonly assigns?: true;
    readonly idle?: string;
    readonly code?: string;
    readonly folder?: string;
    readonly takes?: Wrapper['takes'];
    readonly readsInput?: true;
    readonly addsWords?: true;
  },
];

export function wrapperEntries([names, wraps, options, more = {}]: WrapperRow): readonly [string, Wrapper][] {
  const wrapper: Wrapper = {
    wraps,
    options: new OptionTable(`--help --version ${options}`),
    operands: more.operands ?? 0,
    isStrict: more.isStrict === true,
    assigns: more.assigns === true,
    idle: flags(`--help --version ${more.idle ?? ''}`),
    code: flags(more.code ?? ''),
    folder: flags(more.folder ?? ''),
    takes: more.takes ?? 'command',
    readsInput: more.readsInput === true,
    addsWords: more.addsWords === true,
  };
  return names.split('|').map((name) => [name, wrapper]);
}

function flags(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').filter((name) => name !== ''));
}
