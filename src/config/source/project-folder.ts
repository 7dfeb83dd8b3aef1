import { basename, dirname } from 'node:path';

export function projectFolder(file: string): string {
  const folder = dirname(file);
  return basename(folder) === '.claude' ? dirname(folder) : folder;
}
