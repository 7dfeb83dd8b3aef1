import { isUtf8 } from 'node:buffer';
import type { AgentAnswer } from '../answer/answer-text.ts';

// What the daemon and its clients speak: HTTP, whose bodies a shell can write and take apart too.

export const wireVersion = '3';

/** The daemon writes blank lines as signs of life. */
export const firstSignMs = 300;
export const maxSilenceMs = 3_000;

export interface CallMessage {
  readonly agent: string;
  readonly payload: string;
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly required: boolean;
  readonly named?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
}

/** Variables by which Node loads a file or talks to a parent. */
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

export function writeCallMessage({ cwd, payload, environment }: CallMessage): string | null {
  if (cwd.includes('\0') || payload.includes('\0')) return null;
  const variables = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return [cwd, payload, ...variables, ''].join('\0');
}

/** Null for anything else or a part; the caller then judges and reports these bytes itself. */
export function readCallMessage(agent: string, required: boolean, body: Buffer): CallMessage | null {
  if (!isUtf8(body)) return null;
  const [cwd, payload, ...variables] = body.toString().split('\0');
  if (cwd === undefined || payload === undefined || variables.pop() !== '') return null;
  // A shell that could not list its environment sends none.
  if (variables.length === 0 || !variables.every((one) => one.includes('='))) return null;
  const entries = variables
    .map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)] as const)
    .filter(([name]) => name !== '' && !nodeVariables.includes(name));
  return { agent, required, cwd, payload, environment: Object.fromEntries(entries) };
}

const end = 'end';

/**
 * The exit code, then each stdout line after a 1 and each stderr line after a 2. The last line shows that the answer
 * is complete.
 */
export function writeAnswerMessage({ exitCode, stdout, stderr }: AgentAnswer): string {
  return [`hookline ${exitCode}`, ...marked('1', stdout), ...marked('2', stderr), end].join('\n');
}

export function readAnswerMessage(text: string): AgentAnswer | null {
  const [head = '', ...lines] = text.trimStart().split('\n');
  if (lines.pop() !== end) return null;
  const [, exitCode] = /^hookline ([012])$/.exec(head) ?? [];
  if (exitCode === undefined || lines.some((line) => !/^[12]/.test(line))) return null;
  const of = (mark: string): string =>
    lines
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  return { exitCode: Number(exitCode), stdout: of('1'), stderr: of('2') };
}

function marked(mark: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => `${mark}${line}`);
}

/**
 * Added to every exit code on the way to the installed line. Agents read exit code 0 without output as a yes, and an
 * empty file or another program exits so.
 */
export const exitCodeOffset = 40;
