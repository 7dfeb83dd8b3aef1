import type { ShellWord, Surrounding, Via } from '../reading.ts';
import type { Folders, ShellState } from './state.ts';

/** Shells that read the same text differently. `posix` is any `sh`; `other` is one whose language this is not. */
export type Dialect = 'bash' | 'zsh' | 'posix' | 'other';

/** What a command reads from its standard input. */
export type Input =
  /** Text that is written in the line. `isShared`: other commands read from it too. */
  | { readonly kind: 'text'; readonly text: string; readonly isShared: boolean }
  | { readonly kind: 'file'; readonly path: ShellWord }
  | { readonly kind: 'unknown' };

/** Where in a line the reader is. */
export interface Frame {
  /** The shell that reads this: what it knows changes as it goes on. */
  readonly shell: { state: ShellState };
  readonly dialect: Dialect;
  readonly inside: readonly Surrounding[];
  readonly via: readonly Via[];
  readonly input: Input;
  /** Whether the text is only partly known: then what cannot be read in it was said before. */
  readonly isGuess: boolean;
}

/** What a command leaves behind besides the state of the shell, which is as after success. */
export interface AfterCommand {
  /** Where the shell is if the command fails. */
  readonly failed: Folders;
  /** Whether the shell never comes back from it: `exit`, `return`. */
  readonly isEnd: boolean;
}

/** The same place, one surrounding further in. */
export function enclosed(frame: Frame, surrounding: Surrounding): Frame {
  return { ...frame, inside: [...frame.inside, surrounding] };
}

/** A shell of its own, of which nothing comes back. */
export function subshell(frame: Frame): Frame {
  return { ...frame, shell: { state: frame.shell.state.fork() } };
}
