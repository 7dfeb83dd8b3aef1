import { sep } from 'node:path';

// Here, names that differ in case are the same file.
const foldCase = process.platform === 'darwin' || process.platform === 'win32';

export function folded(path: string): string {
  return foldCase ? path.toLowerCase() : path;
}

export function isWithin(path: string, folder: string): boolean {
  const inner = folded(path);
  const outer = folded(folder);
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}
