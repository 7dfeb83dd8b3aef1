import { basename, dirname } from 'node:path';

/** The folder of the project that a file belongs to: that of the file, or what Claude Code's own folder is in. */
export function projectFolder(file: string): string {
  const folder = dirname(file);
  return basename(folder) === '.claude' ? dirname(folder) : folder;
}
