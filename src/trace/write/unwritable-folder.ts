import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unwritable } from '../../files/unwritable.ts';

export function unwritableFolder(folder: string): string | null {
  const existing = existingAbove(folder);
  try {
    // Permissions don't say that nothing can be made, as in /proc or on a full disk.
    rmdirSync(mkdtempSync(join(existing, '.hookline-')));
    return null;
  } catch (problem) {
    return unwritable(problem, folder).message;
  }
}

function existingAbove(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingAbove(dirname(path));
}
