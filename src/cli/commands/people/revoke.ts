import { HooklineError } from '../../../engine/values/errors.ts';
import { oneLine } from '../../../gateway/answer/visible.ts';
import { revokeExceptions } from '../../../gateway/state/exceptions/exceptions.ts';
import { type CommandRun, wrongCall } from '../../command.ts';
import { counted } from '../../show/show-problem.ts';
import { requireNoAgent } from './person.ts';

/** Revoking only restrains, so it needs no question; but agents must not undo what a person allowed. */
export const runRevoke: CommandRun = async ({ arguments: [given], options: { all }, isJson, terminal }) => {
  if ((given === undefined) !== (all === true))
    throw wrongCall('name a code or an id, or use --all: hookline revoke K7Q2MPX, hookline revoke --all');
  requireNoAgent('hookline revoke');
  const revoked = revokeExceptions(given === undefined ? null : given.trim().toUpperCase());
  if (isJson) return terminal.printJson({ revoked }, revoked === 0 ? 1 : 0);
  if (revoked === 0 && given !== undefined)
    throw new HooklineError(
      'option-invalid',
      `no exception has the code "${oneLine(given, 40)}"; see hookline allow --list`,
    );
  terminal.print(revoked === 0 ? 'nothing to revoke' : `${counted(revoked, 'exception')} revoked`);
  return revoked === 0 ? 1 : 0;
};
