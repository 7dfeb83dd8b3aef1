import type { HookContext, Progress } from '../engine/context.ts';
import { HookFailure } from '../engine/failure.ts';

/** A process or thread that runs hooks, many calls at a time. */
export interface Worker<Request> {
  start(id: number, request: Request): void;
  /** Lets the host exit, or not, while this worker lives. */
  hold(isBusy: boolean): void;
  /** Ends it, whatever it is doing; settles when it is gone. */
  end(): Promise<void>;
}

/** What a worker tells its pool. */
export interface WorkerEvents<Answer> {
  /** It can take calls. */
  ready(): void;
  answered(id: number, answer: Answer): void;
  /** Output of one call, or of whoever is at work when the id is null. */
  progressed(id: number | null, progress: Progress): void;
  /** It is gone though nobody ended it. */
  lost(how: string): void;
  /** It could not be started, and another one could not either. */
  refused(failure: HookFailure): void;
}

export type StartWorker<Request, Answer> = (events: WorkerEvents<Answer>) => Worker<Request>;

interface PoolCall<Request, Answer> {
  readonly request: Request;
  readonly context: HookContext;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (failure: HookFailure) => void;
  isLost: boolean;
  seat: Seat<Request, Answer> | null;
}

/**
 * Calls on one worker at a time. What times out ends the worker, since nothing less stops a busy thread; the others that
 * were at work in it are run again in the next one. A call that was at work when its worker died is run again alone, so
 * that a call that kills its worker takes nobody with it the second time.
 */
export class WorkerPool<Request, Answer> {
  readonly #startWorker: StartWorker<Request, Answer>;
  readonly #seats = new Set<Seat<Request, Answer>>();
  #shared: Seat<Request, Answer> | null = null;

  constructor(startWorker: StartWorker<Request, Answer>) {
    this.#startWorker = startWorker;
  }

  run(request: Request, context: HookContext): Promise<Answer> {
    const { signal } = context;
    return new Promise((resolve, reject) => {
      const call: PoolCall<Request, Answer> = {
        request,
        context,
        resolve: (answer) => {
          signal.removeEventListener('abort', giveUp);
          resolve(answer);
        },
        reject: (failure) => {
          signal.removeEventListener('abort', giveUp);
          reject(failure);
        },
        isLost: false,
        seat: null,
      };
      const giveUp = () => void this.#giveUp(call, HookFailure.from(signal.reason, 'cancelled'));
      if (signal.aborted) {
        reject(HookFailure.from(signal.reason, 'cancelled'));
        return;
      }
      signal.addEventListener('abort', giveUp);
      this.#assign(call);
    });
  }

  /** Lets the worker finish what it is doing; later calls get a new one. */
  renew(): void {
    const seat = this.#shared;
    this.#shared = null;
    if (seat !== null) seat.retire();
  }

  /** Ends the workers. Calls at work fail; a later call starts a new worker. */
  async end(): Promise<void> {
    this.#shared = null;
    const failure = new HookFailure('cancelled', 'its worker was ended');
    await Promise.all(
      [...this.#seats].map((seat) => {
        for (const call of seat.empty()) call.reject(failure);
        return seat.end();
      }),
    );
  }

  #assign(call: PoolCall<Request, Answer>): void {
    try {
      if (call.isLost) this.#seat(true).start(call);
      else {
        this.#shared ??= this.#seat(false);
        this.#shared.start(call);
      }
    } catch (error) {
      call.reject(HookFailure.from(error, 'missing'));
    }
  }

  #seat(isAlone: boolean): Seat<Request, Answer> {
    const seat: Seat<Request, Answer> = new Seat(this.#startWorker, isAlone, {
      lost: (how, calls) => {
        this.#forget(seat);
        for (const call of calls) this.#lose(call, how);
      },
      ended: () => this.#forget(seat),
    });
    this.#seats.add(seat);
    return seat;
  }

  #forget(seat: Seat<Request, Answer>): void {
    this.#seats.delete(seat);
    if (this.#shared === seat) this.#shared = null;
  }

  #lose(call: PoolCall<Request, Answer>, how: string): void {
    if (call.isLost) {
      call.reject(new HookFailure('exit', `its worker ${how}, twice, while it ran`));
      return;
    }
    call.isLost = true;
    this.#assign(call);
  }

  async #giveUp(call: PoolCall<Request, Answer>, failure: HookFailure): Promise<void> {
    const { seat } = call;
    if (seat?.withdraw(call) === true) {
      call.reject(failure);
      return;
    }
    if (seat === null || !seat.remove(call)) return;
    if (this.#shared === seat) this.#shared = null;
    await seat.end();
    call.reject(failure);
    // What answered while the worker was ending has been taken out; the rest did nothing wrong.
    for (const innocent of seat.empty()) this.#assign(innocent);
  }
}

