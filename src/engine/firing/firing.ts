import type { Hook, HookGroup } from '../hooks/hook.ts';
import type { Plan, PlanStep } from '../hooks/plan.ts';
import { HookFailure } from '../outcome/failure.ts';
import type { Outcome, Run } from '../outcome/outcome.ts';
import { now } from '../values/clock.ts';
import type { Fields } from '../values/shapes.ts';
import { Context } from './context.ts';
import type { FiringInit } from './firing-init.ts';
import { type Answered, FiringRecord } from './firing-record.ts';
import type { FiringTrace } from './firing-trace.ts';
import { type CallOwner, HookCall, pending } from './hook-call.ts';

interface GroupOwner {
  newContext(hook: Hook): Context;
  begin(hook: Hook): Run | null;
  limitFor(hook: Hook, limitMs: number): number;
  groupSettled(answered: readonly Answered[]): void;
}

class GroupCall implements CallOwner {
  readonly #owner: GroupOwner;
  readonly #startedAt: number | null;
  /** In order of registration, which setting an answer later does not change. */
  readonly #answers = new Map<HookCall, Answered | null>();
  #pendingCount = 0;
  #isStarted = false;

  constructor(owner: GroupOwner, isTraced: boolean) {
    this.#owner = owner;
    this.#startedAt = isTraced ? now() : null;
  }

  start(hooks: readonly Hook[], input: Fields): readonly Answered[] | null {
    for (const hook of hooks) this.#answers.set(new HookCall(this, hook, this.#owner.newContext(hook)), null);
    this.#pendingCount = hooks.length;
    for (const call of this.#answers.keys()) {
      const reply = call.start(call.hook, this.#owner.begin(call.hook), input);
      if (reply !== pending) this.settled(call, reply);
    }
    this.#isStarted = true;
    return this.#pendingCount === 0 ? this.#answered() : null;
  }

  end(failure: HookFailure): void {
    for (const [call, answered] of this.#answers) if (answered === null) call.end(failure);
  }

  limitFor(hook: Hook, limitMs: number): number {
    return this.#owner.limitFor(hook, limitMs);
  }

  settled(call: HookCall, reply: unknown): void {
    call.release();
    const { hook, run } = call;
    const durationMs = this.#startedAt === null ? null : now() - this.#startedAt;
    this.#answers.set(call, { hook, run, reply, durationMs });
    this.#pendingCount -= 1;
    if (this.#pendingCount === 0 && this.#isStarted) this.#owner.groupSettled(this.#answered());
  }

  #answered(): readonly Answered[] {
    return [...this.#answers.values()].filter((answered) => answered !== null);
  }
}

export class Firing implements CallOwner, GroupOwner {
  readonly #init: FiringInit;
  readonly #plan: Plan;
  readonly #signal: AbortSignal | undefined;
  readonly #trace: FiringTrace | null;
  readonly #record: FiringRecord;
  #call: HookCall | null = null;
  #group: GroupCall | null = null;
  #stage: 'chain' | 'again' | 'after' = 'chain';
  #index: number;
  #decided: Outcome | null = null;
  #budgets: Map<HookGroup, number> | null = null;
  #cancelled: HookFailure | null = null;
  #resolve: ((outcome: Outcome) => void) | null = null;
  #onAbort: (() => void) | null = null;

  constructor(init: FiringInit, quietCount: number) {
    this.#init = init;
    this.#plan = init.plan;
    this.#signal = init.options.signal;
    this.#trace = init.trace;
    this.#record = new FiringRecord(init, quietCount);
    this.#index = quietCount;
  }

  run(): Promise<Outcome> {
    const { engine, options } = this.#init;
    if (engine.background.hasArrived && this.#plan.point.admits.includes('inject')) {
      this.#record.arrive(engine.background.take(options.agent ?? null));
    }
    return this.#outcome(this.#advance());
  }

  goOn(run: Run | null, reply: unknown): Promise<Outcome> {
    const hook = this.#plan.steps[this.#index] as Hook;
    this.#index += 1;
    this.#settle(hook, run, reply);
    return this.#outcome(this.#advance());
  }

  limitFor(hook: Hook, limitMs: number): number {
    const group = hook.group;
    if (group === null || group.timeoutMs === null) return limitMs;
    const time = now();
    this.#budgets ??= new Map();
    const endsAt = this.#budgets.get(group) ?? time + group.timeoutMs;
    this.#budgets.set(group, endsAt);
    return Math.min(limitMs, endsAt - time);
  }

  newContext(hook: Hook): Context {
    const { engine, options } = this.#init;
    return new Context(hook, options, engine.background, this.#trace, this.#decided);
  }

  begin(hook: Hook): Run | null {
    return this.#trace === null ? null : this.#trace.begin(hook);
  }

  settled(call: HookCall, reply: unknown): void {
    // A hook that was given up keeps its call; and what a traced hook prints late isn't the next one's.
    if (call.abandoned) this.#call = null;
    else if (this.#trace !== null) call.context = this.newContext(call.hook);
    this.#settle(call.hook, call.run, reply);
    this.#resume();
  }

  groupSettled(answered: readonly Answered[]): void {
    this.#group = null;
    this.#settleGroup(answered);
    this.#resume();
  }

  #settle(hook: Hook, run: Run | null, reply: unknown): void {
    if (reply === undefined) {
      this.#record.settleQuietly(hook, run);
      return;
    }
    const durationMs = this.#trace === null ? null : this.#trace.lap();
    this.#record.settle({ hook, run, reply, durationMs }, this.#stage === 'again');
  }

  #settleGroup(answered: readonly Answered[]): void {
    this.#record.settleGroup(answered);
    this.#trace?.lap();
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

  #advance(): Outcome | null {
    for (let step = this.#next(); step !== null; step = this.#next()) {
      if (isGroup(step)) {
        if (this.#startGroup(step)) continue;
      } else {
        this.#call ??= new HookCall(this, step, this.newContext(step));
        const call = this.#call;
        const reply = call.start(step, this.begin(step), this.#record.input);
        if (reply !== pending) {
          this.#settle(step, call.run, reply);
          continue;
        }
      }
      // It aborted the signal before it became pending, so it was not ended then.
      if (this.#cancelled !== null && this.#resolve !== null) queueMicrotask(() => this.#endPending());
      return null;
    }
    return this.#finish();
  }

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

  #tellDecision(): void {
    const { observers, background } = this.#plan;
    if (observers.length + background.length === 0) return;
    this.#decided = this.#record.soFar();
    this.#call?.release();
    this.#call = null;
    const unawaited = this.#cancelled === null ? background : [...observers, ...background];
    for (const hook of unawaited)
      this.#init.engine.background.start(hook, this.#init, this.#record.input, this.newContext(hook));
  }

  #startGroup(hooks: readonly Hook[]): boolean {
    const group = new GroupCall(this, this.#trace !== null);
    const answered = group.start(hooks, this.#record.input);
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

  #finish(): Outcome {
    this.#call?.release();
    if (this.#onAbort !== null) this.#signal?.removeEventListener('abort', this.#onAbort);
    const outcome = this.#record.outcome();
    this.#trace?.settled(outcome);
    return outcome;
  }
}

function isGroup(step: PlanStep): step is readonly Hook[] {
  return Array.isArray(step);
}
