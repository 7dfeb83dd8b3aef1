import { delimiter, isAbsolute, join } from 'node:path';
import { isExecutable, isFile } from '../files/file-facts.ts';

/** Skips relative folders: a program in the agent's folder must not become a hook. */
export function findInPath(name: string, path: string): string | null {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, name);
    if (isAbsolute(folder) && isExecutable(file) && isFile(file)) return file;
  }
  return null;
}
