import type { Terminal } from './terminal/terminal.ts';

export type Values = 'files' | 'points' | 'tools' | 'agents' | readonly string[];

export interface Parameter {
  readonly flags: string;
  readonly summary: string;
  readonly values?: Values;
  readonly repeats?: true;
}

export interface CommandCall {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

export type CommandRun = (call: CommandCall) => Promise<number>;

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly Parameter[];
  readonly options: readonly Parameter[];
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  readonly exits?: Readonly<Record<number, string>>;
  readonly broken?: number;
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

export function optionNames({ flags }: Parameter): readonly string[] {
  return flags.match(/(?<![\w-])--?[\w-]+/g) ?? [];
}

export function takesValue({ flags }: Parameter): boolean {
  return /[<[]/.test(flags);
}

export function isWords(values: Values | undefined): values is readonly string[] {
  return Array.isArray(values);
}
