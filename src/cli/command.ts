import type { Terminal } from './terminal.ts';

/** An argument or an option, as help, completion and the reference page show it. */
export interface Parameter {
  /** `<point>`, `[files...]`, or `-c, --config <file>`. */
  readonly flags: string;
  readonly summary: string;
  /** An option that can be given several times; its values are a list. */
  readonly repeats?: true;
}

/** One call of a command: what was given, read. */
export interface Call {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
  /** Aborted when the person has had enough. */
  readonly signal: AbortSignal;
}

/** Does what the command is for and gives the code that the process exits with. */
export type Run = (call: Call) => Promise<number>;

/** One row of the table of commands: parsing, help, completion and the reference page are derived from it. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly Parameter[];
  readonly options: readonly Parameter[];
  /** A command line and what it does. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** What its exit codes mean, where that is more than 0 for success and 1 for a wrong call. */
  readonly exits?: Readonly<Record<number, string>>;
  /** Only the command that is called is loaded. */
  load(): Promise<Run>;
}

export const configOption: Parameter = {
  flags: '-c, --config <file>',
  summary: 'a configuration file, can be repeated; the nearest hookline.yaml here or above unless stated',
  repeats: true,
};
export const jsonOption: Parameter = { flags: '--json', summary: 'one JSON object for programs to read' };
export const agentOption: Parameter = { flags: '--agent <id>', summary: 'the agent whose firing it is' };
