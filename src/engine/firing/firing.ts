import type { Hook, HookGroup } from '../hooks/hook.ts';
import type { Plan, PlanStep } from '../hooks/plan.ts';
import type { Registry } from '../hooks/registry.ts';
import { HookFailure } from '../outcome/failure.ts';
import type { Outcome, Run } from '../outcome/outcome.ts';
import type { BaseFields } from '../points/inputs.ts';
import { now } from '../values/clock.ts';
import type { Fields } from '../values/shapes.ts';
import type { Background } from './background.ts';
import { Call, type CallOwner, pending } from './call.ts';
import { Context, type FireOptions, type Progress, type ProgressSink } from './context.ts';
import { type Answered, FiringRecord } from './firing-record.ts';
import { GroupCall, type GroupOwner } from './group.ts';
import { type FiringInfo, type Listeners, nextId } from './interceptor.ts';
import { newRun, timeRun } from './run.ts';

/** What the firings of one Hooks share. */
export interface Engine {
  readonly registry: Registry;
  readonly listeners: Listeners;
  readonly background: Background;
  readonly base: () => BaseFields;
}

/** What a firing begins with. */
export interface FiringInit {
  readonly engine: Engine;
  readonly plan: Plan;
  readonly input: Fields;
  readonly options: FireOptions;
}

/** One firing: walks the chain, lets guards judge again what changed after them, then tells those who only watch. */
export class Firing implements CallOwner, GroupOwner, ProgressSink, FiringInfo {
  readonly point: string;
  readonly options: FireOptions;
  readonly #engine: Engine;
  readonly #plan: Plan;
  readonly #signal: AbortSignal | undefined;
  readonly #traced: boolean;
  readonly #record: FiringRecord;
  id = '';
  #runCount = 0;
  #call: Call | null = null;
  #group: GroupCall | null = null;
  #stage: 'chain' | 'again' | 'after' = 'chain';
  #index = 0;
  #decided: Outcome | null = null;
  #budgets: Map<HookGroup, number> | null = null;
  #cancelled: HookFailure | null = null;
  #clock = 0;
  #resolve: ((outcome: Outcome) => void) | null = null;
  #onAbort: (() => void) | null = null;

  /** `quietCount` hooks ran before and said nothing. */
  constructor({ engine, plan, input, options }: FiringInit, quietCount: number) {
    this.point = plan.point.name;
    this.options = options;
    this.#engine = engine;
    this.#plan = plan;
    this.#signal = options.signal;
    this.#traced = engine.listeners.active;
    this.#record = new FiringRecord(this, plan, engine.listeners, input, quietCount);
  }

  get agent(): string | null {
    return this.options.agent ?? null;
  }

  get toolUseId(): string | null {
    return this.options.toolUseId ?? null;
  }

  get input(): Fields {
    return this.#record.input;
  }

  /** Tells the listeners that the firing begins. */
  open(): void {
    this.id = nextId();
    this.#engine.listeners.fired(this);
    this.#clock = now();
  }