interface SeatEvents<Request, Answer> {
  lost(how: string, calls: readonly PoolCall<Request, Answer>[]): void;
  ended(): void;
}

/** How long a worker may take to start before it is taken for one that never will. */
const patienceMs = 15_000;

let lastId = 0;

/** One worker and the calls at work in it. */
class Seat<Request, Answer> implements WorkerEvents<Answer> {
  readonly #worker: Worker<Request>;
  readonly #calls = new Map<number, PoolCall<Request, Answer>>();
  readonly #events: SeatEvents<Request, Answer>;
  /** It takes no further call and ends when it is idle. */
  #isRetired: boolean;
  #isReady = false;
  readonly #startedAt = performance.now();
  #ending: Promise<void> | null = null;

  constructor(
    startWorker: StartWorker<Request, Answer>,
    isAlone: boolean,
    events: SeatEvents<Request, Answer>,
  ) {
    this.#isRetired = isAlone;
    this.#events = events;
    this.#worker = startWorker(this);
  }

  start(call: PoolCall<Request, Answer>): void {
    lastId += 1;
    const id = lastId;
    call.seat = this;
    this.#calls.set(id, call);
    if (this.#calls.size === 1) this.#worker.hold(true);
    if (this.#isReady) this.#send(id, call);
  }

  ready(): void {
    this.#isReady = true;
    for (const [id, call] of [...this.#calls]) this.#send(id, call);
  }

  #send(id: number, call: PoolCall<Request, Answer>): void {
    try {
      this.#worker.start(id, call.request);
    } catch (error) {
      this.#take(id)?.reject(HookFailure.from(error, 'threw'));
    }
  }

  /** Takes a call back that has not begun, so that a timeout shorter than the start does not keep a worker from starting. */
  withdraw(call: PoolCall<Request, Answer>): boolean {
    if (this.#isReady || performance.now() - this.#startedAt > patienceMs) return false;
    for (const [id, each] of this.#calls) if (each === call) return this.#take(id) !== undefined;
    return false;
  }

  remove(call: PoolCall<Request, Answer>): boolean {
    for (const [id, each] of this.#calls) if (each === call) return this.#calls.delete(id);
    return false;
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

  retire(): void {
    this.#isRetired = true;
    if (this.#calls.size === 0) void this.end();
  }

  answered(id: number, answer: Answer): void {
    this.#take(id)?.resolve(answer);
  }

  progressed(id: number | null, progress: Progress): void {
    if (id !== null) this.#calls.get(id)?.context.progress(progress);
    else for (const call of this.#calls.values()) call.context.progress(progress);
  }

  lost(how: string): void {
    if (this.#ending === null) this.#events.lost(how, this.empty());
  }

  refused(failure: HookFailure): void {
    const calls = this.empty();
    this.#events.ended();
    for (const call of calls) call.reject(failure);
  }

  #take(id: number): PoolCall<Request, Answer> | undefined {
    const call = this.#calls.get(id);
    if (call === undefined) return undefined;
    this.#calls.delete(id);
    if (this.#calls.size > 0) return call;
    if (this.#isRetired) void this.end();
    else this.#worker.hold(false);
    return call;
  }
}
