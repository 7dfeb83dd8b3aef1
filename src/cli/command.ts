import type { Terminal } from './terminal/terminal.ts';

/** What completes a value: files, the points, the tools that agents have, or one of these words. */
export type Values = 'files' | 'points' | 'tools' | readonly string[];

/** An argument or an option, as help, completion and the reference page show it. */
export interface Parameter {
  /** `<point>`, `[files...]`, or `-c, --config <file>`. */
  readonly flags: string;
  readonly summary: string;
  /** What its value can be. Default: anything. */
  readonly values?: Values;
  /** An option that can be given several times; its values are a list. */
  readonly repeats?: true;
}

/** One call of a command: what was given, read. */
export interface CommandCall {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
  /** Aborted when the person has had enough. */
  readonly signal: AbortSignal;
}

/** Does what the command is for and gives the code that the process exits with. */
export type CommandRun = (call: CommandCall) => Promise<number>;

/** One row of the table of commands: parsing, help, completion and the reference page are derived from it. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly Parameter[];
  readonly options: readonly Parameter[];
  /** A command line and what it does. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** What its exit codes mean, where that is more than the program's. */
  readonly exits?: Readonly<Record<number, string>>;
  /** Only the command that is called is loaded. */
  load(): Promise<CommandRun>;
}

export const configOption: Parameter = {
  flags: '-c, --config <file>',
  summary: 'a configuration file; can be repeated; default: every hookline.yaml from the root of the file system down to here',
  values: 'files',
  repeats: true,
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

/** Whether a value is one of a few words. */
export function isWords(values: Values | undefined): values is readonly string[] {
  return Array.isArray(values);
}
