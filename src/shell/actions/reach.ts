import { basename } from 'node:path';
import { compileWildcard } from '../../bounds/wildcard.ts';
import { compileGlob } from '../../engine/hooks/fnmatch.ts';
import type { Below } from './action.ts';

/** Which paths below a folder an action comes to, by what it includes and leaves out. Letters count in any case. */
export function reachOf(below: Below, folder: string): (path: string) => boolean {
  const only = below.only?.map(nameTest);
  const except = (below.except ?? []).map(nameTest);
  const paths = below.paths?.map((pattern) => compileGlob(pattern));
  const { skipsHidden = false, onlyFolders = false, maxDepth = Number.POSITIVE_INFINITY } = below;
  return (path) => {
    const parts = path
      .slice(folder.length)
      .split('/')
      .filter((part) => part !== '');
    if (onlyFolders || parts.length > maxDepth) return false;
    if (skipsHidden && parts.some((part) => part.startsWith('.'))) return false;
    if (paths?.some((pattern) => pattern.matches(path)) === false) return false;
    if (only?.some((fits) => fits(basename(path))) === false) return false;
    return !except.some((fits) => parts.some(fits));
  };
}

/** Of a pattern of paths, its last part counts. */
function nameTest(pattern: string): (name: string) => boolean {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1).toLowerCase();
  const fits = /[?[]/.test(name) ? compileGlob(name) : { matches: compileWildcard(name) };
  return (given) => fits.matches(given.toLowerCase());
}
