export { claudeSettingsFiles, type SettingsPlaces } from '../config/claude-settings/settings-files.ts';
export type { Config, LoadOptions } from '../config/load/config.ts';
export type {
  FilePermissions as Permissions,
  NamedDeclaration as Declaration,
} from '../config/load/declaration.ts';
export { loadConfig } from '../config/load/load-config.ts';
export type { FilePlace, Problem } from '../config/source/problem.ts';
export type { FireOptions } from '../engine/firing/context.ts';
export type { Excuses } from '../engine/firing/excuses.ts';
export type { FiringInfo, Interceptor, LogEntry } from '../engine/firing/interceptor.ts';
export type { HookOptions, Mode } from '../engine/hooks/hook.ts';
export type { HookContext, Progress, TraceContext } from '../engine/hooks/hook-context.ts';
export { type HookInfo, Hooks } from '../engine/hooks/hooks.ts';
export type { GroupOptions, HooksOptions, ScopeOptions } from '../engine/hooks/hooks-options.ts';
export { compileMatcher, type Matcher } from '../engine/hooks/matcher.ts';
export type { Handler, Registrar, Unregister } from '../engine/hooks/registrar.ts';
export type { Scope, Section } from '../engine/hooks/scope.ts';
export {
  allow,
  ask,
  deny,
  type Effect,
  type EffectType,
  effectTypes,
  halt,
  inject,
  type Level,
  modify,
  notify,
  type Place,
  type Postponed,
  type Reply,
  resume,
  suppress,
} from '../engine/outcome/effects.ts';
export {
  type FailureKind,
  type FailurePolicy,
  failureKinds,
  HookFailure,
} from '../engine/outcome/failure.ts';
export type { Decision, Dropped, Injection, Notice, Outcome, Run } from '../engine/outcome/outcome.ts';
export type { BaseFields, BaseInput, BaseSource, PointInputs, ToolInput } from '../engine/points/inputs.ts';
export { allPoints, definePoint } from '../engine/points/point.ts';
export type {
  EffectOf,
  FireInput,
  InputOf,
  Point,
  PointName,
  PointRef,
  SubjectOf,
  ValueOf,
} from '../engine/points/point-types.ts';
export { type ErrorCode, errorCodes, HooklineError } from '../engine/values/errors.ts';
export {
  type HookMessage,
  type HookProgressMessage,
  type HookResponseMessage,
  type HookStartedMessage,
  hookMessages,
} from '../trace/messages.ts';
