import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PathPattern } from './path-pattern.ts';

/** Where nobody looks for what they wrote themselves. */
const usuallySkipped: ReadonlySet<string> = new Set(['.git', 'node_modules', '.hookline']);
/** A folder such as `/` never ends; this many entries are enough to see that another pattern is needed. */
const maxEntries = 200_000;

export interface WalkOptions {
  readonly signal: AbortSignal;
  /** Which folders are worth entering. Default: all. */
  readonly pattern?: PathPattern;
}

/** Counts what was looked at, so that the reader can tell an end from a limit. */
export interface Walk {
  readonly files: AsyncIterable<string>;
  readonly isCut: () => boolean;
}

/**
 * The files below a folder, by their paths relative to it, folder by folder in the order of their names. Links to folders
 * are not followed, since they may lead in circles; folders that may not be read are left out.
 */
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
