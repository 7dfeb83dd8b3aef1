export { claudeSettingsFiles } from '../config/claude-settings/settings-files.ts';
export type { Config, LoadOptions } from '../config/load/config.ts';

export { loadConfig } from '../config/load/load-config.ts';

export type { FireOptions } from '../engine/firing/context.ts';

export type { Interceptor, LogEntry } from '../engine/firing/interceptor.ts';
export type { HookOptions } from '../engine/hooks/hook.ts';
export type { HookContext } from '../engine/hooks/hook-context.ts';
export { type HookInfo, Hooks } from '../engine/hooks/hooks.ts';
export type { HooksOptions, ScopeOptions } from '../engine/hooks/hooks-options.ts';
export { compileMatcher, type Matcher } from '../engine/hooks/matcher.ts';
export type { Handler } from '../engine/hooks/registrar.ts';
export type { Scope } from '../engine/hooks/scope.ts';
export {
  allow,
  ask,
  deny,
  type Effect,
  halt,
  inject,
  modify,
  notify,
  type Reply,
  resume,
  suppress,
} from '../engine/outcome/effects.ts';
export { type FailureKind, type FailurePolicy, HookFailure } from '../engine/outcome/failure.ts';
export type { Decision, Injection, Outcome, Run } from '../engine/outcome/outcome.ts';
export type { BaseFields, PointInputs, ToolInput } from '../engine/points/inputs.ts';
export { allPoints, definePoint } from '../engine/points/point.ts';
export type { InputOf, Point, PointName } from '../engine/points/point-types.ts';
export { errorCodes, HooklineError } from '../engine/values/errors.ts';
export { type HookMessage, hookMessages } from '../trace/messages.ts';
