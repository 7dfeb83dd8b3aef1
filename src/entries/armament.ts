export { HookSystem } from '../front-doors/armament/hook-system.ts';
export type {
  ErrorBehavior,
  HookSystemOptions,
  Permissions,
  RegisterOptions,
} from '../front-doors/armament/options.ts';
export type { ScriptOptions } from '../front-doors/armament/script.ts';
export type {
  AnyArgs,
  ContextOf,
  ExecuteContext,
  HookHandler,
  HookResult,
  HookReturn,
} from '../front-doors/armament/types.ts';
