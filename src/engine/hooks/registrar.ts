import type { InputOf, PointRef, ReplyOf } from '../points/point-types.ts';
import { HooklineError } from '../values/errors.ts';
import type { HookOptions } from './hook.ts';
import type { HookContext } from './hook-context.ts';

export type Handler<R extends PointRef> = (
  input: InputOf<R>,
  context: HookContext,
) => ReplyOf<R> | PromiseLike<ReplyOf<R>>;

export type Unregister = () => boolean;

export type Register = (point: PointRef, options: HookOptions, handler: unknown) => Unregister;

export class Registrar {
  readonly #register: Register;

  constructor(register: Register) {
    this.#register = register;
  }

  on<R extends PointRef>(point: R | readonly R[], handler: Handler<R>): Unregister;
  on<R extends PointRef>(point: R | readonly R[], options: HookOptions, handler: Handler<R>): Unregister;
  on(point: PointRef | readonly PointRef[], second: unknown, third?: unknown): Unregister {
    const [options, handler] = optionsAndHandler(second, third);
    if (!isList(point)) return this.#register(point, options, handler);
    const shared = { ...options, family: {} };
    const removals: Unregister[] = [];
    const remove: Unregister = () => removals.map((each) => each()).includes(true);
    try {
      for (const each of new Set(point)) removals.push(this.#register(each, shared, handler));
    } catch (error) {
      remove();
      throw error;
    }
    return remove;
  }

  once<R extends PointRef>(point: R, handler: Handler<R>): Unregister;
  once<R extends PointRef>(point: R, options: HookOptions, handler: Handler<R>): Unregister;
  once(point: PointRef, second: unknown, third?: unknown): Unregister {
    const [options, handler] = optionsAndHandler(second, third);
    if (typeof handler !== 'function') return this.#register(point, options, handler);
    if (options?.guard === true) {
      throw new HooklineError(
        'option-invalid',
        'a guard must hold for good, so it cannot be registered once',
      );
    }
    let isSpent = false;
    const onlyOnce = (input: unknown, context: HookContext): unknown => {
      if (isSpent && context.phase === 1) return undefined;
      isSpent = true;
      unregister();
      return handler(input, context);
    };
    const unregister = this.#register(point, options, Object.assign(onlyOnce, handler));
    return unregister;
  }
}

// Array.isArray does not narrow readonly lists.
function isList(point: PointRef | readonly PointRef[]): point is readonly PointRef[] {
  return Array.isArray(point);
}

function optionsAndHandler(second: unknown, third: unknown): [options: HookOptions, handler: unknown] {
  return typeof second === 'function' ? [{}, second] : [second as HookOptions, third];
}
