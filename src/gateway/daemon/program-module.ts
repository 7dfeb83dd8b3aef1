import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The program that runs now, which the daemon and its processes run too. */
export function programModule(): URL {
  return pathToFileURL(realpathSync(process.argv[1] ?? ''));
}
