import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { Socket } from 'node:net';
import { type FailureKind, HookFailure } from '../../engine/outcome/failure.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { LineReader } from '../../processes/line-reader.ts';
import { ProcessGroup } from '../../processes/process-group.ts';
import type { HookWorker, WorkerEvents } from '../workers/worker-slot.ts';
import { findInterpreter } from './interpreter.ts';
import boot from './worker/boot.py';
import library from './worker/library.py';
import load from './worker/load.py';
import massgen from './worker/massgen.py';
import output from './worker/output.py';
import reply from './worker/reply.py';
import serve from './worker/serve.py';
import wire from './worker/wire.py';

export interface PythonSetup {
  readonly python: string;
  readonly directory: string;
  readonly path: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface PythonRequest {
  readonly function: string;
  readonly event: Fields;
  readonly context: Fields;
  readonly watch: boolean;
  /** How many seconds a changed file must have been left alone. */
  readonly quiet: number;
  readonly limit: number;
}

export interface PythonAnswer {
  readonly value: unknown;
  readonly failure?: FailureKind;
  readonly error?: string;
}

interface Message extends PythonAnswer {
  readonly id?: number | null;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly ready?: true;
}

const maxLineBytes = 64 * 1024 * 1024;

export class PythonProcess implements HookWorker<string> {
  readonly #events: WorkerEvents<PythonAnswer>;
  readonly #child: ChildProcess;
  readonly #wire: Socket | null;
  readonly #group: ProcessGroup | null;
  readonly #python: string;
  readonly #gone: Promise<void>;
  #isReady = false;
  #lastWords = '';

  constructor(setup: PythonSetup, events: WorkerEvents<PythonAnswer>) {
    checkPlace(setup);
    this.#events = events;
    this.#python = findInterpreter(setup.python, setup.directory, setup.environment);
    this.#child = spawn(this.#python, ['-u', '-c', boot], {
      cwd: setup.directory,
      env: setup.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const { pid } = this.#child;
    // Without free descriptors, such a child has no streams either. The reason follows as an event.
    if (pid === undefined) {
      this.#wire = null;
      this.#group = null;
      this.#gone = this.#notStarted();
      return;
    }
    this.#wire = socketAt(this.#child, 3);
    this.#group = new ProcessGroup(pid);
    this.#gone = this.#listen(this.#wire, this.#group);
    this.#wire.write(`${Buffer.byteLength(pythonSource)}\n${pythonSource}${JSON.stringify(setup.path)}\n`);
    this.hold(false);
  }

  /** The request is a PythonRequest as JSON; the worker finds the id at its start, also where it cannot read the rest. */
  start(id: number, request: string): void {
    this.#wire?.write(`{"id":${id},${request.slice(1)}\n`);
  }

  hold(isBusy: boolean): void {
    if (isBusy) {
      this.#child.ref();
      this.#wire?.ref();
    } else {
      this.#child.unref();
      this.#wire?.unref();
    }
  }

  end(): Promise<void> {
    this.hold(true);
    this.#group?.end();
    return this.#gone;
  }

  #notStarted(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.on('error', (error) => {
        this.#events.refused(new HookFailure('missing', `${this.#python} cannot be run: ${error.message}`));
        resolve();
      });
    });
  }

  #listen(wire: Socket, group: ProcessGroup): Promise<void> {
    const lines = new LineReader(maxLineBytes);
    wire.on('data', (chunk: Buffer) => {
      try {
        for (const line of lines.read(chunk)) this.#read(JSON.parse(line) as Message);
      } catch {
        // Another process wrote on the wire: this worker can't be trusted any more.
        group.signal('SIGKILL');
      }
    });
    wire.on('error', () => {});
    const output = (['stdout', 'stderr'] as const).map((name) => this.#forward(name));
    return new Promise((resolve) => {
      group.onExit(this.#child, [wire, ...output], (code, signal) => {
        resolve();
        this.#tell(code, signal);
      });
    });
  }

  #forward(name: 'stdout' | 'stderr'): Socket {
    const stream = socketAt(this.#child, name === 'stdout' ? 1 : 2);
    stream.unref();
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (!this.#isReady) this.#lastWords = (this.#lastWords + text).slice(-2000);
      this.#events.progressed(null, { [name]: text });
    });
    return stream;
  }

  #read(message: Message): void {
    if (message.ready === true) {
      this.#isReady = true;
      this.#events.ready();
    } else if (message.id === undefined) throw new Error('no answer');
    else if (message.stdout !== undefined || message.stderr !== undefined) {
      const { stdout, stderr } = message;
      this.#events.progressed(message.id, {
        ...(stdout !== undefined && { stdout }),
        ...(stderr !== undefined && { stderr }),
      });
    } else if (message.id !== null) {
      const { id } = message;
      // What the hook's own processes wrote before may still be waiting in the other pipes of this round.
      setImmediate(() => this.#events.answered(id, message));
    }
  }

  #tell(code: number | null, signal: string | null): void {
    const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
    if (this.#isReady || signal !== null) {
      this.#events.lost(how);
      return;
    }
    const words = this.#lastWords.trim().split('\n').at(-1) ?? '';
    const detail = words === '' ? '' : `: ${words}`;
    this.#events.refused(
      new HookFailure('missing', `${this.#python} ${how} before it could run a hook${detail}`),
    );
  }
}

function checkPlace({ directory }: PythonSetup): void {
  if (process.platform === 'win32') {
    throw new HookFailure('missing', 'Python hooks need Linux or macOS; on Windows use a command');
  }
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new HookFailure('missing', `the folder ${directory} of the Python hook does not exist`);
  }
}

function socketAt(child: ChildProcess, fd: 1 | 2 | 3): Socket {
  const stream = child.stdio[fd];
  if (stream instanceof Socket) return stream;
  throw new HookFailure('missing', `${child.spawnfile} cannot be run: it has no pipe ${fd}`);
}

const pythonSource: string = [wire, library, output, reply, load, massgen, serve].join('\n');