  run(): Promise<Outcome> {
    const { background } = this.#engine;
    if (this.#traced) this.open();
    if (background.hasArrived && this.#plan.point.admits.includes('inject')) {
      this.#record.arrive(background.take(this.agent));
    }
    return this.#outcome(this.#advance());
  }

  /** Ends a traced run of a hook that said nothing. */
  endRun(run: Run): void {
    timeRun(run, this.#lap());
    this.#record.push(run);
    this.#engine.listeners.finished(this, run);
  }

  /** Goes on with a chain whose first hooks said nothing, from the first answer. */
  takeOver(
    index: number,
    context: Context,
    run: Run | null,
    reply: unknown,
    isGivenUp: boolean,
  ): Promise<Outcome> {
    const hook = this.#plan.steps[index] as Hook;
    this.#index = index + 1;
    // A hook that was given up keeps its context.
    if (!isGivenUp) {
      const call = new Call(this, hook, context);
      call.run = run;
      this.#call = call;
      const answer = call.accept(this.input, reply);
      if (answer === pending) return this.#outcome(null);
      this.#settle(hook, run, answer);
    } else {
      this.#settle(hook, run, reply);
    }
    return this.#outcome(this.#advance());
  }

  /** The members of a group that has a time limit of its own share it. */
  limitFor(hook: Hook, limitMs: number): number {
    const group = hook.group;
    if (group === null || group.timeoutMs === null) return limitMs;
    const time = now();
    this.#budgets ??= new Map();
    const endsAt = this.#budgets.get(group) ?? time + group.timeoutMs;
    this.#budgets.set(group, endsAt);
    return Math.min(limitMs, endsAt - time);
  }

  /** A context that no hook has had; `run` is the hook's own, where it goes on with one. */
  newContext(hook: Hook, run: Run | null = null): Context {
    const context = new Context(hook, this.options);
    context.outcome = this.#decided;
    if (run !== null) Context.trace(context, run, this);
    return context;
  }

  /** Tells the listeners that a hook starts, and gives the run that they are told of. */
  begin(context: Context, hook: Hook): Run | null {
    if (!this.#traced) return null;
    this.#runCount += 1;
    const run = newRun(hook, `${this.id}.${this.#runCount}`);
    Context.trace(context, run, this);
    this.#engine.listeners.started(this, run);
    return run;
  }

  report(run: Run, progress: Progress): void {
    this.#engine.listeners.progress(this, run, progress);
  }

  settled(call: Call, reply: unknown): void {
    // A hook that was given up keeps its call; and what a traced hook prints late must not be taken for the next one's.
    if (call.abandoned || this.#traced) {
      call.release();
      this.#call = null;
    }
    this.#settle(call.hook, call.run, reply);
    this.#resume();
  }

  groupSettled(answered: readonly Answered[]): void {
    this.#group = null;
    this.#settleGroup(answered);
    this.#resume();
  }

  #settle(hook: Hook, run: Run | null, reply: unknown): void {
    const again = this.#stage === 'again';
    const durationMs = run === null ? null : this.#lap();
    if (reply !== undefined || again) this.#record.settle({ hook, run, reply, durationMs }, again);
    else if (run === null) this.#record.settleQuietly(hook);
    else this.#record.settleTraced(hook, run, durationMs);
  }

  #settleGroup(answered: readonly Answered[]): void {
    this.#record.settleGroup(answered);
    if (this.#traced) this.#clock = now();
  }

  /** The time since the last lap. One clock reading ends a run and begins the next. */
  #lap(): number {
    const time = now();
    const durationMs = time - this.#clock;
    this.#clock = time;
    return durationMs;
  }

  #outcome(outcome: Outcome | null): Promise<Outcome> {
    if (outcome !== null) return Promise.resolve(outcome);
    if (this.#signal !== undefined) {
      this.#onAbort = () => this.#cancel();
      // A hook may have aborted the signal itself, before it became pending.
      if (this.#signal.aborted) queueMicrotask(this.#onAbort);
      else this.#signal.addEventListener('abort', this.#onAbort, { once: true });
    }
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  #resume(): void {
    const outcome = this.#advance();
    if (outcome !== null) this.#resolve?.(outcome);
  }

  /** Runs hooks until one is pending, which gives null, or the firing is over. */
  #advance(): Outcome | null {
    for (let step = this.#next(); step !== null; step = this.#next()) {
      if (isGroup(step)) {
        if (this.#startGroup(step)) continue;
      } else {
        this.#call ??= new Call(this, step, this.newContext(step));
        const call = this.#call;
        call.run = this.begin(call.context, step);
        const reply = call.start(step, this.#record.input);
        if (reply !== pending) {
          this.#settle(step, call.run, reply);
          continue;
        }
      }
      // It aborted the signal before it became pending, so it was not ended then.
      if (this.#cancelled !== null && this.#resolve !== null) queueMicrotask(() => this.#endPending());
      return null;
    }
    return this.finish();
  }

  /** The next hook or group to run; null when there is none left. */
  #next(): PlanStep | null {
    if (this.#signal?.aborted === true && this.#cancelled === null) this.#noteCancelled();
    if (this.#stage === 'chain') {
      const step = this.#nextInChain();
      if (step !== null) return step;
      this.#stage = 'again';
    }
    if (this.#stage === 'again') {
      const guard = this.#isOver() ? null : this.#record.staleGuard;
      if (guard !== null) return guard;
      this.#stage = 'after';
      this.#index = 0;
      this.#tellDecision();
    }
    return this.#nextObserver();
  }

  #nextInChain(): PlanStep | null {
    const { steps } = this.#plan;
    while (this.#index < steps.length) {
      const step = steps[this.#index] as PlanStep;
      this.#index += 1;
      const rest = this.#isOver() || this.#record.halted ? this.#stillToRun(step) : step;
      if (rest !== null) return rest;
    }
    return null;
  }

  /** What runs of a step that comes after the end of the chain: its guards, unless the action is off anyway. */
  #stillToRun(step: PlanStep): PlanStep | null {
    const hooks = isGroup(step) ? step : [step];
    const guards = this.#isOver() ? [] : hooks.filter((hook) => hook.guard);
    for (const hook of hooks) if (!guards.includes(hook)) this.#record.skip(hook);
    if (guards.length === 0) return null;
    return isGroup(step) ? guards : step;
  }

  #nextObserver(): Hook | null {
    const observer = this.#cancelled === null ? this.#plan.observers[this.#index] : undefined;
    this.#index += 1;
    return observer ?? null;
  }

  #isOver(): boolean {
    return this.#cancelled !== null || this.#record.denied;
  }

  /** Those who come after the decision are told it. Nobody waits for the observers of a cancelled firing. */
  #tellDecision(): void {
    const { observers, background } = this.#plan;
    if (observers.length + background.length === 0) return;
    this.#decided = this.#record.soFar();
    if (this.#call !== null) this.#call.context.outcome = this.#decided;
    const unawaited = this.#cancelled === null ? background : [...observers, ...background];
    for (const hook of unawaited)
      this.#engine.background.start(hook, this.input, this, this.newContext(hook));
  }

  /** False when a member is pending; `groupSettled` follows then. */
  #startGroup(hooks: readonly Hook[]): boolean {
    const group = new GroupCall(this, this.#traced);
    const answered = group.start(hooks, this.input);
    if (answered === null) {
      this.#group = group;
      return false;
    }
    this.#settleGroup(answered);
    return true;
  }

  #cancel(): void {
    this.#noteCancelled();
    this.#endPending();
  }

  #endPending(): void {
    const failure = this.#cancelled as HookFailure;
    if (this.#group === null) this.#call?.end(failure);
    else this.#group.end(failure);
  }

  #noteCancelled(): void {
    this.#cancelled = new HookFailure('cancelled', 'the firing was cancelled');
    this.#record.cancel(this.#cancelled);
  }

  /** The outcome, when there is nothing left to run. */
  finish(): Outcome {
    this.#call?.release();
    if (this.#onAbort !== null) this.#signal?.removeEventListener('abort', this.#onAbort);
    const outcome = this.#record.outcome();
    if (this.#traced) this.#engine.listeners.settled(this, outcome);
    return outcome;
  }
}

function isGroup(step: PlanStep): step is readonly Hook[] {
  return Array.isArray(step);
}
