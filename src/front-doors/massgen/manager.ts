import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Unregister } from '../../engine/hooks/registrar.ts';
import { addHook, execute, hooksOf, type ManagerOptions, type ToolArguments } from './chain.ts';
import type { CallContext } from './context.ts';
import type { HookType } from './event.ts';
import type { MassgenHook } from './hooks.ts';
import type { ChainResult } from './result.ts';

/** What both of MassGen's managers share: a chain, and how to run it for a tool call. */
export class HookManager {
  readonly hooks: Hooks;

  constructor(options: ManagerOptions = {}) {
    this.hooks = hooksOf(options);
  }

  /** Registers a hook for every tool of every agent. */
  registerGlobalHook(hookType: HookType, hook: MassgenHook): Unregister {
    return addHook(this.hooks, this.hooks, hookType, hook);
  }

  /** Runs the hooks that match a tool call. The result says what the host must do. Never throws because of a hook. */
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
