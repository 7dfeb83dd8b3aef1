import type { Card } from '../../programs/card.ts';
import type { ShellWord } from '../reading.ts';
import type { AfterCommand, Frame } from './frame.ts';
import type { MutableCommand, Reader } from './reader.ts';

/** A command whose program is known, on its way to what it runs in turn. */
export interface Call {
  readonly name: string;
  /** What is known of the program. */
  readonly card: Card;
  readonly program: ShellWord;
  /** The words behind the program. */
  readonly words: readonly ShellWord[];
  readonly frame: Frame;
  readonly reader: Reader;
  readonly command: MutableCommand;
}

/** What a program runs in its turn, and what it changes in the shell. */
export type ProgramReader = (call: Call) => AfterCommand | undefined;
