import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { type PoolCall, type StartWorker, WorkerSlot } from './worker-slot.ts';

const maxAlone = 8;

/** A timeout ends the worker; its other calls run again. Calls in a worker that died run again alone. */
export class WorkerPool<Request, Answer> {
  readonly #startWorker: StartWorker<Request, Answer>;
  readonly #slots = new Set<WorkerSlot<Request, Answer>>();
  readonly #alone = new Set<WorkerSlot<Request, Answer>>();
  #suspects: PoolCall<Request, Answer>[] = [];
  #shared: WorkerSlot<Request, Answer> | null = null;
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
        slot: null,
      };
      if (signal.aborted) {
        call.reject(HookFailure.from(signal.reason, 'cancelled'));
        return;
      }
      signal.addEventListener('abort', giveUp);
      this.#assign(call);
    });
  }

  renew(): void {
    const slot = this.#shared;
    this.#shared = null;
    if (slot?.isIdle === true) void slot.end();
  }

  /** From now on a worker ends when it is idle. Calls still work: earlier firings may make them. */
  retire(): void {
    this.#isRetired = true;
    this.renew();
  }

  async end(): Promise<void> {
    this.#shared = null;
    const slots = [...this.#slots];
    const calls = [...this.#suspects.splice(0), ...slots.flatMap((slot) => slot.empty())];
    for (const call of calls) call.reject(new HookFailure('missing', 'its worker was ended'));
    await Promise.all(slots.map((slot) => slot.end()));
  }

  #assign(call: PoolCall<Request, Answer>): void {
    try {
      this.#shared ??= this.#open();
      this.#shared.start(call);
    } catch (error) {
      call.reject(HookFailure.from(error, 'missing'));
    }
  }

  #open(): WorkerSlot<Request, Answer> {
    const slot: WorkerSlot<Request, Answer> = new WorkerSlot(this.#startWorker, {
      idle: () => this.#rest(slot),
      lost: (how, calls, wasReady) => {
        this.#forget(slot);
        const failure = wasReady
          ? new HookFailure('exit', `its worker ${how}, twice, while it ran`)
          : new HookFailure('missing', `its worker could not be started: it ${how}`);
        for (const call of calls) this.#lose(call, failure);
      },
      ended: () => this.#forget(slot),
    });
    this.#slots.add(slot);
    return slot;
  }

  #rest(slot: WorkerSlot<Request, Answer>): void {
    const next = this.#alone.has(slot) ? this.#suspects.shift() : undefined;
    if (next !== undefined) {
      slot.start(next);
      return;
    }
    if (slot === this.#shared && !this.#isRetired) return;
    if (slot === this.#shared) this.#shared = null;
    void slot.end();
  }

  #forget(slot: WorkerSlot<Request, Answer>): void {
    this.#slots.delete(slot);
    if (this.#shared === slot) this.#shared = null;
    if (this.#alone.delete(slot)) this.#runSuspects();
  }

  #lose(call: PoolCall<Request, Answer>, failure: HookFailure): void {
    if (call.isLost) {
      call.reject(failure);
      return;
    }
    call.isLost = true;
    call.slot = null;
    this.#suspects.push(call);
    this.#runSuspects();
  }

  #runSuspects(): void {
    while (this.#alone.size < maxAlone) {
      const suspect = this.#suspects.shift();
      if (suspect === undefined) return;
      try {
        const slot = this.#open();
        this.#alone.add(slot);
        slot.start(suspect);
      } catch (error) {
        suspect.reject(HookFailure.from(error, 'missing'));
      }
    }
  }

  async #giveUp(call: PoolCall<Request, Answer>, failure: HookFailure): Promise<void> {
    const { slot } = call;
    if (slot === null) this.#suspects = this.#suspects.filter((each) => each !== call);
    if (slot === null || slot.withdraw(call)) {
      call.reject(failure);
      return;
    }
    if (!slot.remove(call)) return;
    if (this.#shared === slot) this.#shared = null;
    await slot.end();
    call.reject(failure);
    for (const innocent of slot.empty()) this.#assign(innocent);
  }
}
