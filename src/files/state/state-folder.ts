import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { unwritable } from '../unwritable.ts';

/** Ignores a relative path in the variable: a project could supply it. */
export function folderOfUser(variable: string, ...usual: readonly string[]): string {
  const named = process.env[variable];
  if (named !== undefined && isAbsolute(named)) return named;
  const home = homedir();
  return join(isAbsolute(home) ? home : userInfo().homedir, ...usual);
}

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
