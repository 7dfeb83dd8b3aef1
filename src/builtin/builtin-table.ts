import { HooklineError } from '../engine/values/errors.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import { approveSafeRow } from './approve-safe/approve-safe.ts';
import { auditLogRow } from './audit-log/audit-log.ts';
import { backgroundResultsRow } from './background-results/background-results.ts';
import type { Builtin } from './builtin.ts';
import { destructiveCommandsRow } from './destructive-commands/destructive-commands.ts';
import { humanInputRow } from './human-input/human-input.ts';
import { midStreamInjectionRow } from './mid-stream-injection/mid-stream-injection.ts';
import { pathPermissionsRow } from './path-permissions/path-permissions.ts';
import { protectedFilesRow } from './protected-files/protected-files.ts';
import { remindersRow } from './reminders/reminders.ts';
import { roundTimeLimitRow } from './round-time-limit/round-time-limit.ts';
import { secretsRow } from './secrets/secrets.ts';

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
