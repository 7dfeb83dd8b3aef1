export { type AuditLogOptions, auditLog } from './audit-log.ts';
export {
  type BackgroundResult,
  type BackgroundResultsOptions,
  backgroundResults,
} from './background-results.ts';
export { type Builtin, type BuiltinSetting, serves } from './builtin.ts';
export {
  type BuiltinInstances,
  type BuiltinOptions,
  builtinHandler,
  type CreateSetting,
  createBuiltin,
} from './builtin-handler.ts';
export { builtins, findBuiltin } from './builtin-table.ts';
export { type HumanInputOptions, humanInput } from './human-input.ts';
export { createHumanInput, type Delivery, type HumanInput, type HumanMessage } from './human-input-queue.ts';
export {
  type Insertion,
  type MidStreamInjectionOptions,
  midStreamInjection,
} from './mid-stream-injection.ts';
export { pathPermissions } from './path-permissions.ts';
export type { PathPermissionsOptions } from './path-permissions-options.ts';
export { type RemindersOptions, reminders } from './reminders.ts';
export { type RoundTimeLimit, type RoundTimeLimitOptions, roundTimeLimit } from './round-time-limit.ts';
