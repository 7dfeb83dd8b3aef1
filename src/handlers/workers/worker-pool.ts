import type { HookContext } from '../../engine/firing/context.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { type PoolCall, Seat, type StartWorker } from './worker-slot.ts';

/** How many calls that may have killed a worker are run at the same time, each in a worker of its own. */
const mostAlone = 8;

/**
 * Calls on one worker at a time. What times out ends the worker, since nothing less stops a busy thread; the others that
 * were at work in it are run again in the next one. A call that was at work when its worker died is run again alone, so
 * that a call that kills its worker takes nobody with it the second time.
 */
export class WorkerPool<Request, Answer> {
  readonly #startWorker: StartWorker<Request, Answer>;
  readonly #seats = new Set<Seat<Request, Answer>>();
  /** Those of the seats that run one call at a time. */
  readonly #alone = new Set<Seat<Request, Answer>>();
  #suspects: PoolCall<Request, Answer>[] = [];
  #shared: Seat<Request, Answer> | null = null;
  #isRetired = false;

  constructor(startWorker: StartWorker<Request, Answer>) {
    this.#startWorker = startWorker;
  }

  run(request: Request, context: HookContext): Promise<Answer> {
    const { signal } = context;
    return new Promise((resolve, reject) => {
      const giveUp = () => void this.#giveUp(call, HookFailure.from(signal.reason, 'cancelled'));
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
      if (signal.aborted) {
        call.reject(HookFailure.from(signal.reason, 'cancelled'));
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
    if (seat?.isIdle === true) void seat.end();
  }

  /** From now on a worker ends as soon as it has nothing to do. Calls still work: firings that began earlier make them. */
  retire(): void {
    this.#isRetired = true;
    this.renew();
  }

  /** Ends the workers. Calls at work fail; a later call starts a new worker. */
  async end(): Promise<void> {
    this.#shared = null;
    const seats = [...this.#seats];
    const calls = [...this.#suspects.splice(0), ...seats.flatMap((seat) => seat.empty())];
    for (const call of calls) call.reject(new HookFailure('missing', 'its worker was ended'));
    await Promise.all(seats.map((seat) => seat.end()));
  }

  #assign(call: PoolCall<Request, Answer>): void {
    try {
      this.#shared ??= this.#open();
      this.#shared.start(call);
    } catch (error) {
      call.reject(HookFailure.from(error, 'missing'));
    }
  }

  #open(): Seat<Request, Answer> {
    const seat: Seat<Request, Answer> = new Seat(this.#startWorker, {
      idle: () => this.#rest(seat),
      lost: (how, calls, wasReady) => {
        this.#forget(seat);
        const failure = wasReady
          ? new HookFailure('exit', `its worker ${how}, twice, while it ran`)
          : new HookFailure('missing', `its worker could not be started: it ${how}`);
        for (const call of calls) this.#lose(call, failure);
      },
      ended: () => this.#forget(seat),
    });
    this.#seats.add(seat);
    return seat;
  }

  #rest(seat: Seat<Request, Answer>): void {
    const next = this.#alone.has(seat) ? this.#suspects.shift() : undefined;
    if (next !== undefined) {
      seat.start(next);
      return;
    }
    if (seat === this.#shared && !this.#isRetired) return;
    if (seat === this.#shared) this.#shared = null;
    void seat.end();
  }

  #forget(seat: Seat<Request, Answer>): void {
    this.#seats.delete(seat);
    if (this.#shared === seat) this.#shared = null;
    if (this.#alone.delete(seat)) this.#runSuspects();
  }

  #lose(call: PoolCall<Request, Answer>, failure: HookFailure): void {
    if (call.isLost) {
      call.reject(failure);
      return;
    }
    call.isLost = true;
    call.seat = null;
    this.#suspects.push(call);
    this.#runSuspects();
  }

  #runSuspects(): void {
    while (this.#alone.size < mostAlone) {
      const suspect = this.#suspects.shift();
      if (suspect === undefined) return;
      try {
        const seat = this.#open();
        this.#alone.add(seat);
        seat.start(suspect);
      } catch (error) {
        suspect.reject(HookFailure.from(error, 'missing'));
      }
    }
  }

  async #giveUp(call: PoolCall<Request, Answer>, failure: HookFailure): Promise<void> {
    const { seat } = call;
    if (seat === null) this.#suspects = this.#suspects.filter((each) => each !== call);
    if (seat === null || seat.withdraw(call)) {
      call.reject(failure);
      return;
    }
    if (!seat.remove(call)) return;
    if (this.#shared === seat) this.#shared = null;
    await seat.end();
    call.reject(failure);
    // What answered while the worker was ending has been taken out; the rest did nothing wrong.
    for (const innocent of seat.empty()) this.#assign(innocent);
  }
}
