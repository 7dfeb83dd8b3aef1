import { Call, type CallOwner, pending } from './call.ts';
import { now } from './clock.ts';
import type { Context } from './context.ts';
import type { HookFailure } from './failure.ts';
import type { Hook } from './hook.ts';
import type { Answered, Fields } from './ledger.ts';

/** What a parallel group needs of its firing. */
export interface GroupOwner {
  newContext(hook: Hook): Context;
  begin(context: Context, hook: Hook): void;
  limitFor(hook: Hook, limitMs: number): number;
  groupSettled(answered: readonly Answered[]): void;
}

/** Hooks that run at the same time from the same subject. Nobody is cancelled because another has answered. */
export class GroupCall implements CallOwner {
  readonly #owner: GroupOwner;
  readonly #startedAt: number | null;
  #calls: readonly Call[] = [];
  readonly #answers = new Map<Call, Answered>();
  #isStarted = false;

  constructor(owner: GroupOwner, isTraced: boolean) {
    this.#owner = owner;
    this.#startedAt = isTraced ? now() : null;
  }

  /** Starts every member. Gives their answers, or null when some are pending; `groupSettled` follows then. */
  start(hooks: readonly Hook[], input: Fields): readonly Answered[] | null {
    this.#calls = hooks.map((hook) => new Call(this, this.#owner.newContext(hook)));
    for (const call of this.#calls) {
      const hook = call.context.current;
      this.#owner.begin(call.context, hook);
      const reply = call.start(hook, input);
      if (reply !== pending) this.settled(call, reply);
    }
    this.#isStarted = true;
    return this.#isComplete() ? this.#answered() : null;
  }

  end(failure: HookFailure): void {
    for (const call of this.#calls) if (!this.#answers.has(call)) call.end(failure);
  }

  limitFor(hook: Hook, limitMs: number): number {
    return this.#owner.limitFor(hook, limitMs);
  }

  settled(call: Call, reply: unknown): void {
    call.release();
    const { current: hook, run } = call.context;
    const durationMs = this.#startedAt === null ? null : now() - this.#startedAt;
    this.#answers.set(call, { hook, run, reply, durationMs });
    if (this.#isStarted && this.#isComplete()) this.#owner.groupSettled(this.#answered());
  }

  #isComplete(): boolean {
    return this.#answers.size === this.#calls.length;
  }

  /** In order of registration, never of completion. */
  #answered(): readonly Answered[] {
    return this.#calls.flatMap((call) => this.#answers.get(call) ?? []);
  }
}
