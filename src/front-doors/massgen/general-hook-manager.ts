import type { Matcher } from '../../engine/hooks/matcher.ts';
import type { Unregister } from '../../engine/hooks/registrar.ts';
import type { Scope } from '../../engine/hooks/scope.ts';
import { getOrMake } from '../../engine/values/maps.ts';
import { addHook, HookManager } from './chain.ts';
import { type HooksConfig, type MassgenConfig, readMassgenConfig } from './config.ts';
import { type HookType, pointOf } from './event.ts';
import type { MassgenHook } from './hooks.ts';
import { HookResult } from './result.ts';

export interface AgentHookOptions {
  /** Global hooks of this event do not run for the agent. Guards still do. */
  readonly override?: boolean;
}

export interface ConfigOptions {
  /** The agent that gets the hooks outside of `agents`. Default: none, they are global. */
  readonly agentId?: string;
  /** The folder for relative paths and Python modules. Default: the current folder. */
  readonly directory?: string;
}

export type InjectionCallback = () => string | null | undefined | PromiseLike<string | null | undefined>;

export class GeneralHookManager extends HookManager {
  readonly #scopes = new Map<string, { readonly own: Scope; readonly overrides: Map<string, Scope> }>();
  #removeCallback: Unregister | null = null;

  registerAgentHook(
    agentId: string,
    hookType: HookType,
    hook: MassgenHook,
    options: AgentHookOptions = {},
  ): Unregister {
    const unregister = addHook(this.hooks, this.#scopesOf(agentId).own, hookType, hook);
    if (options.override === true) this.#override(agentId, hookType);
    return unregister;
  }

  /** A whole file, or the value of one `hooks`. On any problem it registers nothing and throws one error. */
  registerHooksFromConfig(config: MassgenConfig | HooksConfig, options: ConfigOptions = {}): void {
    const events = readMassgenConfig(config, options.agentId ?? null, options.directory ?? process.cwd());
    for (const { agentId, hookType, override, hooks } of events) {
      for (const hook of hooks) {
        if (agentId === null) this.registerGlobalHook(hookType, hook);
        else this.registerAgentHook(agentId, hookType, hook);
      }
      if (agentId !== null && override) this.#override(agentId, hookType);
    }
  }

  clearAgentHooks(agentId: string): void {
    const scopes = this.#scopes.get(agentId);
    if (scopes === undefined) return;
    for (const scope of [scopes.own, ...scopes.overrides.values()]) scope.close();
    this.#scopes.delete(agentId);
  }

  /** @deprecated Register a PostToolUse hook that answers `inject`; it also sees the event. */
  setMidStreamInjectionCallback(callback: InjectionCallback | null): void {
    this.#removeCallback?.();
    this.#removeCallback = null;
    if (callback === null) return;
    this.#removeCallback = this.registerGlobalHook('PostToolUse', {
      name: 'mid_stream_injection',
      timeout: 5,
      async execute() {
        const content = await callback();
        return typeof content === 'string' ? new HookResult({ inject: { content } }) : undefined;
      },
    });
  }

  #scopesOf(agentId: string): { readonly own: Scope; readonly overrides: Map<string, Scope> } {
    return getOrMake(this.#scopes, agentId, () => ({ own: this.hooks.scope(agentId), overrides: new Map() }));
  }

  #override(agentId: string, hookType: HookType): void {
    const point = pointOf(hookType);
    const { overrides } = this.#scopesOf(agentId);
    getOrMake(overrides, point, () => this.hooks.scope(agentId, { override: [point] }));
  }
}

/** @deprecated GeneralHookManager does all this; both can share one chain meanwhile. */
export class FunctionHookManager extends HookManager {
  registerHook(functionName: string, hookType: HookType, hook: MassgenHook): Unregister {
    return addHook(this.hooks, this.hooks, hookType, hook, exactly(functionName));
  }
}

function exactly(name: string): Matcher {
  return { source: name, literals: [name], all: false, warnings: [], matches: (value) => value === name };
}
