import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchPattern } from './path-pattern.ts';

const usuallySkipped: ReadonlySet<string> = new Set(['.git', 'node_modules', '.hookline']);
/** A folder such as `/` never ends. After this many entries, another pattern is needed. */
const maxEntries = 200_000;

export interface WalkOptions {
  readonly signal: AbortSignal;
  readonly pattern?: SearchPattern;
}

export interface Walk {
  readonly files: AsyncIterable<string>;
  readonly isCut: () => boolean;
}

export function walkFiles(root: string, options: WalkOptions): Walk {
  let entries = 0;
  return { files: walk(''), isCut: () => entries > maxEntries };

  async function* walk(folder: string): AsyncGenerator<string, void, undefined> {
    options.signal.throwIfAborted();
    const folders: string[] = [];
    for (const entry of await entriesOf(join(root, folder))) {
      entries += 1;
      if (entries > maxEntries) return;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isWorthEntering(entry.name, path)) folders.push(path);
      } else yield path;
    }
    for (const path of folders) yield* walk(path);
  }

  function isWorthEntering(name: string, path: string): boolean {
    const { pattern } = options;
    if (usuallySkipped.has(name) && pattern?.names(name) !== true) return false;
    return pattern?.reaches(path) ?? true;
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    return [];
  }
}
