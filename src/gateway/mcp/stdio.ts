import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { maxMessageBytes } from '../../mcp/limits.ts';
import { LineReader } from '../../processes/line-reader.ts';
import { ProcessGroup } from '../../processes/process-group.ts';
import { resolveCommand } from '../../processes/resolve-command.ts';
import type { Sides } from './calls.ts';
import type { Pins } from './pins.ts';
import { Relay, type RelayOptions } from './relay.ts';

/** Clients kill a server that takes longer than two seconds to end. */
const closingMs = 1500;
const reviewMs = 1000;

export interface StdioOptions extends RelayOptions {
  readonly command: readonly string[];
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** Runs a server behind the proxy, and returns its exit code. */
export async function proxyStdio(options: StdioOptions): Promise<number> {
  const { server, input, output, signal, tell } = options;
  const child = await startServer(options.command);
  const { pid, stdin, stdout } = child;
  if (pid === undefined || stdin === null || stdout === null) throw new Error('the server has no streams');
  const group = new ProcessGroup(pid);
  const relay = new Relay(options);
  const sides: Sides = {
    toClient: (line) => write(output, line, stdout),
    toServer: (line) => write(stdin, line, input),
  };
  const reviews = watchReviews(options.pins, () => relay.offersChanged(sides));
  let offence = '';
  const offend = (why: string): void => {
    offence ||= why;
    tell(`ended the server: ${why}`);
    stdout.removeAllListeners('data').resume();
    group.end();
  };
  for (const stream of [stdin, stdout, output, input]) stream.on('error', () => undefined);
  readLines(stdout, (line) => void relay.fromServer(line, sides), offend);
  readLines(
    input,
    (line) => void relay.fromClient(line, sides),
    (why) => offend(`its client broke the rules: ${why}`),
  );
  input.once('end', () => {
    void relay.settled().then(() => stdin.end());
    setTimeout(() => group.end(), closingMs).unref();
  });
  signal.addEventListener('abort', () => group.end(), { once: true });
  return new Promise((resolve) => {
    group.onExit(child, [stdout], (code, name) => {
      const how = name === null ? `ended with exit code ${code}` : `was ended by ${name}`;
      relay.ended(`the MCP server "${server}" ${offence === '' ? how : `was ended: ${offence}`}`);
      clearInterval(reviews);
      input.destroy();
      const number = name === null ? 0 : (constants.signals[name as NodeJS.Signals] ?? 0);
      resolve(offence === '' ? (code ?? 128 + number) : 1);
    });
  });
}

export function watchReviews(pins: Pins | null, onReview: () => void): NodeJS.Timeout | undefined {
  if (pins === null) return undefined;
  let { revision } = pins;
  return setInterval(() => {
    if (pins.revision === revision) return;
    revision = pins.revision;
    onReview();
  }, reviewMs).unref();
}

async function startServer([command = '', ...args]: readonly string[]): Promise<ChildProcess> {
  const cwd = process.cwd();
  try {
    const found = resolveCommand({ command, args }, { directory: cwd, path: process.env['PATH'] });
    const child = spawn(found.file, found.args, {
      cwd,
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return child;
  } catch (problem) {
    const why = problem instanceof HookFailure ? problem.message : messageOf(problem);
    throw new HooklineError('input-invalid', `the MCP server cannot be started: ${why}`);
  }
}

/** Pauses the source while the reader is behind. */
export function write(stream: Writable, line: string, source: Readable): void {
  if (stream.destroyed || stream.writableEnded) return;
  if (stream.write(`${line}\n`) || source.isPaused()) return;
  source.pause();
  stream.once('drain', () => source.resume());
}

export function readLines(stream: Readable, take: (line: string) => void, fail: (why: string) => void): void {
  const reader = new LineReader(maxMessageBytes);
  const onData = (chunk: Buffer): void => {
    let lines: string[];
    try {
      lines = reader.read(chunk);
    } catch {
      stream.off('data', onData);
      fail(`a message is longer than ${maxMessageBytes / 1024 / 1024} MiB`);
      return;
    }
    for (const line of lines) if (line.trim() !== '') take(line.endsWith('\r') ? line.slice(0, -1) : line);
  };
  stream.on('data', onData);
}
