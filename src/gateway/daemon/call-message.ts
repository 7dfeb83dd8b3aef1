import { isUtf8 } from 'node:buffer';
import { isObject } from '../../engine/values/shapes.ts';
import { fileStates } from './file-states.ts';
import { readExports } from './shell-environment.ts';

/** One call of an agent's hook, with the place and the environment that it comes from. */
export interface CallMessage {
  readonly agent: string;
  readonly payload: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A configuration must be found. */
  readonly required: boolean;
}

/**
 * Reads a call as the installed shell line sends it: the environment, the folder and the payload, with a zero byte between them,
 * which none of them can have. As a program sends it, it is JSON, with variables that the line has unset. Null where it is neither.
 */
export function readCallMessage(agent: string, required: boolean, body: Buffer): CallMessage | null {
  // The caller gets no answer, judges by itself, and says what is wrong with these bytes.
  if (!isUtf8(body)) return null;
  if (body[0] === 0x7b) return readJson(agent, required, body.toString());
  const [exports, cwd, payload, ...others] = body.toString().split('\0');
  if (exports === undefined || cwd === undefined || payload === undefined || others.length > 0) return null;
  const environment = readExports(exports);
  return environment === null ? null : { agent, required, environment, cwd, payload };
}

function readJson(agent: string, required: boolean, text: string): CallMessage | null {
  try {
    const { payload, cwd, environment }: Record<string, unknown> = JSON.parse(text);
    if (typeof payload !== 'string' || typeof cwd !== 'string' || !isObject(environment)) return null;
    const entries = Object.entries(environment)
      .filter(([name]) => !nodeVariables.includes(name))
      .map(([name, value]) => [name, String(value)]);
    return { agent, required, payload, cwd, environment: Object.fromEntries(entries) };
  } catch {
    return null;
  }
}

/** What an environment may tell Node before it runs a program: to load a file, or that another process talks to it by stdout. */
export const nodeVariables: readonly string[] = [
  'NODE_OPTIONS',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_UNIQUE_ID',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_V8_COVERAGE',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
];

/** Variables that differ from call to call, and that no hook depends on. */
const passing = new Set(['_', 'OLDPWD', 'SHLVL', 'TRACEPARENT', 'CLAUDE_EFFORT', 'CLAUDE_PID']);

/** Calls of the same key may share a process: they come from the same folder and the same environment. */
export function keyOf({ cwd, environment }: CallMessage): string {
  const variables = Object.entries(environment)
    .filter(([name]) => !passing.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  // A folder that was made again under the same name is another one: a process that stands in the old one stands nowhere.
  return JSON.stringify([cwd, fileStates([cwd], 'identity'), variables]);
}
