import { join } from 'node:path';
import { folderOfUser } from '../folder-of-user.ts';
import { unwritable } from '../unwritable.ts';

export function stateRoot(): string {
  return join(folderOfUser('XDG_STATE_HOME', '.local', 'state'), 'hookline');
}

export function stateUnwritable(problem: unknown, path: string): Error {
  return unwritable(problem, path, 'Let this user write there, or name another folder in XDG_STATE_HOME.');
}

/** Python runs the compiled file beside a module, so that is cached where agents can't write. */
export function keepPythonApart(): void {
  process.env['PYTHONPYCACHEPREFIX'] = join(stateRoot(), 'python');
}
