export { HookSystem } from '../front-doors/armament/hook-system.ts';
export type { ErrorBehavior, HookSystemOptions, RegisterOptions } from '../front-doors/armament/options.ts';

export type { ArmamentResult as HookResult, HookHandler } from '../front-doors/armament/types.ts';
