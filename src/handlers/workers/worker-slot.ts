import type { HookContext, Progress } from '../../engine/hooks/hook-context.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';

export interface HookWorker<Request> {
  start(id: number, request: Request): void;
  hold(isBusy: boolean): void;
  end(): Promise<void>;
}

export interface WorkerEvents<Answer> {
  ready(): void;
  answered(id: number, answer: Answer): void;
  progressed(id: number | null, progress: Progress): void;
  lost(how: string): void;
  refused(failure: HookFailure): void;
}

export type StartWorker<Request, Answer> = (events: WorkerEvents<Answer>) => HookWorker<Request>;

export interface PoolCall<Request, Answer> {
  readonly request: Request;
  readonly context: HookContext;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (failure: HookFailure) => void;
  isLost: boolean;
  slot: WorkerSlot<Request, Answer> | null;
}

export interface WorkerSlotEvents<Request, Answer> {
  idle(): void;
  lost(how: string, calls: readonly PoolCall<Request, Answer>[], wasReady: boolean): void;
  ended(): void;
}

const patienceMs = 15_000;

let lastId = 0;

export class WorkerSlot<Request, Answer> implements WorkerEvents<Answer> {
  readonly #worker: HookWorker<Request>;
  readonly #calls = new Map<number, PoolCall<Request, Answer>>();
  readonly #events: WorkerSlotEvents<Request, Answer>;
  readonly #startedAt: number = performance.now();
  #isReady = false;
  #ending: Promise<void> | null = null;

  constructor(startWorker: StartWorker<Request, Answer>, events: WorkerSlotEvents<Request, Answer>) {
    this.#events = events;
    this.#worker = startWorker(this);
  }

  get isIdle(): boolean {
    return this.#calls.size === 0;
  }

  start(call: PoolCall<Request, Answer>): void {
    lastId += 1;
    const id = lastId;
    call.slot = this;
    if (this.isIdle) this.#worker.hold(true);
    this.#calls.set(id, call);
    if (this.#isReady) this.#send(id, call);
  }

  /** Takes back a call that has not begun, so a short timeout does not keep a worker from starting. */
  withdraw(call: PoolCall<Request, Answer>): boolean {
    if (this.#isReady || performance.now() - this.#startedAt > patienceMs) return false;
    const id = this.#idOf(call);
    return id !== null && this.#take(id) !== undefined;
  }

  remove(call: PoolCall<Request, Answer>): boolean {
    const id = this.#idOf(call);
    return id !== null && this.#calls.delete(id);
  }

  empty(): readonly PoolCall<Request, Answer>[] {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    return calls;
  }

  end(): Promise<void> {
    this.#ending ??= this.#worker.end().then(() => this.#events.ended());
    return this.#ending;
  }

  ready(): void {
    this.#isReady = true;
    for (const [id, call] of [...this.#calls]) this.#send(id, call);
  }

  answered(id: number, answer: Answer): void {
    this.#take(id)?.resolve(answer);
  }

  progressed(id: number | null, progress: Progress): void {
    if (id !== null) this.#calls.get(id)?.context.progress(progress);
    else for (const call of this.#calls.values()) call.context.progress(progress);
  }

  lost(how: string): void {
    if (this.#ending === null) this.#events.lost(how, this.empty(), this.#isReady);
  }

  refused(failure: HookFailure): void {
    const calls = this.empty();
    this.#events.ended();
    for (const call of calls) call.reject(failure);
  }

  #send(id: number, call: PoolCall<Request, Answer>): void {
    try {
      this.#worker.start(id, call.request);
    } catch (error) {
      this.#take(id)?.reject(HookFailure.from(error, 'missing'));
    }
  }

  #idOf(call: PoolCall<Request, Answer>): number | null {
    for (const [id, each] of this.#calls) if (each === call) return id;
    return null;
  }

  #take(id: number): PoolCall<Request, Answer> | undefined {
    const call = this.#calls.get(id);
    if (call === undefined) return undefined;
    this.#calls.delete(id);
    if (this.isIdle && this.#ending === null) {
      this.#worker.hold(false);
      this.#events.idle();
    }
    return call;
  }
}
