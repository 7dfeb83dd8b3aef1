import type { Hook } from '../hooks/hook.ts';
import { HookFailure, isFailure } from '../outcome/failure.ts';
import type { Run } from '../outcome/outcome.ts';
import { isPostponed, readReply } from '../outcome/reply.ts';
import { isThenable } from '../values/shapes.ts';
import { describe } from '../values/text.ts';
import { Context } from './context.ts';
import { clearDeadline, Deadline, releaseDeadline, setDeadline } from './deadlines.ts';

export const pending: unique symbol = Symbol('pending');

export interface CallOwner {
  limitFor(hook: Hook, limitMs: number): number;
  settled(call: HookCall, reply: unknown): void;
}

const defaultAsyncSeconds = 30;
const maxAsyncSeconds = 600;
const then = Promise.prototype.then;

/** A chain uses one call for all its hooks, so waiting allocates once. A hook that is given up keeps its call. */
export class HookCall extends Deadline {
  context: Context;
  run: Run | null = null;
  abandoned = false;
  readonly #owner: CallOwner;
  #hook: Hook;
  #phase: 1 | 2 = 1;
  #input: unknown = null;
  #limitMs = 0;
  #isPending = false;
  #late: HookFailure | null = null;
  #onReply: ((reply: unknown) => void) | null = null;
  #onError: ((error: unknown) => void) | null = null;

  constructor(owner: CallOwner, hook: Hook, context: Context) {
    super();
    this.#owner = owner;
    this.#hook = hook;
    this.context = context;
  }

  get hook(): Hook {
    return this.#hook;
  }

  start(hook: Hook, run: Run | null, input: unknown): unknown {
    this.#hook = hook;
    this.run = run;
    this.#phase = 1;
    this.#input = input;
    return this.#invoke(hook.group === null ? hook.timeoutMs : this.#owner.limitFor(hook, hook.timeoutMs));
  }

  accept(hook: Hook, run: Run | null, input: unknown, reply: unknown): unknown {
    this.#hook = hook;
    this.run = run;
    this.#phase = 1;
    this.#input = input;
    this.#limitMs = hook.timeoutMs;
    return this.#accept(reply);
  }

  end(failure: HookFailure): void {
    if (!this.#isPending || this.#late !== null) return;
    this.#late = failure;
    clearDeadline(this);
    Context.abort(this.context, failure);
    if (this.#hook.graceMs > 0) setDeadline(this, this.#hook.graceMs);
    else this.#abandon(failure);
  }

  override expire(): void {
    if (this.#late !== null) this.#abandon(this.#late);
    else this.end(HookFailure.timeout(this.#limitMs));
  }

  release(): void {
    releaseDeadline(this);
  }

  #invoke(limitMs: number): unknown {
    if (limitMs <= 0) return new HookFailure('timeout', 'was not run: its group had no time left');
    this.#limitMs = limitMs;
    const reply = invoke(this.#hook, this.run, this.#input, this.context, this.#phase, limitMs);
    return reply === undefined ? undefined : this.#accept(reply);
  }

  #accept(reply: unknown): unknown {
    // A reply can be any object, also one whose properties throw when they are read.
    try {
      if (reply instanceof Promise) return this.#wait(reply);
      if (isFailure(reply)) return HookFailure.from(reply, 'threw');
      if (isThenable(reply)) return this.#wait(Promise.resolve(reply));
      return isPostponed(reply) ? this.#again(reply.asyncTimeout ?? defaultAsyncSeconds) : reply;
    } catch (error) {
      return HookFailure.from(error, 'threw');
    }
  }

  #again(seconds: number): unknown {
    if (this.#phase === 2) return new HookFailure('invalid', 'answered { async: true } for the second time');
    if (typeof seconds !== 'number' || !(seconds > 0)) {
      return new HookFailure(
        'invalid',
        `answered asyncTimeout ${describe(seconds)} instead of a number of seconds`,
      );
    }
    this.#phase = 2;
    return this.#invoke(this.#owner.limitFor(this.#hook, Math.min(seconds, maxAsyncSeconds) * 1000));
  }

  #wait(reply: Promise<unknown>): typeof pending {
    this.#onReply ??= (value) => this.#finish(value);
    this.#onError ??= (error) => this.#finish(HookFailure.from(error, 'threw'));
    // The language's own `then` on a real promise calls back once, whatever the hook's object would do.
    then.call(reply, this.#onReply, this.#onError);
    this.#isPending = true;
    setDeadline(this, this.#limitMs);
    return pending;
  }

  #finish(value: unknown): void {
    if (this.abandoned) return;
    this.#isPending = false;
    clearDeadline(this);
    const late = this.#late;
    if (late !== null) {
      this.#late = null;
      this.#owner.settled(this, late.carrying(readReply(value).effects));
      return;
    }
    const reply = value === undefined ? undefined : this.#accept(value);
    if (reply !== pending) this.#owner.settled(this, reply);
  }

  #abandon(failure: HookFailure): void {
    this.abandoned = true;
    releaseDeadline(this);
    this.#owner.settled(this, failure);
  }
}

export function invoke(
  hook: Hook,
  run: Run | null,
  input: unknown,
  context: Context,
  phase: 1 | 2,
  limitMs: number,
): unknown {
  const { handler } = hook;
  Context.pass(context, hook, run, phase, limitMs);
  try {
    return handler(input, context);
  } catch (error) {
    return HookFailure.from(error, 'threw');
  }
}
