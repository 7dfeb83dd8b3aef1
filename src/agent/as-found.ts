import type { DiskFile } from './disk-file.ts';
import type { NewEntry } from './fast-import.ts';
import type { EntryAuthor } from './history-entry.ts';
import { blobName, type ShadowGit } from './shadow-git.ts';

/** What has to be recorded first of a file that is about to change: how it stands, unless the history knows. */
export function asFound(
  git: ShadowGit,
  name: string,
  shown: string,
  file: DiskFile | null,
  author: EntryAuthor,
): readonly NewEntry[] {
  const known = git.version(name);
  if ((file === null ? undefined : blobName(file.content)) === known?.blob) return [];
  const files = new Map([[name, file]]);
  return known === null
    ? [{ ...author, kind: 'found', summary: `Find ${shown}`, files }]
    : [{ ...author, kind: 'changed', summary: `Find ${shown} changed by somebody else`, files }];
}
