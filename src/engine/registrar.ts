import type { HookContext } from './context.ts';
import type { HookOptions } from './hook.ts';
import type { InputOf, PointRef, ReplyOf } from './point-types.ts';

/** A function hook. The point's name gives it the type of its input and the effects that it may answer. */
export type Handler<R extends PointRef> = (
  input: InputOf<R>,
  context: HookContext,
) => ReplyOf<R> | PromiseLike<ReplyOf<R>>;

/** Removes what was registered; false when it was already gone. */
export type Unregister = () => boolean;

export type Register = (point: PointRef, options: HookOptions, handler: unknown) => Unregister;

type AnyHandler = (input: unknown, context: HookContext) => unknown;

/** Where hooks are registered: globally, in a scope, or in a group. */
export class Registrar {
  readonly #register: Register;

  constructor(register: Register) {
    this.#register = register;
  }

  /** Registers a hook and gives the function that removes it. */
  on<R extends PointRef>(point: R, handler: Handler<R>): Unregister;
  on<R extends PointRef>(point: R, options: HookOptions, handler: Handler<R>): Unregister;
  on(point: PointRef, second: unknown, third?: unknown): Unregister {
    const [options, handler] = typeof second === 'function' ? [{}, second] : [second, third];
    return this.#register(point, options as HookOptions, handler);
  }

  /** Registers a hook that runs for one firing only, however many happen at the same time. */
  once<R extends PointRef>(point: R, handler: Handler<R>): Unregister;
  once<R extends PointRef>(point: R, options: HookOptions, handler: Handler<R>): Unregister;
  once(point: PointRef, second: unknown, third?: unknown): Unregister {
    const [options, handler] = typeof second === 'function' ? [{}, second] : [second, third];
    let isSpent = false;
    const onlyOnce: AnyHandler = (input, context) => {
      if (isSpent && context.phase === 1) return undefined;
      isSpent = true;
      unregister();
      return (handler as AnyHandler)(input, context);
    };
    const unregister = this.#register(
      point,
      options as HookOptions,
      typeof handler === 'function' ? onlyOnce : handler,
    );
    return unregister;
  }
}
