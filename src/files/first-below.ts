import { type Dir, type Dirent, opendirSync } from 'node:fs';
import { join } from 'node:path';

export interface WalkBudget {
  entries: number;
  readonly endMs: number;
}

export interface FolderWalk {
  readonly budget: WalkBudget;
  readonly skips: ReadonlySet<string>;
}

/** The first entry below a folder that a test names. `'too-many'`: the budget ended before. */
export function firstBelow(
  folder: string,
  isWanted: (path: string, entry: Dirent) => boolean,
  { budget, skips }: FolderWalk,
): string | 'too-many' | null {
  const folders = [folder];
  for (const next of folders) {
    for (const entry of entriesOf(next)) {
      budget.entries -= 1;
      if (budget.entries < 0 || performance.now() > budget.endMs) return 'too-many';
      const path = join(next, entry.name);
      if (isWanted(path, entry)) return path;
      if (entry.isDirectory() && !skips.has(entry.name)) folders.push(path);
    }
  }
  return null;
}

/** One after another: a folder may have more names than there is time to list. */
function* entriesOf(folder: string): Generator<Dirent> {
  let listing: Dir;
  try {
    listing = opendirSync(folder);
  } catch {
    return;
  }
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) yield entry;
  } finally {
    listing.closeSync();
  }
}
