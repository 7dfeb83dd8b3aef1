import type { HookOptions } from '../../engine/hooks/hook.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Unregister } from '../../engine/hooks/registrar.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { AnyHandler } from './handler.ts';

interface OwnHook {
  readonly name: string | undefined;
  readonly point: Point;
  /** Null for a line of a script. */
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
    const remove = this.#hooks.on(point, options, run);
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

  /** Removes every hook with this handler. False when there is none. */
  removeHandler(handler: AnyHandler): boolean {
    const found = [...this.#all].filter((own) => own.handler === handler);
    return found.map((own) => own.unregister()).includes(true);
  }

  /** Stops counting a hook that is gone or replaced. */
  forget(name: string | undefined): void {
    for (const own of this.#all) if (isNamed(own, name)) this.#all.delete(own);
  }
}

function isNamed(own: OwnHook, name: string | undefined): boolean {
  return name !== undefined && own.name === name;
}
