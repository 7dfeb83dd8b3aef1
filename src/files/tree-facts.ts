import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const maxEntries = 20_000;

export interface TreeFacts {
  readonly links: readonly string[];
  readonly hasOptionName: boolean;
  readonly odd: readonly { readonly path: string; readonly isFolder: boolean }[];
  readonly files: readonly string[];
  readonly isComplete: boolean;
}

export interface Skipped {
  readonly anywhere: ReadonlySet<string>;
  readonly first: ReadonlySet<string>;
}

const none: Skipped = { anywhere: new Set(), first: new Set() };

export function treeFacts(path: string, skipped: Skipped = none): TreeFacts {
  const links: string[] = [];
  const files: string[] = [];
  let hasOptionName = false;
  const odd: { path: string; isFolder: boolean }[] = [];
  let left = maxEntries;
  const folders: string[] = [];
  const note = (
    name: string,
    full: string,
    kind: { isSymbolicLink(): boolean; isDirectory(): boolean },
  ): void => {
    if (name.startsWith('-')) hasOptionName = true;
    if (/[\s'"\\*?[]/.test(name)) odd.push({ path: full, isFolder: kind.isDirectory() });
    if (kind.isSymbolicLink()) links.push(full);
    if (kind.isDirectory()) folders.push(full);
    else files.push(full);
  };
  const facts = (isComplete: boolean): TreeFacts => ({
    links,
    hasOptionName,
    odd,
    files,
    isComplete,
  });
  try {
    note('', path, lstatSync(path));
    for (let folder = folders.pop(); folder !== undefined && left >= 0; folder = folders.pop()) {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const isSkipped =
          skipped.anywhere.has(entry.name) || (folder === path && skipped.first.has(entry.name));
        if (isSkipped) continue;
        left -= 1;
        note(entry.name, join(folder, entry.name), entry);
      }
    }
  } catch (problem) {
    return facts(problem instanceof Error && 'code' in problem && problem.code === 'ENOENT');
  }
  return facts(left >= 0);
}
