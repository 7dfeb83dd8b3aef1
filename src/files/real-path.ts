import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { followLinks } from './follow-links.ts';

/** The absolute spelling of a path: `~`, `..` and relative parts resolved, links left as they are. */
export function absolutePath(path: string, cwd: string): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1));
  return resolve(cwd, path);
}

/**
 * The same with links resolved too. Of a path that does not exist yet, where it would be made, also behind a link that leads
 * to nothing. Throws where that cannot be known.
 */
export function realPath(path: string, cwd: string): string {
  const absolute = absolutePath(path, cwd);
  try {
    // The system's own, which also knows the spelling of a name where upper and lower case are the same.
    return realpathSync.native(absolute);
  } catch {
    return followLinks(absolute);
  }
}
