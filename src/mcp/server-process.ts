import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { messageOf } from '../engine/values/text.ts';
import { isFolder } from '../files/file-facts.ts';
import { valueWithin } from '../processes/end-group.ts';
import { onHostEnd } from '../processes/host-end.ts';
import { guardLines } from '../processes/host-guard.ts';
import type { ProcessSpec } from '../processes/process.ts';
import { ProcessGroup } from '../processes/process-group.ts';
import { resolveCommand } from '../processes/resolve-command.ts';
import { closed } from '../processes/start-directly.ts';

/** The client package's functions for messages on a stream. */
export interface MessageFormat {
  readonly ReadBuffer: new () => {
    append(chunk: Buffer): void;
    readMessage(): JSONRPCMessage | null;
  };
  serializeMessage(message: JSONRPCMessage): string;
}

/** Ends with the host, also where the server does not heed the end of its input, or has left others behind. */
const guarded = `${guardLines}
exec "$0" "$@" 3<&-`;

const closingMs = 1000;
const drainMs = 100;
const maxKeptLength = 2000;

/**
 * The way to an MCP server that is a process. The package has one too, which ends only the first process of those that a
 * server may consist of; this one starts it as a group, ends it as a whole, and lets none outlive the host.
 */
export class McpProcess implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #spec: ProcessSpec;
  readonly #format: MessageFormat;
  readonly #buffer: InstanceType<MessageFormat['ReadBuffer']>;
  #child: ChildProcessWithoutNullStreams | null = null;
  #group: ProcessGroup | null = null;
  #exited: Promise<void> = Promise.resolve();
  #isClosing = false;
  #complaints = '';
  #end = '';

  constructor(spec: ProcessSpec, format: MessageFormat) {
    this.#spec = spec;
    this.#format = format;
    this.#buffer = new format.ReadBuffer();
  }

  /** How it ended and what it wrote to its standard error last, for whoever wonders why it does not answer. */
  get lastWords(): string {
    return [this.#end, this.#complaints.trim()].filter((text) => text !== '').join(': ');
  }

  async start(): Promise<void> {
    const { cwd, env } = this.#spec;
    // Checked first, since later a shell would complain.
    if (!isFolder(cwd)) throw new Error(`there is no folder ${cwd}`);
    const { file, args } = resolveCommand(
      { command: this.#spec.file, args: this.#spec.args },
      { directory: cwd, path: env['PATH'] },
    );
    const child = spawn('/bin/sh', ['-c', guarded, file, ...args], {
      cwd,
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    const lifeline = child.stdio[3];
    if (lifeline instanceof Socket) lifeline.on('error', () => {}).unref();
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints = `${this.#complaints}${text}`.slice(-maxKeptLength);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream.on('error', (error) => this.onerror?.(error));
    }
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => {
        this.#watch(child);
        resolve();
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin?.writable !== true) return Promise.reject(new Error('the server is not running'));
    return new Promise((resolve, reject) => {
      stdin.write(this.#format.serializeMessage(message), (error) => {
        if (error === null || error === undefined) resolve();
        else reject(error);
      });
    });
  }

  /** Whether the host stays alive for this server. */
  hold(isBusy: boolean): void {
    const child = this.#child;
    if (child === null) return;
    for (const one of [child, ...[child.stdin, child.stdout, child.stderr].filter(isSocket)]) {
      if (isBusy) one.ref();
      else one.unref();
    }
  }

  /** Closes its input first, then ends the whole group. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.hold(true);
    this.#child?.stdin.end();
    await valueWithin(this.#exited, closingMs);
    this.#group?.end();
    await this.#exited;
  }

  #watch(child: ChildProcessWithoutNullStreams): void {
    const group = new ProcessGroup(child.pid ?? 0);
    this.#group = group;
    const forget = onHostEnd(() => void group.signal('SIGKILL'));
    const silent = Promise.all([closed(child.stdout), closed(child.stderr)]);
    this.#exited = new Promise((resolve) => {
      child.once('exit', async (code, signal) => {
        // The exit of a process that was ended says nothing.
        if (signal === null && !(this.#isClosing && code === 0))
          this.#end = `it ended with exit code ${code}`;
        else if (!this.#isClosing) this.#end = `it was ended by ${signal}`;
        group.leaderGone();
        forget();
        // Processes that it left behind may hold its streams, but nobody answers any more.
        await valueWithin(silent, drainMs);
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
        this.onclose?.();
        resolve();
      });
    });
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.#complaints = messageOf(error);
      this.#group?.end();
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
}

function isSocket(stream: unknown): stream is Socket {
  return stream instanceof Socket;
}
