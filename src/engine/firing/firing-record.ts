import { type Hook, nameOf } from '../hooks/hook.ts';
import type { Plan } from '../hooks/plan.ts';
import { type Effect, noEffects, restrains } from '../outcome/effects.ts';
import { HookFailure, includesKind } from '../outcome/failure.ts';
import { Fold } from '../outcome/fold.ts';
import {
  blockEffect,
  type Dropped,
  type Injection,
  noInjections,
  type Outcome,
  quietOutcome,
  type Run,
} from '../outcome/outcome.ts';
import { type Answer, readReply } from '../outcome/reply.ts';
import { includesEffect } from '../points/point.ts';
import type { Point } from '../points/point-types.ts';
import type { Fields } from '../values/shapes.ts';
import { type Excuses, excuseFor } from './context.ts';
import type { FiringInit } from './firing-init.ts';
import type { FiringTrace } from './firing-trace.ts';
import type { Listeners } from './interceptor.ts';
import { completeRun, newRun, quietResult, type RunResult, skippedRun } from './run.ts';

export function subjectOf(point: Point, input: Fields): unknown {
  return point.subject === null ? null : (input[point.subject] ?? null);
}

export interface Answered {
  readonly hook: Hook;
  readonly run: Run | null;
  readonly reply: unknown;
  readonly durationMs: number | null;
}

export class FiringRecord {
  input: Fields;
  readonly #plan: Plan;
  readonly #listeners: Listeners;
  readonly #trace: FiringTrace | null;
  readonly #subject: unknown;
  readonly #excuses: Excuses | undefined;
  #fold: Fold | null = null;
  /** Null while the runs are the first ones of the plan's shared list; `#count` says how many. */
  #runs: Run[] | null;
  #count: number;
  #judged: number[] | null = null;

  constructor({ engine, plan, input, options, trace }: FiringInit, quietCount: number) {
    this.#count = quietCount;
    this.#plan = plan;
    this.#listeners = engine.listeners;
    this.#trace = trace;
    this.#runs = trace?.runs ?? null;
    this.#subject = subjectOf(plan.point, input);
    this.#excuses = options.excuses;
    this.input = input;
  }

