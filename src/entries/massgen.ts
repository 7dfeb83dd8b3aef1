export type { ManagerOptions } from '../front-doors/massgen/chain.ts';
export type { HookConfig, HooksConfig, MassgenConfig } from '../front-doors/massgen/config.ts';
export type { CallContext } from '../front-doors/massgen/event.ts';
export { HookEvent, HookType } from '../front-doors/massgen/event.ts';
export {
  type AgentHookOptions,
  FunctionHookManager,
  GeneralHookManager,
  type InjectionCallback,
} from '../front-doors/massgen/general-hook-manager.ts';
export {
  ExternalCommandHook,
  FunctionHook,
  type HookAnswer,
  type HookCallable,
  type MassgenHook,
  PythonCallableHook,
} from '../front-doors/massgen/hooks.ts';
export { ChainResult, HookResult } from '../front-doors/massgen/result.ts';
