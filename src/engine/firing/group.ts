import type { Hook } from '../hooks/hook.ts';
import type { HookFailure } from '../outcome/failure.ts';
import type { Run } from '../outcome/outcome.ts';
import { now } from '../values/clock.ts';
import type { Fields } from '../values/shapes.ts';
import type { Context } from './context.ts';
import type { Answered } from './firing-record.ts';
import { type CallOwner, HookCall, pending } from './hook-call.ts';

/** What a parallel group needs of its firing. */
export interface GroupOwner {
  newContext(hook: Hook): Context;
  begin(hook: Hook): Run | null;
  limitFor(hook: Hook, limitMs: number): number;
  groupSettled(answered: readonly Answered[]): void;
}

/** Hooks that run at the same time from the same subject. Nobody is cancelled because another has answered. */
export class GroupCall implements CallOwner {
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

  /** Starts every member. Gives their answers, or null when some are pending; `groupSettled` follows then. */
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
