import type { Terminal } from './terminal/terminal.ts';

/** What completes a value: files, points, tools, agents, or one of these words. */
export type Values = 'files' | 'points' | 'tools' | 'agents' | readonly string[];

/** An argument or an option, as help, completion and the reference page show it. */
export interface Parameter {
  /** `<point>`, `[files...]`, or `-c, --config <file>`. */
  readonly flags: string;
  readonly summary: string;
  /** What its value can be. Default: anything. */
  readonly values?: Values;
  /** The option can be repeated. Its values are a list. */
  readonly repeats?: true;
}

/** One call of a command: its arguments and options. */
export interface CommandCall {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
  /** Aborts when the person interrupts. */
  readonly signal: AbortSignal;
}

/** Runs the command and returns the exit code. */
export type CommandRun = (call: CommandCall) => Promise<number>;

/** One row of the table of commands. Parsing, help, completion and the reference page come from it. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly Parameter[];
  readonly options: readonly Parameter[];
  /** A command line and what it does. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** The meaning of its exit codes, where they differ from the program's. */
  readonly exits?: Readonly<Record<number, string>>;
  /** The exit code when the command itself breaks. Default: 1. */
  readonly broken?: number;
  /** Loads only the command that is called. */
  load(): Promise<CommandRun>;
}

export const configOption: Parameter = {
  flags: '-c, --config <file>',
  summary:
    'a configuration file; can be repeated; default: every hookline.yaml from the root of the file system down to here',
  values: 'files',
  repeats: true,
};
export const claudeOption: Parameter = {
  flags: '--claude',
  summary: "Claude Code's settings files: the user's, the project's and those of this machine",
};
export const verboseOption: Parameter = {
  flags: '-v, --verbose',
  summary: 'show all that hooks write, and how their programs end',
};
export const jsonOption: Parameter = { flags: '--json', summary: 'print JSON for programs' };
export const agentOption: Parameter = { flags: '--agent <id>', summary: 'the agent that acts' };
export const pointArgument: Parameter = {
  flags: '<point>',
  summary: 'the point, such as PreToolUse; pre:tool:Bash names the tool too',
  values: 'points',
};

/** The names of an option: `-c` and `--config`. */
export function optionNames({ flags }: Parameter): readonly string[] {
  return flags.match(/(?<![\w-])--?[\w-]+/g) ?? [];
}

/** Whether an option takes a value. */
export function takesValue({ flags }: Parameter): boolean {
  return /[<[]/.test(flags);
}

/** Whether the value is one of a few words. */
export function isWords(values: Values | undefined): values is readonly string[] {
  return Array.isArray(values);
}
