import type { Hooks } from '../engine/hooks.ts';
import type { Matcher } from '../engine/matcher.ts';
import type { Unregister } from '../engine/registrar.ts';
import { addHook, execute, hooksOf, type ManagerOptions, type ToolArguments } from './massgen-chain.ts';
import type { CallContext } from './massgen-context.ts';
import type { HookType } from './massgen-event.ts';
import type { MassgenHook } from './massgen-hooks.ts';
import type { ChainResult } from './massgen-result.ts';

/**
 * What MassGen's permission hooks were registered with before there were patterns and agents.
 *
 * @deprecated GeneralHookManager does all this; both can share one chain meanwhile.
 */
export class FunctionHookManager {
  readonly hooks: Hooks;

  constructor(options: ManagerOptions = {}) {
    this.hooks = hooksOf(options);
  }

  /** Registers a hook for one tool. */
  registerHook(functionName: string, hookType: HookType, hook: MassgenHook): Unregister {
    return addHook(this.hooks, this.hooks, hookType, hook, exactly(functionName));
  }

  /** Registers a hook for every tool. */
  registerGlobalHook(hookType: HookType, hook: MassgenHook): Unregister {
    return addHook(this.hooks, this.hooks, hookType, hook);
  }

  executeHooks(
    hookType: HookType,
    functionName: string,
    args: ToolArguments,
    context?: CallContext | null,
    toolOutput?: string | null,
  ): Promise<ChainResult> {
    return execute(this.hooks, {
      hookType,
      functionName,
      arguments: args,
      context: context ?? {},
      toolOutput,
    });
  }
}

/** One name as it is, whatever signs it has: no pattern. */
function exactly(name: string): Matcher {
  return { source: name, literals: [name], all: false, warnings: [], matches: (value) => value === name };
}
