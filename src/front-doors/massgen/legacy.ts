import type { Matcher } from '../../engine/hooks/matcher.ts';
import type { Unregister } from '../../engine/hooks/registrar.ts';
import { addHook } from './chain.ts';
import type { HookType } from './event.ts';
import type { MassgenHook } from './hooks.ts';
import { HookManager } from './manager.ts';

/**
 * What MassGen's permission hooks were registered with before there were patterns and agents.
 *
 * @deprecated GeneralHookManager does all this; both can share one chain meanwhile.
 */
export class FunctionHookManager extends HookManager {
  /** Registers a hook for one tool. */
  registerHook(functionName: string, hookType: HookType, hook: MassgenHook): Unregister {
    return addHook(this.hooks, this.hooks, hookType, hook, exactly(functionName));
  }
}

/** A matcher for one literal name. */
function exactly(name: string): Matcher {
  return { source: name, literals: [name], all: false, warnings: [], matches: (value) => value === name };
}
