import { type Hook, nameOf } from '../hooks/hook.ts';
import type { Effect } from '../outcome/effects.ts';
import { HookFailure } from '../outcome/failure.ts';
import { type Dropped, type Injection, noInjections } from '../outcome/outcome.ts';
import { type Answer, readReply } from '../outcome/reply.ts';
import { includesEffect } from '../points/point.ts';
import { now } from '../values/clock.ts';
import { getOrMake } from '../values/maps.ts';
import type { Fields } from '../values/shapes.ts';
import type { Context, FireOptions, LateReplies } from './context.ts';
import type { FiringTrace } from './firing-trace.ts';
import { type CallOwner, HookCall, pending } from './hook-call.ts';
import type { Listeners } from './interceptor.ts';
import { completeRun, type RunResult } from './run.ts';

const then = Promise.prototype.then;

interface BackgroundFiring {
  readonly options: FireOptions;
  readonly trace: FiringTrace | null;
}

export class Background implements LateReplies {
  readonly #listeners: Listeners;
  readonly #arrived = new Map<string | null, Injection[]>();
  readonly #running = new Set<{ cancel(failure: HookFailure): void }>();
  #drained: (() => void)[] = [];
  #ended: HookFailure | null = null;
  /** A field, since every firing looks at it. */
  hasArrived = false;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  take(agent: string | null): readonly Injection[] {
    const injections = this.#arrived.get(agent) ?? noInjections;
    this.#arrived.delete(agent);
    this.hasArrived = this.#arrived.size > 0;
    return injections;
  }

  start(hook: Hook, { options, trace }: BackgroundFiring, input: Fields, context: Context): void {
    const run = new BackgroundRun(hook, context, trace, (answer) => {
      const result = this.#accept(hook, options.agent ?? null, answer);
      this.#listeners.report(hook, result);
      run.finish(result);
      this.#done(run);
    });
    this.#running.add(run);
    run.start(input);
    const ended = this.#ended;
    if (ended !== null) queueMicrotask(() => run.cancel(ended));
  }

  await(
    hook: Hook,
    agent: string | null,
    reply: Promise<unknown>,
    cancel: (failure: HookFailure) => void,
  ): void {
    const running = { cancel };
    this.#running.add(running);
    const take = (value: unknown): void => {
      this.#listeners.report(hook, this.#accept(hook, agent, readReply(value)));
      this.#done(running);
    };
    then.call(reply, take, (error) => take(HookFailure.from(error, 'threw')));
    if (this.#ended !== null) cancel(this.#ended);
  }

  forget(agent: string): void {
    this.take(agent);
  }

  drain(): Promise<void> {
    return this.#running.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => this.#drained.push(resolve));
  }

  cancel(failure: HookFailure): void {
    this.#ended = failure;
    for (const run of [...this.#running]) run.cancel(failure);
  }

  #done(running: { cancel(failure: HookFailure): void }): void {
    this.#running.delete(running);
    if (this.#running.size > 0) return;
    for (const resolve of this.#drained.splice(0)) resolve();
  }

  #accept(hook: Hook, agent: string | null, { effects, failure }: Answer): RunResult {
    const obeyed: Effect[] = [];
    const dropped: Dropped[] = [];
    const mayInject = hook.mode !== 'observe' && includesEffect(hook.rights, 'inject');
    for (const effect of effects) {
      if (effect.type === 'inject' && mayInject) {
        obeyed.push(effect);
        this.hasArrived = true;
        const injection = { content: effect.content, into: effect.into, hook: nameOf(hook) };
        getOrMake(this.#arrived, agent, () => []).push(injection);
      } else {
        dropped.push({
          ...effect,
          why: `"${nameOf(hook)}" runs in the background, too late to ${effect.type}`,
        });
      }
    }
    return { effects: obeyed, dropped, failure };
  }
}

class BackgroundRun implements CallOwner {
  readonly #call: HookCall;
  readonly #trace: FiringTrace | null;
  readonly #done: (answer: Answer) => void;
  #startedAt = 0;

  constructor(hook: Hook, context: Context, trace: FiringTrace | null, done: (answer: Answer) => void) {
    this.#call = new HookCall(this, hook, context);
    this.#trace = trace;
    this.#done = done;
  }

  start(input: unknown): void {
    const { hook } = this.#call;
    const run = this.#trace?.begin(hook) ?? null;
    if (run !== null) this.#startedAt = now();
    const reply = this.#call.start(hook, run, input);
    if (reply !== pending) this.settled(this.#call, reply);
  }

  cancel(failure: HookFailure): void {
    this.#call.end(failure);
  }

  limitFor({ group }: Hook, limitMs: number): number {
    return Math.min(limitMs, group?.timeoutMs ?? limitMs);
  }

  settled(call: HookCall, reply: unknown): void {
    call.release();
    this.#done(readReply(reply));
  }

  finish(result: RunResult): void {
    const { run } = this.#call;
    if (run === null) return;
    completeRun(run, result, now() - this.#startedAt);
    this.#trace?.finished(run);
  }
}
