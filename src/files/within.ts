import { sep } from 'node:path';

// These systems take names that differ in case for the same file.
const foldCase = process.platform === 'darwin' || process.platform === 'win32';

/** A path in the spelling that is compared. */
export function folded(path: string): string {
  return foldCase ? path.toLowerCase() : path;
}

/** Whether a path is the folder itself or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const inner = folded(path);
  const outer = folded(folder);
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}
