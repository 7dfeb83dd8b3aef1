import { Worker as Thread } from 'node:worker_threads';
import type { Progress } from '../../engine/hooks/hook-context.ts';
import { type FailureKind, HookFailure } from '../../engine/outcome/failure.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import type { HookWorker, WorkerEvents } from '../workers/worker-slot.ts';
import { type ModuleReference, noFunction } from './reference.ts';
import program from './thread-program.ts?program';

export interface ModuleRequest {
  readonly reference: ModuleReference;
  readonly event: Fields;
  readonly context: Fields;
}

export interface ModuleAnswer {
  readonly value?: unknown;
  readonly failure?: FailureKind;
  readonly error?: string;
  /** What the value was before it was copied, if not plain data. */
  readonly oddity?: string;
}

export interface ThreadMessage extends ModuleAnswer {
  readonly id: number | null;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly progress?: Progress | undefined;
  /** What the reference leads to, where it isn't a function. */
  readonly exportedType?: string;
}

export class ModuleThread implements HookWorker<ModuleRequest> {
  readonly #events: WorkerEvents<ModuleAnswer>;
  readonly #thread: Thread;
  readonly #asked = new Map<number, ModuleReference>();
  readonly #gone: Promise<void>;
  #problem: Error | null = null;

  constructor(memoryMb: number | undefined, events: WorkerEvents<ModuleAnswer>) {
    this.#events = events;
    this.#thread = new Thread(program, {
      eval: true,
      name: 'hookline',
      // Else what native code or an early crash prints would go to the host's own output.
      stdout: true,
      stderr: true,
      ...(memoryMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    });
    this.#thread.on('online', () => events.ready());
    this.#thread.on('message', (message: ThreadMessage) => this.#read(message));
    this.#thread.on('messageerror', (error) => {
      this.#problem = error;
      void this.#thread.terminate();
    });
    this.#thread.on('error', (error) => {
      this.#problem = HookFailure.from(error, 'threw');
    });
    this.#gone = new Promise((resolve) => {
      this.#thread.on('exit', (code) => {
        resolve();
        const why =
          this.#problem === null
            ? `exit code ${code} (process.exit? a module answers by what it returns)`
            : this.#problem.message;
        events.lost(`ended with ${why}`);
      });
    });
    this.hold(false);
  }

  start(id: number, request: ModuleRequest): void {
    this.#thread.postMessage({ id, ...request });
    this.#asked.set(id, request.reference);
  }

  hold(isBusy: boolean): void {
    if (isBusy) this.#thread.ref();
    else this.#thread.unref();
  }

  end(): Promise<void> {
    this.hold(true);
    void this.#thread.terminate();
    return this.#gone;
  }

  #read({ id, stdout, stderr, progress, exportedType, ...answer }: ThreadMessage): void {
    if (stdout !== undefined) this.#events.progressed(id, { stdout });
    else if (stderr !== undefined) this.#events.progressed(id, { stderr });
    else if (progress !== undefined) this.#events.progressed(id, progress);
    else if (id !== null) this.#answer(id, answer, exportedType);
  }

  #answer(id: number, answer: ModuleAnswer, exportedType: string | undefined): void {
    const reference = this.#asked.get(id);
    this.#asked.delete(id);
    const isMissing = exportedType !== undefined && reference !== undefined;
    this.#events.answered(
      id,
      isMissing ? { failure: 'missing', error: noFunction(reference, exportedType).message } : answer,
    );
  }
}
