import { delimiter, isAbsolute, join } from 'node:path';
import { isExecutable, isFile } from '../files/file-facts.ts';

/**
 * The program of that name in the folders of a PATH. Relative folders do not count: what the agent's folder holds must
 * not become a hook.
 */
export function findInPath(name: string, path: string): string | null {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, name);
    if (isAbsolute(folder) && isExecutable(file) && isFile(file)) return file;
  }
  return null;
}
