import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { dirname } from 'node:path';

export interface FileWatcher {
  /** Watches these files from now on, as they are now. */
  follow(files: readonly string[]): void;
  stop(): void;
}

/** Editors write a file in several steps; what comes within this time is one change. */
const settleMs = 50;

/**
 * Calls back when the text of a watched file has changed. Folders are watched rather than files, since many editors put
 * a new file in the place of the old one.
 */
export function watchFiles(changed: () => Promise<void>): FileWatcher {
  const watchers = new Map<string, FSWatcher>();
  let files: readonly string[] = [];
  let seen = '';
  let timer: NodeJS.Timeout | null = null;

  const look = async (): Promise<void> => {
    timer = null;
    if (textOf(files) === seen) return;
    seen = textOf(files);
    await changed();
  };
  const soon = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void look(), settleMs).unref();
  };

  return {
    follow(next) {
      const isNew = next.length !== files.length || next.some((file, index) => file !== files[index]);
      files = next;
      if (seen === '' || isNew) seen = textOf(files);
      const folders = new Set(files.map((file) => dirname(file)));
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of folders) {
        if (watchers.has(folder)) continue;
        const watcher = watch(folder, { persistent: false }, soon);
        // A folder that is removed ends its watch; the last configuration that could be read stays.
        watcher.on('error', () => watcher.close());
        watchers.set(folder, watcher);
      }
      soon();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

function textOf(files: readonly string[]): string {
  return files
    .map((file) => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return '';
      }
    })
    .join('\0');
}
