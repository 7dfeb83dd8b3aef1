import { HooklineError } from '../../../engine/values/errors.ts';
import { oneLine } from '../../../gateway/answer/visible.ts';
import { revokeExceptions } from '../../../gateway/state/exceptions/exceptions.ts';
import type { CommandRun } from '../../command.ts';
import { requireNoAgent } from './person.ts';

/** Revoking only restrains, so it asks nothing; but agents may not undo what a person allowed. */
export const runRevoke: CommandRun = async ({ arguments: [given], options: { all }, terminal }) => {
  if ((given === undefined) !== (all === true))
    throw new HooklineError(
      'option-invalid',
      'name a code or an id, or all: hookline revoke K7Q2MPX, hookline revoke --all',
    );
  requireNoAgent('to take exceptions back');
  const count = revokeExceptions(given === undefined ? null : given.trim().toUpperCase());
  if (count === 0 && given !== undefined)
    throw new HooklineError(
      'option-invalid',
      `nothing may pass under "${oneLine(given, 40)}": hookline allow --list`,
    );
  terminal.print(count === 1 ? '1 exception taken back' : `${count} exceptions taken back`);
  return 0;
};
