import { join } from 'node:path';
import type { AgentEvent } from '../../../src/agent/loop/events.ts';
import { folderWith } from '../folder-with.ts';
import type { Ended } from './cli.ts';
import { hookline } from './served.ts';

type Line<Type extends AgentEvent['type']> = Extract<AgentEvent, { readonly type: Type }>;

/** Hooks by point, and whatever else a configuration has. */
export interface RunSetting {
  readonly hooks?: Readonly<Record<string, readonly object[]>>;
  readonly config?: object;
  /** The script; none when null. */
  readonly script?: object | null;
  readonly files?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A folder that an earlier run has worked in. */
  readonly cwd?: string;
}

export interface AgentRun extends Ended {
  readonly cwd: string;
  readonly lines: readonly AgentEvent[];
  of<Type extends AgentEvent['type']>(type: Type): readonly Line<Type>[];
  /** What the tools gave, as the model got it. */
  readonly results: readonly string[];
  readonly result: Line<'result'>;
}

/** A folder with a configuration and a script, and where the transcripts of its sessions go. */
export function agentFolder({ hooks = {}, config = {}, script = {}, files = {} }: RunSetting): string {
  return folderWith({
    'hookline.yaml': JSON.stringify({ hooks, ...config }),
    ...(script !== null && { 'script.yaml': JSON.stringify({ prompt: 'Do it', ...script }) }),
    ...files,
  });
}

/** Where the transcripts of that folder's sessions go, for the tests not to leave any elsewhere. */
export function stateOf(cwd: string): Readonly<Record<string, string>> {
  return { XDG_STATE_HOME: join(cwd, 'state') };
}

/** Runs the built command on a scripted model with real tools, as a program would. */
export async function runAgent(setting: RunSetting = {}): Promise<AgentRun> {
  const cwd = setting.cwd ?? agentFolder(setting);
  const script = setting.script === null ? [] : ['--script', 'script.yaml'];
  const words = ['run', '--json', ...script, ...(setting.words ?? [])];
  const ended = await hookline(words, { cwd, env: { ...stateOf(cwd), ...setting.env } });
  const lines = linesOf(ended.stdout);
  const of: AgentRun['of'] = (type) => lines.filter((line): line is Line<typeof type> => line.type === type);
  const result = lines.at(-1);
  if (result?.type !== 'result') throw new Error(`no result:\n${ended.stdout}\n${ended.stderr}`);
  return {
    ...ended,
    cwd,
    lines,
    of,
    result,
    results: of('tool_result').map(({ content }) => String(content)),
  };
}

export function linesOf(stdout: string): readonly AgentEvent[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): AgentEvent => JSON.parse(line));
}

/** A command hook that answers the same every time. */
export function says(reply: unknown, more: object = {}): object {
  return { type: 'command', handler: `printf %s ${quoted(JSON.stringify(reply))}`, ...more };
}

/** A command hook that keeps the event that it gets, as a line of a file. */
export function keepsIn(file: string, more: object = {}): object {
  return { type: 'command', handler: `{ cat; echo; } >> ${file}`, ...more };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** One turn of a script that runs a shell command. */
export function bash(command: string): object {
  return { tools: [{ name: 'Bash', input: { command } }] };
}
