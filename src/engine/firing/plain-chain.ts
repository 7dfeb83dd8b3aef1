import type { Hook } from '../hooks/hook.ts';
import { HookFailure } from '../outcome/failure.ts';
import { type Outcome, quietOutcome, type Run } from '../outcome/outcome.ts';
import { invoke } from './call.ts';
import { Context } from './context.ts';
import { clearDeadline, Deadline, releaseDeadline, setDeadline } from './deadlines.ts';
import { Firing, type FiringInit } from './firing.ts';
import { subjectOf } from './firing-record.ts';

const then = Promise.prototype.then;

/**
 * Hooks one after another that say nothing, with promises or with listeners. At the first answer, failure or timeout a
 * firing takes over; where runs are traced it is there from the start.
 */
export class PlainChain extends Deadline {
  readonly #init: FiringInit;
  readonly #hooks: readonly Hook[];
  #context: Context;
  readonly #traced: Firing | null;
  #index: number;
  #run: Run | null = null;
  #isOver = false;
  #resolve: ((outcome: Outcome | Promise<Outcome>) => void) | null = null;
  #onReply: ((reply: unknown) => void) | null = null;
  #onError: ((error: unknown) => void) | null = null;

  /** The hooks up to `index` have run. */
  constructor(
    init: FiringInit,
    hooks: readonly Hook[],
    context: Context,
    index: number,
    traced: Firing | null,
  ) {
    super();
    this.#init = init;
    this.#hooks = hooks;
    this.#context = context;
    this.#index = index;
    this.#traced = traced;
  }

  start(): Promise<Outcome> {
    return this.#walk() ?? this.#later();
  }

  /** Starts from what the last of the hooks that ran has answered. */
  goOn(hook: Hook, reply: unknown): Promise<Outcome> {
    return this.#accept(hook, reply) ?? this.#later();
  }

  override expire(): void {
    const failure = HookFailure.timeout((this.#hooks[this.#index] as Hook).timeoutMs);
    Context.abort(this.#context, failure);
    this.#resolve?.(this.#handOver(failure, true));
  }

  #later(): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  #settle(reply: unknown): void {
    if (this.#isOver) return;
    clearDeadline(this);
    if (reply === undefined) this.#endRun();
    // What a hook does with its context after it answered must not be taken for the next hook's. One that answered
    // `{ async: true }` runs again, and still reports to its own run.
    if (this.#traced !== null) {
      this.#context = this.#traced.newContext(this.#hooks[this.#index] as Hook, this.#run);
    }
    const outcome = reply === undefined ? this.#walk() : this.#handOver(reply, false);
    if (outcome !== null) this.#resolve?.(outcome);
  }

  /** Runs the next hooks until one is pending, which gives null, or the chain is over. */
  #walk(): Promise<Outcome> | null {
    for (this.#index += 1; this.#index < this.#hooks.length; this.#index += 1) {
      const hook = this.#hooks[this.#index] as Hook;
      if (this.#traced !== null) this.#run = this.#traced.begin(this.#context, hook);
      const reply = invoke(hook, this.#init.input, this.#context, 1, hook.timeoutMs);
      if (reply !== undefined) return this.#accept(hook, reply);
      this.#endRun();
    }
    releaseDeadline(this);
    if (this.#traced !== null) return Promise.resolve(this.#traced.finish());
    const { plan, input } = this.#init;
    return Promise.resolve(quietOutcome(plan.point, subjectOf(plan.point, input), plan.quietRuns));
  }

  #endRun(): void {
    if (this.#traced !== null && this.#run !== null) this.#traced.endRun(this.#run);
  }

  #accept(hook: Hook, reply: unknown): Promise<Outcome> | null {
    return hook.graceMs === 0 && this.#wait(hook, reply) ? null : this.#handOver(reply, false);
  }

  /** Waits for exactly the language's own promises: anything else could call back twice, or throw when looked at. */
  #wait(hook: Hook, reply: unknown): boolean {
    this.#onReply ??= (value) => this.#settle(value);
    this.#onError ??= (error) => this.#settle(HookFailure.from(error, 'threw'));
    try {
      if ((reply as object).constructor !== Promise) return false;
      then.call(reply as Promise<unknown>, this.#onReply, this.#onError);
    } catch {
      return false;
    }
    setDeadline(this, hook.timeoutMs);
    return true;
  }

  /** Lets a firing go on with what a hook answered. A hook that is given up keeps its context. */
  #handOver(reply: unknown, isGivenUp: boolean): Promise<Outcome> {
    this.#isOver = true;
    releaseDeadline(this);
    const firing = this.#traced ?? new Firing(this.#init, this.#index);
    return firing.takeOver(this.#index, this.#context, this.#run, reply, isGivenUp);
  }
}
