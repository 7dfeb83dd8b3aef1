import { firstBytes } from '../../files/file-facts.ts';
import { firstBelow, type WalkBudget } from '../../files/first-below.ts';
import type { Below } from '../../shell/actions/action.ts';
import { reachOf } from '../../shell/actions/reach.ts';
import { isIgnored } from './ignored.ts';

const maxEntries = 4000;
/** For slow disks: what takes long on a usual one is limited by the entries. */
const timeoutMs = 250;

export function walkBudget(): WalkBudget {
  return { entries: maxEntries, endMs: performance.now() + timeoutMs };
}

const skips: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.venv',
  'venv',
  'target',
  'dist',
  'build',
  '.cache',
  '__pycache__',
  '.next',
  '.tox',
]);

export function firstFileBelow(
  folder: string,
  below: Below,
  isWanted: (path: string) => boolean,
  budget: WalkBudget,
): string | 'too-many' | null {
  const reaches = reachOf(below, folder);
  return firstBelow(
    folder,
    (path, entry) =>
      !entry.isDirectory() &&
      reaches(path) &&
      isWanted(path) &&
      !isPublic(path) &&
      !(below.skipsIgnored === true && isIgnored(path)),
    { budget, skips },
  );
}

/** Many files with the ending of a key are certificates. */
function isPublic(path: string): boolean {
  if (!/\.(?:pem|key)$/i.test(path)) return false;
  const start = firstBytes(path, 4096);
  return start !== '' && !start.includes('PRIVATE KEY');
}
