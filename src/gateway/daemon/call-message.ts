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
 * Reads a call as the installed shell line sends it: the lengths of the environment and of the folder in bytes, then these, then
 * the payload. As a program sends it, it is JSON. Null where it is neither.
 */
export function readCallMessage(agent: string, required: boolean, body: Buffer): CallMessage | null {
  if (body[0] === 0x7b) return readJson(agent, required, body.toString());
  const end = body.indexOf(0x0a);
  const [, first, second] = /^(\d{1,9}) (\d{1,9})$/.exec(body.toString('latin1', 0, Math.min(end, 30))) ?? [];
  if (first === undefined || second === undefined) return null;
  const folderAt = end + 1 + Number(first);
  const payloadAt = folderAt + Number(second);
  if (payloadAt > body.length) return null;
  const environment = readExports(body.toString('utf8', end + 1, folderAt));
  if (environment === null) return null;
  const cwd = body.toString('utf8', folderAt, payloadAt);
  return { agent, required, environment, cwd, payload: body.toString('utf8', payloadAt) };
}

function readJson(agent: string, required: boolean, text: string): CallMessage | null {
  try {
    const { payload, cwd, environment }: Record<string, unknown> = JSON.parse(text);
    if (typeof payload !== 'string' || typeof cwd !== 'string' || !isObject(environment)) return null;
    const entries = Object.entries(environment).map(([name, value]) => [name, String(value)]);
    return { agent, required, payload, cwd, environment: Object.fromEntries(entries) };
  } catch {
    return null;
  }
}

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
