import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const maxEntries = 5000;

export interface TreeFacts {
  readonly links: readonly string[];
  /** Whether a name looks like an option. */
  readonly hasOptionName: boolean;
  /** Whether all of it was seen. */
  readonly isComplete: boolean;
}

/** The links and odd names at and below a path, which could mean something else in another place. */
export function treeFacts(path: string): TreeFacts {
  const links: string[] = [];
  let hasOptionName = false;
  let left = maxEntries;
  const folders: string[] = [];
  const note = (
    name: string,
    full: string,
    kind: { isSymbolicLink(): boolean; isDirectory(): boolean },
  ): void => {
    if (name.startsWith('-')) hasOptionName = true;
    if (kind.isSymbolicLink()) links.push(full);
    else if (kind.isDirectory()) folders.push(full);
  };
  try {
    note('', path, lstatSync(path));
    for (let folder = folders.pop(); folder !== undefined && left >= 0; folder = folders.pop()) {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        left -= 1;
        note(entry.name, join(folder, entry.name), entry);
      }
    }
  } catch (problem) {
    const isMissing = problem instanceof Error && 'code' in problem && problem.code === 'ENOENT';
    return { links, hasOptionName, isComplete: isMissing };
  }
  return { links, hasOptionName, isComplete: left >= 0 };
}
