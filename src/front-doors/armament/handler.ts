import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { pointNamed } from '../../engine/points/point.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isThenable } from '../../engine/values/shapes.ts';
import { type HookFunction, traitsOf } from '../../handlers/handler.ts';
import { armament } from '../../protocols/armament/armament.ts';

/** Any hook of Armament. Its type says what it may return, and the engine checks it. */
export type AnyHandler = (context: never, call: HookContext) => unknown;

/** A hook of Armament for the engine. A synchronous hook stays synchronous. */
export function armamentHook(handler: AnyHandler): HookFunction {
  const run = (input: Fields, context: HookContext): unknown => {
    const call = { point: pointNamed(context.point), input, context };
    const returned = handler(armament.encode(call) as never, context);
    // Promise.resolve first: the `then` of a foreign object need not return a promise.
    return isThenable(returned)
      ? Promise.resolve(returned).then((value) => armament.readValue(value, call))
      : armament.readValue(returned, call);
  };
  return Object.assign(run, traitsOf(armament)) as HookFunction;
}
