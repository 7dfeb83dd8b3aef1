import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { followLinks } from './follow-links.ts';

/** The absolute spelling of a path: resolves `~`, `..` and relative parts. Keeps links. */
export function absolutePath(path: string, cwd: string): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1));
  return resolve(cwd, path);
}

/**
 * The real path, with links resolved. A missing file is where it would be created, even behind a broken link. Throws
 * when that is unknown.
 */
export function realPath(path: string, cwd: string): string {
  return resolveLinks(absolutePath(path, cwd));
}

/** The same for an absolute path that is not normalized. */
export function resolveLinks(path: string): string {
  try {
    // The system's own function also knows the spelling of a name where case does not matter.
    return realpathSync.native(path);
  } catch {
    return followLinks(path);
  }
}
