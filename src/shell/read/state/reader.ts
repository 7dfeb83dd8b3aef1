import type { Budget } from '../budget.ts';
import type { Expander } from '../expand/expand-word.ts';
import type { Value } from '../expand/value.ts';
import type { Doubt, ShellCommand, ShellWord, Span } from '../reading.ts';
import type { Locate } from '../syntax/parse.ts';
import type { FunctionNode, Node, Part, SyntaxTree } from '../syntax/tree.ts';
import type { Dialect, Frame } from './frame.ts';
import type { LineFiles } from './line-files.ts';

export type MutableCommand = { -readonly [Field in keyof ShellCommand]: ShellCommand[Field] };

/** How code is run that a command was given. */
export interface CodeOptions {
  readonly dialect: Dialect;
  /** Whether the shell that was given the code reads it itself, as `eval` does. */
  readonly isSame: boolean;
  /** `$1`, `$2`, … of the code. */
  readonly positional?: readonly ShellWord[];
  /** `$0` of the code. */
  readonly zero?: ShellWord | undefined;
}

/** What the caller knows besides the line. */
export interface ReaderOptions {
  /** What a command prints that runs in this folder; null when that is not known. */
  readonly outputOf?: (words: readonly string[], folder: string) => string | null;
  /** The names that a pattern matches in this folder; null when there are too many. */
  readonly namesOf?: (pattern: string, folder: string) => readonly string[] | null;
  /** What variables of the environment hold when the line starts. */
  readonly variables?: ReadonlyMap<string, string>;
  /** A file that is sourced leaves the shell in the folder where it is. */
  readonly sourcedStays?: boolean;
}

/** The variables that a running function has declared its own, with what they held before. */
export type Locals = Map<string, Value | undefined>;

/** One reading of a line, for those who read a part of it: goes through it as a shell would, and notes what it would run. */
export interface Reader {
  readonly commands: MutableCommand[];
  readonly budget: Budget;
  readonly options: ReaderOptions;
  readonly files: LineFiles;
  /** Functions that are being run, so that one that calls itself is not followed for ever. */
  readonly running: FunctionNode[];
  readonly locals: Locals[];
  readonly called: Map<FunctionNode, number>;
  readonly defined: Map<FunctionNode, Frame>;
  /** What expressions count with that is not known to be a number. */
  readonly evaluated: Set<string>;
  /** Parses text. What may take long is only read where somebody watches the time. */
  parse(text: string, locate: Locate): SyntaxTree;
  /** Reads a text as a shell would. */
  read(text: string, locate: Locate, frame: Frame): void;
  walk(nodes: readonly Node[], frame: Frame): void;
  visit(parts: readonly Part[], frame: Frame): void;
  /** Notes text of the line that may end up in a variable. */
  noteData(text: string): void;
  /** Notes a command that is reached here. */
  note(fields: Partial<MutableCommand> & Pick<MutableCommand, 'kind' | 'span'>, frame: Frame): MutableCommand;
  /** Runs words that are already expanded as a command. */
  run(words: readonly ShellWord[], frame: Frame, from?: Partial<MutableCommand>): void;
  /** Runs code that a command was given, in each of the forms that it may have. */
  runCode(word: ShellWord, frame: Frame, options: CodeOptions): void;
  doubt(about: Doubt['about'], reason: string, span: Span): void;
  newPipe(): number;
  /** What expands words in this place. */
  expander(frame: Frame): Expander;
}
