import { HooklineError } from '../engine/values/errors.ts';
import type { Terminal } from './terminal/terminal.ts';

export type Values = 'files' | 'points' | 'tools' | 'agents' | readonly string[];

/** An argument or option by its flags: its summary, what completes it, and whether it can be repeated. */
export type Parameters = Readonly<
  Record<string, string | readonly [summary: string, values: Values | null, repeats?: 'repeats']>
>;

export interface Parameter {
  readonly flags: string;
  readonly summary: string;
  readonly values: Values | null;
  readonly repeats: boolean;
}

export interface CommandCall {
  readonly name: string;
  readonly arguments: readonly string[];
  /** They all come after `--`, so none of them is a word of hookline's. */
  readonly isLiteral: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly isJson: boolean;
  /** What completion offers. */
  readonly commands: readonly Command[];
}

export function textOption({ options }: Pick<CommandCall, 'options'>, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function wrongCall(message: string): HooklineError {
  return new HooklineError('option-invalid', message);
}

export type CommandRun = (call: CommandCall) => Promise<number>;

interface DeclaredCommand {
  readonly summary: string;
  readonly arguments?: Parameters;
  readonly options?: Parameters;
  /** What each line does. */
  readonly examples: Readonly<Record<string, string>>;
  readonly exits?: Readonly<Record<number, string>>;
  /** The exit code where the call can't be answered. Default: 1. */
  readonly broken?: number;
  load(): Promise<CommandRun>;
}

export interface Command extends Omit<Required<DeclaredCommand>, 'arguments' | 'options'> {
  readonly name: string;
  readonly group: string;
  readonly arguments: readonly Parameter[];
  readonly options: readonly Parameter[];
}

export function commandGroup(
  group: string,
  declared: Readonly<Record<string, DeclaredCommand>>,
): readonly Command[] {
  return Object.entries(declared).map(([name, command]) => ({
    exits: { 0: 'done', 1: 'the call, a file or the configuration is wrong; the message says how' },
    broken: 1,
    ...command,
    name,
    group,
    arguments: parametersOf(command.arguments),
    options: parametersOf(command.options),
  }));
}

function parametersOf(declared: Parameters = {}): readonly Parameter[] {
  return Object.entries(declared).map(([flags, declaration]) => {
    const [summary, values = null, repeats] = typeof declaration === 'string' ? [declaration] : declaration;
    return { flags, summary, values, repeats: repeats !== undefined };
  });
}

const configFlags = '-c, --config <file>';
export const configOption: Parameters = {
  [configFlags]: [
    'a configuration file; can be repeated; default: every hookline.yaml from the root folder down to this one',
    'files',
    'repeats',
  ],
};
export const claudeOption: Parameters = {
  '--claude': "use Claude Code's settings files: the user's, the project's and the local ones",
};
export const verboseOption: Parameters = {
  '-v, --verbose': 'show everything hooks print, and the exit codes of their programs',
};
export const jsonOption: Parameters = { '--json': 'print JSON' };
export const agentOption: Parameters = { '--agent <id>': 'the agent that acts' };
export const pointArgument: Parameters = {
  '<point>': ['the point, such as PreToolUse; pre:tool:Bash also names the tool', 'points'],
};
export const eventOptions: Parameters = {
  '--tool <name>': ['the tool, or whatever else the matchers of the point compare', 'tools'],
  '--arg <key=value>': [
    "a field of the tool's input or of the event; can be repeated; key:=value takes JSON",
    null,
    'repeats',
  ],
};

/** The policy to use instead of the usual one. */
export function policyOption(summary: string): Parameters {
  return { [configFlags]: [summary, 'files', 'repeats'] };
}

export function optionNames({ flags }: Parameter): readonly string[] {
  return flags.match(/(?<![\w-])--?[\w-]+/g) ?? [];
}

export function takesValue({ flags }: Parameter): boolean {
  return /[<[]/.test(flags);
}

export function isWords(values: Values | null): values is readonly string[] {
  return Array.isArray(values);
}
