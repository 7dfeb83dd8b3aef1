import { invoke } from './call.ts';
import { completeInput } from './complete-input.ts';
import { Context, type FireOptions } from './context.ts';
import { clearDeadline, type Deadline, releaseDeadline, setDeadline } from './deadlines.ts';
import { HooklineError } from './errors.ts';
import { HookFailure } from './failure.ts';
import { type Engine, Firing } from './firing.ts';
import type { Hook } from './hook.ts';
import { type Fields, subjectOf } from './ledger.ts';
import { type Outcome, quietOutcome } from './outcome.ts';
import type { Plan } from './plan.ts';
import type { PointState } from './registry.ts';

/** Runs the hooks of a point. Stays synchronous until a hook is really pending; most never are. */
export function fire(
  engine: Engine,
  state: PointState,
  input: Fields,
  options: FireOptions,
): Promise<Outcome> {
  const { point } = state;
  const value = point.matches === null ? '' : input[point.matches];
  if (typeof value !== 'string') {
    throw new HooklineError(
      'input-invalid',
      `the input of ${point.name} needs ${point.matches} as text, not ${typeof value}`,
    );
  }
  const plan = engine.registry.plan(state, value, options.agent ?? null);
  const { plain } = plan;
  const isWatched = engine.listeners.active || options.signal !== undefined || engine.background.hasArrived;
  if (isWatched || plain === null) {
    return new Firing(engine, plan, input, completeInput(engine.base, plan, input), options, 0).run();
  }
  return firePlain(engine, plan, plain, input, options);
}

/** The common case: hooks one after another, nobody listens, and nobody says anything. */
function firePlain(
  engine: Engine,
  plan: Plan,
  hooks: readonly Hook[],
  original: Fields,
  options: FireOptions,
): Promise<Outcome> {
  const [first] = hooks;
  if (first !== undefined) {
    const input = completeInput(engine.base, plan, original);
    const context = new Context(first, options);
    for (let index = 0; index < hooks.length; index += 1) {
      const hook = hooks[index] as Hook;
      const reply = invoke(hook, input, context);
      if (reply === undefined) continue;
      return new PlainChain(engine, plan, hooks, original, input, options, context, index).start(hook, reply);
    }
  }
  return Promise.resolve(quietOutcome(plan.point, subjectOf(plan.point, original), plan.quietRuns));
}

const then = Promise.prototype.then;

/** A plain chain from its first promise on. At the first answer, failure or timeout a firing takes over. */
class PlainChain implements Deadline {
  limitMs = 0;
  expiresAt = 0;
  timer: ReturnType<typeof setTimeout> | null = null;
  linked = false;
  previous: Deadline | null = null;
  next: Deadline | null = null;

  readonly #engine: Engine;
  readonly #plan: Plan;
  readonly #hooks: readonly Hook[];
  readonly #original: Fields;
  readonly #input: Fields;
  readonly #options: FireOptions;
  readonly #context: Context;
  #index: number;
  #isOver = false;
  #resolve: ((outcome: Outcome | Promise<Outcome>) => void) | null = null;
  readonly #onReply: (reply: unknown) => void;
  readonly #onError: (error: unknown) => void;

  constructor(
    engine: Engine,
    plan: Plan,
    hooks: readonly Hook[],
    original: Fields,
    input: Fields,
    options: FireOptions,
    context: Context,
    index: number,
  ) {
    this.#engine = engine;
    this.#plan = plan;
    this.#hooks = hooks;
    this.#original = original;
    this.#input = input;
    this.#options = options;
    this.#context = context;
    this.#index = index;
    this.#onReply = (value) => this.#settle(value);
    this.#onError = (error) => this.#settle(HookFailure.from(error, 'threw'));
  }

  start(hook: Hook, reply: unknown): Promise<Outcome> {
    return (
      this.#accept(hook, reply) ??
      new Promise((resolve) => {
        this.#resolve = resolve;
      })
    );
  }

  expire(): void {
    const failure = HookFailure.timeout((this.#hooks[this.#index] as Hook).timeoutMs);
    this.#context.abort(failure);
    // A hook that is given up keeps its context.
    this.#resolve?.(this.#handOver(null, failure));
  }

  #settle(reply: unknown): void {
    if (this.#isOver) return;
    clearDeadline(this);
    const outcome = reply === undefined ? this.#walk() : this.#handOver(this.#context, reply);
    if (outcome !== null) this.#resolve?.(outcome);
  }

  /** Runs the next hooks until one is pending, which gives null, or the chain is over. */
  #walk(): Promise<Outcome> | null {
    for (this.#index += 1; this.#index < this.#hooks.length; this.#index += 1) {
      const hook = this.#hooks[this.#index] as Hook;
      const reply = invoke(hook, this.#input, this.#context);
      if (reply !== undefined) return this.#accept(hook, reply);
    }
    releaseDeadline(this);
    const { point, quietRuns } = this.#plan;
    return Promise.resolve(quietOutcome(point, subjectOf(point, this.#original), quietRuns));
  }

  #accept(hook: Hook, reply: unknown): Promise<Outcome> | null {
    return hook.graceMs === 0 && this.#wait(hook, reply) ? null : this.#handOver(this.#context, reply);
  }

  /** Waits for exactly the language's own promises: anything else could call back twice, or throw when looked at. */
  #wait(hook: Hook, reply: unknown): boolean {
    try {
      if ((reply as object).constructor !== Promise) return false;
      then.call(reply as Promise<unknown>, this.#onReply, this.#onError);
    } catch {
      return false;
    }
    setDeadline(this, hook.timeoutMs);
    return true;
  }

  #handOver(context: Context | null, reply: unknown): Promise<Outcome> {
    this.#isOver = true;
    releaseDeadline(this);
    const firing = new Firing(
      this.#engine,
      this.#plan,
      this.#original,
      this.#input,
      this.#options,
      this.#index,
    );
    return firing.takeOver(this.#index, context, reply);
  }
}
