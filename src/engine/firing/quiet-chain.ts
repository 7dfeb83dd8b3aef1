import type { Hook } from '../hooks/hook.ts';
import { type Outcome, quietOutcome, type Run } from '../outcome/outcome.ts';
import { Context } from './context.ts';
import { Firing } from './firing.ts';
import type { FiringInit } from './firing-init.ts';
import { subjectOf } from './firing-record.ts';
import { type CallOwner, HookCall, invoke, pending } from './hook-call.ts';

export class QuietChain implements CallOwner {
  readonly #init: FiringInit;
  readonly #hooks: readonly Hook[];
  #context: Context;
  #index = -1;
  #call: HookCall | null = null;
  #resolve: ((outcome: Outcome | Promise<Outcome>) => void) | null = null;

  constructor(init: FiringInit, hooks: readonly Hook[], context: Context) {
    this.#init = init;
    this.#hooks = hooks;
    this.#context = context;
  }

  start(): Promise<Outcome> {
    return this.#promise(this.#walk());
  }

  goOn(index: number, reply: unknown): Promise<Outcome> {
    this.#index = index;
    return this.#promise(this.#accept(this.#hooks[index] as Hook, null, reply));
  }

  limitFor(_: Hook, limitMs: number): number {
    return limitMs;
  }

  settled(call: HookCall, reply: unknown): void {
    if (reply === undefined) this.#endRun(call);
    const outcome = reply === undefined ? this.#walk() : this.#handOver(call.run, reply);
    if (outcome !== null) this.#resolve?.(outcome);
  }

  #promise(outcome: Outcome | Promise<Outcome> | null): Promise<Outcome> {
    if (outcome !== null) return Promise.resolve(outcome);
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  #walk(): Outcome | Promise<Outcome> | null {
    const { trace, input, plan } = this.#init;
    const hooks = this.#hooks;
    const context = this.#context;
    for (let index = this.#index + 1; index < hooks.length; index += 1) {
      const hook = hooks[index] as Hook;
      const run = trace === null ? null : trace.begin(hook);
      const reply = invoke(hook, run, input, context, 1, hook.timeoutMs);
      if (reply !== undefined) {
        this.#index = index;
        return this.#accept(hook, run, reply);
      }
      if (run !== null) trace?.endQuietly(run);
    }
    this.#call?.release();
    const outcome = quietOutcome(
      plan.point,
      subjectOf(plan.point, input),
      trace === null ? plan.quietRuns : trace.runs,
    );
    if (trace !== null) trace.settled(outcome);
    return outcome;
  }

  #accept(hook: Hook, run: Run | null, reply: unknown): Promise<Outcome> | null {
    this.#call ??= new HookCall(this, hook, this.#context);
    const answer = this.#call.accept(hook, run, this.#init.input, reply);
    return answer === pending ? null : this.#handOver(run, answer);
  }

  #endRun(call: HookCall): void {
    const { engine, trace, options } = this.#init;
    if (trace === null || call.run === null) return;
    trace.endQuietly(call.run);
    // What a hook does with its context after its answer isn't the next hook's.
    this.#context = new Context(call.hook, options, engine.background, trace);
    call.context = this.#context;
  }

  #handOver(run: Run | null, reply: unknown): Promise<Outcome> {
    this.#call?.release();
    return new Firing(this.#init, this.#index).goOn(run, reply);
  }
}
