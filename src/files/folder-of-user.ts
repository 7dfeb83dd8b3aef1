import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Ignores a relative path in the variable: a project could supply it. */
export function folderOfUser(variable: string, ...usual: readonly string[]): string {
  const named = process.env[variable];
  if (named !== undefined && isAbsolute(named)) return named;
  const home = homedir();
  return join(isAbsolute(home) ? home : userInfo().homedir, ...usual);
}
