export { type ApproveSafeOptions, approveSafe } from '../builtin/approve-safe/approve-safe.ts';
export { type AuditLogOptions, auditLog } from '../builtin/audit-log/audit-log.ts';
export {
  type BackgroundResultsOptions,
  backgroundResults,
} from '../builtin/background-results/background-results.ts';

export { destructiveCommands } from '../builtin/destructive-commands/destructive-commands.ts';
export type { DestructiveCommandsOptions } from '../builtin/destructive-commands/setting/options.ts';
export { type HumanInputOptions, humanInput } from '../builtin/human-input/human-input.ts';
export { createHumanInput, type HumanInput } from '../builtin/human-input/queue.ts';
export {
  type MidStreamInjectionOptions,
  midStreamInjection,
} from '../builtin/mid-stream-injection/mid-stream-injection.ts';
export type { PathPermissionsOptions } from '../builtin/path-permissions/options.ts';
export { pathPermissions } from '../builtin/path-permissions/path-permissions.ts';
export type { ProtectedFilesOptions } from '../builtin/protected-files/options.ts';
export { protectedFiles } from '../builtin/protected-files/protected-files.ts';
export { type RemindersOptions, reminders } from '../builtin/reminders/reminders.ts';
export { type RoundTimeLimitOptions, roundTimeLimit } from '../builtin/round-time-limit/round-time-limit.ts';
export type { SecretsOptions } from '../builtin/secrets/options.ts';
export { secrets } from '../builtin/secrets/secrets.ts';
