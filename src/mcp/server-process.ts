import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isFolder } from '../files/file-facts.ts';
import { valueWithin } from '../processes/end-group.ts';
import type { ProcessSpec } from '../processes/process.ts';
import { ProcessGroup } from '../processes/process-group.ts';
import { resolveCommand } from '../processes/resolve-command.ts';
import { FloodMeter, maxMessageBytes } from './limits.ts';

export interface MessageFormat {
  readonly ReadBuffer: new (options: {
    readonly maxBufferSize: number;
  }) => {
    append(chunk: Buffer): void;
    readMessage(): JSONRPCMessage | null;
  };
  serializeMessage(message: JSONRPCMessage): string;
}

const closingMs = 1000;
/** Answers to a server's own requests would pile up otherwise. */
const maxUnread = 5000;
const maxKeptLength = 2000;

/** Ends the whole process group, unlike the package's own transport, so no process outlives the host. */
export class McpProcess implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #spec: ProcessSpec;
  readonly #format: MessageFormat;
  readonly #buffer: InstanceType<MessageFormat['ReadBuffer']>;
  readonly #meter = new FloodMeter();
  #child: ChildProcessWithoutNullStreams | null = null;
  #group: ProcessGroup | null = null;
  #exited: Promise<void> = Promise.resolve();
  #isClosing = false;
  #complaints = '';
  #unread = 0;
  #end = '';
  #offence = '';

  constructor(spec: ProcessSpec, format: MessageFormat) {
    this.#spec = spec;
    this.#format = format;
    this.#buffer = new format.ReadBuffer({ maxBufferSize: 2 * maxMessageBytes });
  }

  get isOffender(): boolean {
    return this.#offence !== '';
  }

  get lastWords(): string {
    if (this.#offence !== '') return this.#offence;
    return [this.#end, this.#complaints.trim()].filter((text) => text !== '').join(': ');
  }

  async start(): Promise<void> {
    const { cwd, env } = this.#spec;
    // A shell would complain later, less clearly.
    if (!isFolder(cwd)) throw new Error(`there is no folder ${cwd}`);
    const { file, args } = resolveCommand(
      { command: this.#spec.file, args: this.#spec.args },
      { directory: cwd, path: env['PATH'] },
    );
    const child = spawn(file, args, { cwd, env, detached: true, stdio: 'pipe' });
    this.#child = child;
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
        if (child.pid !== undefined) this.#watch(child, child.pid);
        resolve();
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin?.writable !== true) return Promise.reject(new Error('the server is not running'));
    if (this.#unread >= maxUnread) {
      this.#endFor('it does not read what it is sent');
      return Promise.reject(new Error(this.#offence));
    }
    this.#unread += 1;
    return new Promise((resolve, reject) => {
      stdin.write(this.#format.serializeMessage(message), (error) => {
        this.#unread -= 1;
        if (error === null || error === undefined) resolve();
        else reject(error);
      });
    });
  }

  hold(isBusy: boolean): void {
    const child = this.#child;
    if (child === null) return;
    for (const one of [child, ...[child.stdin, child.stdout, child.stderr].filter(isSocket)]) {
      if (isBusy) one.ref();
      else one.unref();
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.hold(true);
    this.#child?.stdin.end();
    await valueWithin(this.#exited, closingMs);
    this.#group?.end();
    await this.#exited;
  }

  #watch(child: ChildProcessWithoutNullStreams, pid: number): void {
    const group = new ProcessGroup(pid);
    this.#group = group;
    this.#exited = new Promise((resolve) => {
      group.onExit(child, [child.stdout, child.stderr], (code, signal) => {
        // An ended process has no exit code to report.
        if (signal === null && !(this.#isClosing && code === 0))
          this.#end = `it ended with exit code ${code}`;
        else if (!this.#isClosing) this.#end = `it was ended by ${signal}`;
        this.onclose?.();
        resolve();
      });
    });
  }

  #endFor(offence: string): void {
    this.#offence = offence;
    this.#group?.end();
  }

  #read(chunk: Buffer): void {
    if (this.#offence !== '') return;
    const offence = this.#meter.add(chunk);
    if (offence === null) this.#buffer.append(chunk);
    else this.#endFor(offence);
    while (this.#offence === '') {
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
