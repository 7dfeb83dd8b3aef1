import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { Socket } from 'node:net';
import type { FailureKind } from '../../engine/outcome/failure.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { LineReader } from '../../processes/line-reader.ts';
import { ProcessGroup } from '../../processes/process-group.ts';
import type { HookWorker, WorkerEvents } from '../workers/worker-slot.ts';
import { findInterpreter } from './interpreter.ts';
import { pythonBoot, pythonSource } from './source/program.ts';

/** What all calls of one worker share. */
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
  /** The maximum size of its reply, in bytes. */
  readonly limit: number;
}

export interface PythonAnswer {
  readonly value: unknown;
  readonly failure?: FailureKind;
  readonly error?: string;
}

/** A line from the worker: an answer, output of a call, or how its start went. */
interface Message extends PythonAnswer {
  readonly id?: number | null;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly ready?: true;
}

/** How long pipes may stay open after the process is gone, held by what a hook left behind. */
const drainMs = 50;
const maxLineBytes = 64 * 1024 * 1024;

/** A Python process that runs functions. */
export class PythonProcess implements HookWorker<string> {
  readonly #events: WorkerEvents<PythonAnswer>;
  readonly #child: ChildProcess;
  /** Null when no process could be started. */
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
    this.#child = spawn(this.#python, ['-u', '-c', pythonBoot], {
      cwd: setup.directory,
      env: setup.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
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
    this.#gone = this.#listen(this.#wire);
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

  /** Refuses when the reason is known, and settles then. */
  #notStarted(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.on('error', (error) => {
        this.#events.refused(new HookFailure('missing', `${this.#python} cannot be run: ${error.message}`));
        resolve();
      });
    });
  }

  #listen(wire: Socket): Promise<void> {
    const lines = new LineReader(maxLineBytes);
    wire.on('data', (chunk: Buffer) => {
      try {
        for (const line of lines.read(chunk)) this.#read(JSON.parse(line) as Message);
      } catch {
        // Somebody else wrote on the wire: this worker can no longer be believed.
        this.#group?.signal('SIGKILL');
      }
    });
    // A worker that is gone shows in its exit; writing to it is no error of its own.
    wire.on('error', () => {});
    for (const [name, fd] of [
      ['stdout', 1],
      ['stderr', 2],
      ['lifeline', 4],
    ] as const) {
      const stream = socketAt(this.#child, fd);
      stream.on('error', () => {});
      stream.unref();
      if (name === 'lifeline') continue;
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        if (!this.#isReady) this.#lastWords = (this.#lastWords + text).slice(-2000);
        this.#events.progressed(null, name === 'stdout' ? { stdout: text } : { stderr: text });
      });
    }
    return new Promise((resolve) => {
      // A signal could not be sent. The exit follows.
      this.#child.on('error', () => {});
      this.#child.on('exit', (code, signal) => {
        this.#group?.leaderGone();
        void drained(this.#child).then(() => {
          for (const stream of this.#child.stdio) stream?.destroy();
          resolve();
          this.#tell(code, signal);
        });
      });
    });
  }

  #read(message: Message): void {
    if (message.ready === true) {
      this.#isReady = true;
      this.#events.ready();
    } else if (message.id === undefined) throw new Error('no answer');
    else if (message.stdout !== undefined || message.stderr !== undefined) {
      const { stdout, stderr } = message;
      this.#events.progressed(message.id, {
        ...(stdout === undefined ? {} : { stdout }),
        ...(stderr === undefined ? {} : { stderr }),
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

function socketAt(child: ChildProcess, fd: 1 | 2 | 3 | 4): Socket {
  const stream = child.stdio[fd];
  if (stream instanceof Socket) return stream;
  throw new HookFailure('missing', `${child.spawnfile} cannot be run: it has no pipe ${fd}`);
}

/** Settles when all that the process wrote has been read, or cannot be waited for. */
function drained(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    // One more round, so that a late timer cannot overtake what is already there to be read.
    const finish = () => {
      clearTimeout(timer);
      setImmediate(resolve);
    };
    const timer = setTimeout(finish, drainMs);
    let open = 0;
    for (const fd of [1, 2, 3] as const) {
      const stream = socketAt(child, fd);
      if (stream.closed) continue;
      open += 1;
      stream.once('close', () => {
        open -= 1;
        if (open === 0) finish();
      });
    }
    if (open === 0) finish();
  });
}
