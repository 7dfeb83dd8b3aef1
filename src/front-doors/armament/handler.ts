import type { HookContext } from '../../engine/firing/context.ts';
import { pointNamed } from '../../engine/points/point.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isThenable } from '../../engine/values/shapes.ts';
import { type HookFunction, traitsOf } from '../../handlers/handler.ts';
import { armament } from '../../protocols/armament/armament.ts';

/** Any hook of Armament: what it may return is the business of its type, and of the engine when it lies. */
export type AnyHandler = (context: never, call: HookContext) => unknown;

/** A hook of Armament as the engine takes it. It stays synchronous if the hook is. */
export function armamentHook(handler: AnyHandler): HookFunction {
  const run = (input: Fields, context: HookContext): unknown => {
    const call = { point: pointNamed(context.point), input, context };
    const returned = handler(armament.encode(call) as never, context);
    // Made a promise first: what the `then` of anything else gives back need not be one.
    return isThenable(returned)
      ? Promise.resolve(returned).then((value) => armament.readValue(value, call))
      : armament.readValue(returned, call);
  };
  return Object.assign(run, traitsOf(armament)) as HookFunction;
}
