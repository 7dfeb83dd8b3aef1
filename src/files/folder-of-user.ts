import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * A folder of the user's: the one that a variable names, else the usual one. A path that counts from the current folder is as if
 * it were not set, since it would make what a project brings the user's.
 */
export function folderOfUser(variable: string, ...usual: readonly string[]): string {
  const named = process.env[variable];
  if (named !== undefined && isAbsolute(named)) return named;
  const home = homedir();
  return join(isAbsolute(home) ? home : userInfo().homedir, ...usual);
}
