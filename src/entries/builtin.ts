export { type ApproveSafeOptions, approveSafe } from '../builtin/approve-safe/approve-safe.ts';
export { type AuditLogOptions, auditLog } from '../builtin/audit-log/audit-log.ts';
export {
  type BackgroundResultsOptions,
  backgroundResults,
} from '../builtin/background-results/background-results.ts';
export { type BudgetOptions, budget, type RateLimitOptions, rateLimit } from '../builtin/budget/budget.ts';
export {
  type ChecksBeforeStopOptions,
  checksBeforeStop,
} from '../builtin/checks-before-stop/checks-before-stop.ts';
export { destructiveCommands } from '../builtin/destructive-commands/destructive-commands.ts';
export type { DestructiveCommandsOptions } from '../builtin/destructive-commands/setting/options.ts';
export {
  type FormatAfterEditOptions,
  formatAfterEdit,
} from '../builtin/format-after-edit/format-after-edit.ts';
export { type HumanInputOptions, humanInput } from '../builtin/human-input/human-input.ts';
export { createHumanInput, type HumanInput } from '../builtin/human-input/queue.ts';
export { type LoopBreakerOptions, loopBreaker } from '../builtin/loop-breaker/loop-breaker.ts';
export {
  type MidStreamInjectionOptions,
  midStreamInjection,
} from '../builtin/mid-stream-injection/mid-stream-injection.ts';
export { type NetworkOptions, network } from '../builtin/network/network.ts';
export { type NotifyOptions, notifyUser } from '../builtin/notify/notify.ts';
export type { PathPermissionsOptions } from '../builtin/path-permissions/options.ts';
export { pathPermissions } from '../builtin/path-permissions/path-permissions.ts';
export type { ProtectedFilesOptions } from '../builtin/protected-files/options.ts';
export { protectedFiles } from '../builtin/protected-files/protected-files.ts';
export { type RemindersOptions, reminders } from '../builtin/reminders/reminders.ts';
export { type ReviewOptions, review } from '../builtin/review/review.ts';
export { type RoundTimeLimitOptions, roundTimeLimit } from '../builtin/round-time-limit/round-time-limit.ts';
export type { SecretsOptions } from '../builtin/secrets/options.ts';
export { secrets } from '../builtin/secrets/secrets.ts';
export { type TaintOptions, taint } from '../builtin/taint/taint.ts';
