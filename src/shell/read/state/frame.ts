import type { Card, WrapKind } from '../../programs/card.ts';
import type { Budget } from '../budget.ts';
import type { Value } from '../expand/value.ts';
import type { Doubt, ShellCommand, ShellWord, Span, Surrounding, Via } from '../reading.ts';
import type { Locate } from '../syntax/parse.ts';
import type { FunctionNode, Node, SyntaxTree } from '../syntax/tree.ts';
import type { LineFiles } from './line-files.ts';
import { type Folders, joinFolders, type ShellState } from './state.ts';

/** Shells that read the same text differently. `posix` is any `sh`; `other` is one with another language. */
export type Dialect = 'bash' | 'zsh' | 'posix' | 'other';

/** What a command reads from its standard input. */
export type Input =
  /** Text in the line. `isShared`: other commands read from it too. */
  | { readonly kind: 'text'; readonly text: string; readonly isShared: boolean }
  | { readonly kind: 'file'; readonly path: ShellWord }
  | { readonly kind: 'unknown' };

/** Where in a line the reader is. */
export interface Frame {
  readonly reader: Reader;
  /** The shell that reads this. Its state changes as it goes on. */
  readonly shell: { state: ShellState };
  readonly dialect: Dialect;
  readonly inside: readonly Surrounding[];
  readonly via: readonly Via[];
  readonly input: Input;
  /** Whether the text is only partly known. Its doubts are noted already. */
  readonly isGuess: boolean;
}

/** What a command leaves behind besides the state of the shell, which is as after success. */
export interface AfterCommand {
  /** Where the shell is if the command fails. */
  readonly failed: Folders;
  /** Whether the shell ends with it: `exit`, `return`. */
  readonly isEnd: boolean;
}

export type MutableCommand = { -readonly [Field in keyof ShellCommand]: ShellCommand[Field] };

/** How code that a command was given runs. Default: in another shell, which is any `sh`. */
export interface CodeOptions {
  readonly dialect?: Dialect;
  /** Whether the same shell reads it, as with `eval`. */
  readonly isSame?: boolean;
  /** `$1`, `$2`, … of the code. */
  readonly positional?: readonly ShellWord[];
  /** `$0` of the code. */
  readonly zero?: ShellWord | undefined;
}

/** What the caller knows besides the line. */
export interface ReaderOptions {
  /** What a command prints that runs in this folder; null when that is unknown. */
  readonly outputOf?: (words: readonly string[], folder: string) => string | null;
  /** The names that a pattern matches in this folder; null when there are too many. */
  readonly namesOf?: (pattern: string, folder: string) => readonly string[] | null;
  /** What variables of the environment hold when the line starts. */
  readonly variables?: ReadonlyMap<string, string>;
  /** A sourced file leaves the shell in its folder. */
  readonly sourcedStays?: boolean;
}

/** The local variables of a running function, with what they held before. */
export type Locals = Map<string, Value | undefined>;

/** One reading of a line, which goes through it as a shell would and notes what it would run. */
export interface Reader {
  readonly commands: MutableCommand[];
  readonly budget: Budget;
  readonly options: ReaderOptions;
  readonly files: LineFiles;
  /** Functions that are running now. */
  readonly running: FunctionNode[];
  readonly locals: Locals[];
  readonly called: Map<FunctionNode, number>;
  readonly defined: Map<FunctionNode, Frame>;
  /** What expressions count with that may be no number. */
  readonly evaluated: Set<string>;
  parse(text: string, locate: Locate): SyntaxTree;
  read(text: string, locate: Locate, frame: Frame): void;
  walk(nodes: readonly Node[], frame: Frame): void;
  /** Notes text of the line that may end up in a variable. */
  noteData(text: string): void;
  /** Notes a command that is reached here. */
  note(fields: Partial<MutableCommand> & Pick<MutableCommand, 'kind' | 'span'>, frame: Frame): MutableCommand;
  /** Runs words that are already expanded as a command. */
  run(words: readonly ShellWord[], frame: Frame, from?: Partial<MutableCommand>): void;
  /** Runs code that a command was given, in each of its possible forms. */
  runCode(word: ShellWord, frame: Frame, options?: CodeOptions): void;
  doubt(about: Doubt['about'], reason: string, span: Span): void;
  newPipe(): number;
}

/** A command whose program is known, on its way to what it runs in turn. */
export interface Call {
  readonly name: string;
  readonly card: Card;
  readonly program: ShellWord;
  /** The words behind the program. */
  readonly words: readonly ShellWord[];
  readonly frame: Frame;
  readonly command: MutableCommand;
}

/** Reads what a program runs in turn, and what it changes in the shell. */
export type ProgramReader = (call: Call) => void;

export function goesOn({ shell }: Frame): AfterCommand {
  return { failed: shell.state.folders, isEnd: false };
}

/** The same place, one surrounding further in. */
export function enclosed(frame: Frame, surrounding: Surrounding): Frame {
  return { ...frame, inside: [...frame.inside, surrounding] };
}

/** A separate shell, which changes nothing in this one. */
export function subshell(frame: Frame): Frame {
  return { ...frame, shell: { state: frame.shell.state.fork() } };
}

/** Where the commands run that a program starts. */
export function through(frame: Frame, name: string, wraps: WrapKind = 'shell'): Frame {
  return { ...frame, via: [...frame.via, { name, wraps }] };
}

/** The text on the standard input, where only this command reads it; null when it is unknown. */
export function inputText({ input }: Frame): string | null {
  return input.kind === 'text' && !input.isShared ? input.text : null;
}

/** Follows each of several ways that a command may go from here. Afterwards any of them may have happened. */
export function followEach<T>(
  ways: readonly T[],
  frame: Frame,
  follow: (way: T) => AfterCommand,
): AfterCommand {
  const [first, ...others] = ways;
  const { shell, reader } = frame;
  if (first === undefined) return goesOn(frame);
  if (others.length === 0) return follow(first);
  const before = shell.state;
  let failed: Folders | null = null;
  const ends = ways.map((way) => {
    reader.budget.spend(1 + before.size);
    shell.state = before.fork();
    const after = follow(way);
    failed = failed === null ? after.failed : joinFolders(failed, after.failed);
    return shell.state;
  });
  const [end = before, ...rest] = ends;
  for (const other of rest) end.join(other);
  shell.state = end;
  return { failed: failed ?? end.folders, isEnd: false };
}
