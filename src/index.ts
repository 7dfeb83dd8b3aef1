export { claudeSettingsFiles, type SettingsPlaces } from './config/claude-settings-files.ts';
export type { Config, LoadOptions } from './config/config.ts';
export type { NamedDeclaration as Declaration, Permissions } from './config/declaration.ts';
export { loadConfig } from './config/load-config.ts';
export type { Place as FilePlace, Problem } from './config/problem.ts';
export type { FireOptions, HookContext, Progress } from './engine/context.ts';
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
} from './engine/effects.ts';
export { type ErrorCode, errorCodes, HooklineError } from './engine/errors.ts';
export { type FailureKind, type FailurePolicy, failureKinds, HookFailure } from './engine/failure.ts';
export type { HookOptions, Mode } from './engine/hook.ts';
export { type HookInfo, Hooks } from './engine/hooks.ts';
export type { GroupOptions, HooksOptions, ScopeOptions } from './engine/hooks-options.ts';
export type { BaseFields, BaseInput, BaseSource, PointInputs, ToolInput } from './engine/inputs.ts';
export type { FiringInfo, Interceptor, LogEntry } from './engine/interceptor.ts';
export { compileMatcher, type Matcher } from './engine/matcher.ts';
export type { Decision, Dropped, Injection, Notice, Outcome, Run } from './engine/outcome.ts';
export { allPoints, definePoint } from './engine/point.ts';
export type {
  EffectOf,
  FireInput,
  InputOf,
  Point,
  PointName,
  PointRef,
  SubjectOf,
  ValueOf,
} from './engine/point-types.ts';
export type { Handler, Registrar, Unregister } from './engine/registrar.ts';
export type { Scope, Section } from './engine/scope.ts';
export {
  type HookMessage,
  type HookProgressMessage,
  type HookResponseMessage,
  type HookStartedMessage,
  hookMessages,
} from './trace/messages.ts';
