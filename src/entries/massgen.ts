export type { ManagerOptions, ToolArguments } from '../front-doors/massgen/chain.ts';
export type { EventConfig, HookConfig, HooksConfig, MassgenConfig } from '../front-doors/massgen/config.ts';
export type { CallContext } from '../front-doors/massgen/context.ts';
export {
  HookEvent,
  type HookEventDict,
  type HookEventFields,
  HookType,
} from '../front-doors/massgen/event.ts';
export {
  type AgentHookOptions,
  type ConfigOptions,
  GeneralHookManager,
  type InjectionCallback,
} from '../front-doors/massgen/general-hook-manager.ts';
export {
  type ExecutableHook,
  ExternalCommandHook,
  FunctionHook,
  type HandledHook,
  type HookAnswer,
  type HookCallable,
  type MassgenHook,
  type PatternOptions,
  PythonCallableHook,
} from '../front-doors/massgen/hooks.ts';
export { FunctionHookManager } from '../front-doors/massgen/legacy.ts';
export {
  ChainResult,
  type ExecutedHook,
  type HookInject,
  type HookInjection,
  HookResult,
  type HookResultFields,
  type InjectionStrategy,
} from '../front-doors/massgen/result.ts';
