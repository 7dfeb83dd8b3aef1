import type { Matcher } from '../engine/matcher.ts';
import type { Unregister } from '../engine/registrar.ts';
import { addHook } from './massgen-chain.ts';
import type { HookType } from './massgen-event.ts';
import type { MassgenHook } from './massgen-hooks.ts';
import { HookManager } from './massgen-manager.ts';

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

/** One name as it is, whatever signs it has: no pattern. */
function exactly(name: string): Matcher {
  return { source: name, literals: [name], all: false, warnings: [], matches: (value) => value === name };
}
