import { HooklineError } from '../engine/values/errors.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import { approveSafeRow } from './approve-safe/approve-safe.ts';
import { auditLogRow } from './audit-log/audit-log.ts';
import { backgroundResultsRow } from './background-results/background-results.ts';
import { budgetRow, rateLimitRow } from './budget/budget.ts';
import type { Builtin } from './builtin.ts';
import { checksBeforeStopRow } from './checks-before-stop/checks-before-stop.ts';
import { destructiveCommandsRow } from './destructive-commands/destructive-commands.ts';
import { formatAfterEditRow } from './format-after-edit/format-after-edit.ts';
import { humanInputRow } from './human-input/human-input.ts';
import { loopBreakerRow } from './loop-breaker/loop-breaker.ts';
import { midStreamInjectionRow } from './mid-stream-injection/mid-stream-injection.ts';
import { networkRow } from './network/network.ts';
import { notifyRow } from './notify/notify.ts';
import { pathPermissionsRow } from './path-permissions/path-permissions.ts';
import { protectedFilesRow } from './protected-files/protected-files.ts';
import { remindersRow } from './reminders/reminders.ts';
import { reviewRow } from './review/review.ts';
import { roundTimeLimitRow } from './round-time-limit/round-time-limit.ts';
import { secretsRow } from './secrets/secrets.ts';
import { taintRow } from './taint/taint.ts';

const rows = [
  midStreamInjectionRow,
  remindersRow,
  humanInputRow,
  backgroundResultsRow,
  roundTimeLimitRow,
  pathPermissionsRow,
  destructiveCommandsRow,
  secretsRow,
  protectedFilesRow,
  auditLogRow,
  approveSafeRow,
  notifyRow,
  formatAfterEditRow,
  checksBeforeStopRow,
  budgetRow,
  rateLimitRow,
  loopBreakerRow,
  networkRow,
  taintRow,
  reviewRow,
] as const;

export const builtins: ReadonlyMap<string, Builtin> = new Map(rows.map((row) => [row.name, row as Builtin]));

export function findBuiltin(name: string): Builtin {
  const row = builtins.get(name);
  if (row !== undefined) return row;
  throw new HooklineError(
    'builtin-unknown',
    `unknown built-in hook "${name}"${didYouMean(name, builtins.keys()) || `; there are ${[...builtins.keys()].join(', ')}`}`,
  );
}
