import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { followLinks } from './follow-links.ts';

export function absolutePath(path: string, cwd: string): string {
  return resolve(written(path, cwd));
}

/**
 * The real path, with links resolved. A missing file is where it would be created, even behind a broken link. Throws
 * when that is unknown.
 */
export function realPath(path: string, cwd: string): string {
  // The system takes `..` from where a link leads, so nothing is normalized before.
  return resolveLinks(written(path, cwd));
}

function written(path: string, cwd: string): string {
  if (path === '~' || path.startsWith('~/')) return homedir() + path.slice(1);
  if (!isAbsolute(path)) return `${resolve(cwd)}/${path}`;
  const [start = '', place] = ownPlace.exec(path) ?? [];
  return start === '' ? path : `${place === 'cwd' ? resolve(cwd) : ''}/${path.slice(start.length)}`;
}

/** Refers to the process that opens the path: the tool, not this one. */
const ownPlace =
  /^\/+(?:proc\/+(?:\.\/+)*(?:thread-)?self|dev\/+(?:\.\/+)*fd(?:\/+\.)*\/+\.\.)(?:\/+\.)*\/+(cwd|root)(?=\/|$)/;

function resolveLinks(path: string): string {
  try {
    // The system's own function also knows the spelling of a name where case does not matter.
    return realpathSync.native(path);
  } catch {
    return followLinks(path);
  }
}
