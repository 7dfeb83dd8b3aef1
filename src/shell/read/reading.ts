import type { Card, WrapKind } from '../programs/card.ts';
import type { Span } from './syntax/tree.ts';

export type { Span, WrapKind };

/** What a line of shell text would run, as far as that can be told. */
export interface ShellReading {
  readonly text: string;
  /** Every command that the line may run, in the order in which it is reached. */
  readonly commands: readonly ShellCommand[];
  /** What is unknown. Empty when every command is named and everything was read. */
  readonly doubts: readonly Doubt[];
  /**
   * What expressions such as `$((n + 1))` count with that is not known to be a number. The shell evaluates whatever else
   * it holds, and that may run a command: `a[$(command)]`.
   */
  readonly evaluated: readonly string[];
}

export interface Doubt {
  /**
   * `line`: nothing about the line is sure, so anything may run.
   * `command`: something runs here that cannot be named.
   */
  readonly about: 'line' | 'command';
  readonly reason: string;
  readonly span: Span;
}

export interface ShellCommand {
  /**
   * `program`: a program or a builtin of the shell, by its name. `function`: a function that the line itself defines.
   * `unknown`: a program that is only known at run time. `syntax`: what the shell does itself: `[[`, `((`, an assignment
   * or a redirection without a program.
   */
  readonly kind: 'program' | 'function' | 'unknown' | 'syntax';
  /** The base name: `rm` for `/bin/rm`; `''` when it is not known or there is none. */
  readonly name: string;
  /** What is known of the program; null for functions, and where nothing is. */
  readonly card: Card | null;
  /** The word that names the program; null where there is none. */
  readonly program: ShellWord | null;
  /** The words behind the program. */
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  readonly redirections: readonly ShellRedirection[];
  /** Code in another language that the program is given. */
  readonly code: readonly InterpreterCode[];
  /** What surrounds it, outermost first. */
  readonly inside: readonly Surrounding[];
  /** The commands that lead to it, outermost first: `sudo`, then `sh`, for `sudo sh -c 'rm x'`. */
  readonly via: readonly Via[];
  /** Set when it runs other commands: how. */
  readonly wraps: WrapKind | null;
  /** Where it may run, as paths from the folder in which the line starts (`''`); null where that is unknown. */
  readonly folders: readonly (string | null)[];
  /** What it reads from its standard input, where that is written in the line. */
  readonly input: string | null;
  readonly span: Span;
}

export interface Via {
  readonly name: string;
  readonly wraps: WrapKind;
}

export type Surrounding =
  | { readonly kind: 'pipe'; readonly pipe: number; readonly position: number; readonly length: number }
  | { readonly kind: 'function'; readonly name: string; readonly isCalled: boolean }
  /** A loop, and the variable that it sets: null where it sets none. */
  | { readonly kind: 'loop'; readonly variable: string | null }
  | {
      readonly kind:
        | 'substitution'
        | 'process-substitution'
        | 'subshell'
        | 'condition'
        | 'background'
        | 'coproc'
        | 'trap';
    };

/** A word of a command after everything that can be told about it has been put in. */
export interface ShellWord {
  /** What the program gets; null when that is only known at run time. */
  readonly value: string | null;
  readonly pieces: readonly Piece[];
  /** Whether it may become several words, or none. */
  readonly splits: boolean;
  /** The words that it may be, where it is one of several: those that a loop goes through, or of two branches. */
  readonly choices: readonly ShellWord[];
  /** As it is written in the line. */
  readonly source: string;
  readonly span: Span;
}

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** A pattern of names. `isMatch`: it stands for a name that was matched before, so the shell does not look again. */
  | { readonly kind: 'glob'; readonly text: string; readonly isMatch: boolean }
  /** A home folder: `~`, or `~user`. */
  | { readonly kind: 'tilde'; readonly user: string }
  | UnknownPiece;

export interface UnknownPiece {
  readonly kind: 'unknown';
  /**
   * What it comes from: a variable, the output of a command, a number, what is read from input, what `find` finds, the path
   * of a process substitution, or too many braces.
   */
  readonly from: 'variable' | 'output' | 'number' | 'input' | 'found' | 'process' | 'braces';
  /** The variable's name; else `''`. */
  readonly name: string;
  /** As it is written. */
  readonly source: string;
  /** What can be read from a process substitution, where that can be worked out. */
  readonly output?: string;
  /** An ending that is cut off, where it has it: `.ts` in `${f%.ts}`. */
  readonly cut?: string;
  /** It is not the whole name of what is found: its folder, or the name without its ending. */
  readonly isPart?: boolean;
}

export interface ShellAssignment {
  readonly name: string;
  /** The place in an array, as in `name[0]=value`. */
  readonly index: ShellWord | null;
  /** The value; null where it is an array or an element of one. */
  readonly value: ShellWord | null;
  /** The elements of an array. */
  readonly elements: readonly ShellWord[];
  readonly isAppending: boolean;
  readonly span: Span;
}

export interface ShellRedirection {
  readonly operator: string;
  /** The descriptor before the operator: a number, or the name in `{name}`. */
  readonly descriptor: number | string | null;
  /** The file, or the descriptor in `>&2`; null for a here-document. */
  readonly target: ShellWord | null;
  /** What a here-document or a here-string holds. */
  readonly text: ShellWord | null;
  readonly span: Span;
}

export interface InterpreterCode {
  /** `python`, `javascript`, `perl`, `ruby`, `awk`, `sed`, `sql`, `vim`, … */
  readonly language: string;
  /** The code; its value is null where it is only known at run time. */
  readonly text: ShellWord;
}