  get #version(): number {
    return this.#fold?.version ?? 0;
  }

  get denied(): boolean {
    return this.#fold?.denied ?? false;
  }

  get halted(): boolean {
    return this.#fold?.halted ?? false;
  }

  get staleGuard(): Hook | null {
    const version = this.#version;
    if (version === 0) return null;
    return this.#plan.guards.find((_, index) => this.#judged?.[index] !== version) ?? null;
  }

  arrive(injections: readonly Injection[]): void {
    if (injections.length > 0) this.#fold = this.#newFold(injections);
  }

  cancel(failure: HookFailure): void {
    this.#fold ??= this.#newFold(noInjections);
    const { block } = this.#plan.point;
    if (block !== null) this.#fold.block(null, blockEffect(block, failure.message));
  }

  skip(hook: Hook): void {
    this.#push(skippedRun(hook));
  }

  settleQuietly(hook: Hook, run: Run | null): void {
    this.#judge(hook, this.#version);
    if (run !== null) this.#trace?.endQuietly(run);
    else if (this.#runs === null) this.#count += 1;
    else this.#runs.push(newRun(hook, null));
  }

  settle(answered: Answered, again: boolean): void {
    this.#apply(answered, readReply(answered.reply), again, null);
  }

  settleGroup(group: readonly Answered[]): void {
    const before = this.#version;
    const answers = group.map((answered) => ({ answered, answer: readReply(answered.reply) }));
    const lastWriter = answers.findLast(({ answered, answer }) => rewrites(answered.hook, answer))?.answered
      .hook;
    for (const { answered, answer } of answers) {
      const isStale = this.#version !== before;
      this.#apply(answered, answer, false, lastWriter ?? null);
      if (isStale) this.#judge(answered.hook, -1);
    }
  }

  soFar(): Outcome {
    const runs = this.#runs === null ? this.#quietRuns() : [...this.#runs];
    return (this.#fold ?? this.#newFold(noInjections)).snapshot(runs);
  }

  outcome(): Outcome {
    const { point, quietRuns } = this.#plan;
    const runs = this.#runs ?? quietRuns;
    return this.#fold?.outcome(runs) ?? quietOutcome(point, this.#subject, runs);
  }

  #apply(answered: Answered, answer: Answer, again: boolean, lastWriter: Hook | null): void {
    const { effects } = answer;
    if (effects.length === 0 && answer.failure === null) {
      this.#judge(answered.hook, this.#version);
      this.#record(answered, quietResult, again);
      return;
    }
    const { hook } = answered;
    this.#fold ??= this.#newFold(noInjections);
    const version = this.#fold.version;
    const obeyed: Effect[] = [];
    const dropped: Dropped[] = [];
    for (const effect of effects) {
      const why =
        this.#whyNot(hook, effect, answer.failure, lastWriter) ??
        (answer.failure === null ? excuseFor(this.#excuses, hook, effect, this.#fold.value) : null) ??
        this.#fold.apply(hook, effect, again);
      if (why === null) obeyed.push(effect);
      else dropped.push({ ...effect, why });
    }
    const failure = answer.failure ?? this.#lostRestraint(hook, obeyed, dropped);
    if (failure !== null) this.#close(hook, failure, obeyed);
    if (this.#fold.version !== version) this.#renewInput(this.#fold.value);
    this.#judge(hook, this.#fold.version);
    this.#record(answered, { effects: obeyed, dropped, failure }, again);
  }

  #whyNot(hook: Hook, effect: Effect, failure: HookFailure | null, lastWriter: Hook | null): string | null {
    if (failure !== null && !restrains(effect))
      return `the reply of "${nameOf(hook)}" could not be read whole`;
    if (effect.type !== 'modify' || lastWriter === null || lastWriter === hook) return null;
    return `"${nameOf(lastWriter)}" of the same parallel group modified it too`;
  }

  #lostRestraint(hook: Hook, obeyed: readonly Effect[], dropped: readonly Dropped[]): HookFailure | null {
    const { block, rights } = this.#plan.point;
    if (!hook.guard || obeyed.some((effect) => effect.type === block)) return null;
    const lost = dropped.find(
      (effect) =>
        !includesEffect(hook.rights, effect.type) &&
        (restrains(effect) || effect.type === 'modify') &&
        // Where there is no output, there is none to hide.
        (effect.type !== 'suppress' || includesEffect(rights, 'suppress')),
    );
    return lost === undefined ? null : new HookFailure('unclear', lost.why);
  }

  #close(hook: Hook, failure: HookFailure, obeyed: Effect[]): void {
    const { block } = this.#plan.point;
    if (block === null || hook.mode !== 'enforce' || failure.kind === 'cancelled') return;
    if (!includesKind(hook.closed, failure.kind) || obeyed.some((effect) => effect.type === block)) return;
    const effect = blockEffect(block, `hook "${nameOf(hook)}" failed (${failure.kind}): ${failure.message}`);
    this.#fold?.block(nameOf(hook), effect);
    obeyed.push(effect);
  }

  #renewInput(value: unknown): void {
    this.input = Object.freeze({ ...this.input, [String(this.#plan.point.subject)]: value });
    if (this.#trace !== null) this.#trace.input = this.input;
  }

  #judge(hook: Hook, version: number): void {
    if (!hook.guard) return;
    this.#judged ??= this.#plan.guards.map(() => 0);
    this.#judged[this.#plan.guards.indexOf(hook)] = version;
  }

  #record({ hook, run, durationMs }: Answered, result: RunResult, again: boolean): void {
    const record = run ?? newRun(hook, null);
    completeRun(record, result, durationMs);
    this.#push(record);
    if (result !== quietResult)
      this.#listeners.report(hook, again ? { ...result, dropped: noEffects } : result);
    if (run !== null) this.#trace?.finished(run);
  }

  #push(run: Run): void {
    this.#runs ??= this.#quietRuns();
    this.#runs.push(run);
  }

  /** A loop, because a slice of a frozen list is slow. */
  #quietRuns(): Run[] {
    const runs: Run[] = [];
    for (let index = 0; index < this.#count; index += 1) runs.push(this.#plan.quietRuns[index] as Run);
    return runs;
  }

  #newFold(arrived: readonly Injection[]): Fold {
    return new Fold(this.#plan.point, this.#subject, arrived);
  }
}

function rewrites(hook: Hook, { effects, failure }: Answer): boolean {
  return (
    failure === null && includesEffect(hook.rights, 'modify') && effects.some(({ type }) => type === 'modify')
  );
}
