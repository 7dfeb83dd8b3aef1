import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../engine/values/text.ts';
import { existingPath } from '../../files/file-facts.ts';
import { type FileTexts, fileText } from './quiet-files.ts';

export interface FileWatcher {
  follow(files: readonly string[], texts?: FileTexts): void;
  stop(): void;
}

/** Editors write a file in several steps. Changes within this time count as one. */
const settleMs = 50;

/** Watches folders, since many editors replace the file. Reports a folder that can't be watched. */
export function watchFiles(
  changed: () => Promise<void>,
  blind: (message: string) => void = () => undefined,
): FileWatcher {
  const watchers = new Map<string, FSWatcher>();
  let seen: FileTexts = new Map();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let isTelling = false;

  const look = async (): Promise<void> => {
    timer = null;
    // The listener reads the files itself and then calls `follow` again.
    if (isTelling) return;
    attach();
    const now = new Map([...seen.keys()].map((file) => [file, fileText(file)]));
    if ([...now].every(([file, text]) => text === seen.get(file))) return;
    seen = now;
    isTelling = true;
    await changed().finally(() => {
      isTelling = false;
    });
    soon();
  };
  const soon = (): void => {
    if (isStopped) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void look(), settleMs).unref();
  };

  const attach = (): void => {
    const folders = foldersOf([...seen.keys()]);
    for (const [key, watcher] of watchers) {
      if (folders.has(key)) continue;
      watcher.close();
      watchers.delete(key);
    }
    for (const [key, folder] of folders) {
      if (watchers.has(key)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, soon);
        watcher.on('error', () => watcher.close());
        watchers.set(key, watcher);
      } catch (problem) {
        blind(`changes in ${folder} are not noticed: ${messageOf(problem)}`);
      }
    }
  };

  return {
    follow(files, texts) {
      if (isStopped) return;
      seen = new Map(files.map((file) => [file, texts?.get(file) ?? fileText(file)]));
      attach();
      soon();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

/** By identity, since a new folder of the same name is another one. For a missing folder: the nearest one above. */
function foldersOf(files: readonly string[]): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const file of files.flatMap((name) => [name, existingPath(name) ?? name])) {
    let folder = dirname(file);
    while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
    folders.set(`${folder}\0${statSync(folder, { throwIfNoEntry: false })?.ino}`, folder);
  }
  return folders;
}
