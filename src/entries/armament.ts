export { HookSystem } from '../front-doors/armament/hook-system.ts';
export type {
  ErrorBehavior,
  HookSystemOptions,
  PermissionSource as Permissions,
  RegisterOptions,
} from '../front-doors/armament/options.ts';
export type { ScriptOptions } from '../front-doors/armament/script.ts';
export type {
  AnyArgs,
  ArmamentResult as HookResult,
  ContextOf,
  ExecuteContext,
  HookHandler,
  HookReturn,
} from '../front-doors/armament/types.ts';
