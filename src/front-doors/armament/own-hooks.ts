import type { HookOptions } from '../../engine/hooks/hook.ts';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Unregister } from '../../engine/hooks/registrar.ts';
import { pointNamed } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { type Fields, isThenable } from '../../engine/values/shapes.ts';
import { type HookFunction, traitsOf } from '../../handlers/handler.ts';
import { armament } from '../../protocols/armament/armament.ts';
import { armamentPoints } from '../../protocols/armament/fields.ts';

interface OwnHook {
  readonly name: string | undefined;
  readonly point: Point;
  readonly handler: AnyHandler | null;
  readonly unregister: Unregister;
}

/** The hooks of one system. The limit does not count hooks of others in the chain. */
export class OwnHooks {
  readonly #hooks: Hooks;
  readonly #maxHooksPerPoint: number;
  readonly #all = new Set<OwnHook>();

  constructor(hooks: Hooks, maxHooksPerPoint: number) {
    this.#hooks = hooks;
    this.#maxHooksPerPoint = maxHooksPerPoint;
  }

  add(point: Point, options: HookOptions, run: HookFunction, handler: AnyHandler | null): Unregister {
    const { name } = options;
    const others = [...this.#all].filter((own) => own.point === point && !isNamed(own, name));
    if (others.length >= this.#maxHooksPerPoint) {
      const called = point.also ?? point.name;
      throw new HooklineError(
        'too-many-hooks',
        `${called} already has ${others.length} hooks, which is all that maxHooksPerPoint allows`,
      );
    }
    const remove = this.#hooks.on(armamentPoints(point), options, run);
    this.forget(name);
    const own: OwnHook = {
      name,
      point,
      handler,
      unregister: () => {
        this.#all.delete(own);
        return remove();
      },
    };
    this.#all.add(own);
    return own.unregister;
  }

  removeHandler(handler: AnyHandler): boolean {
    const found = [...this.#all].filter((own) => own.handler === handler);
    return found.map((own) => own.unregister()).includes(true);
  }

  forget(name: string | undefined): void {
    for (const own of this.#all) if (isNamed(own, name)) this.#all.delete(own);
  }
}

function isNamed(own: OwnHook, name: string | undefined): boolean {
  return name !== undefined && own.name === name;
}

export type AnyHandler = (context: never, call: HookContext) => unknown;

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
