import type { DiskFile } from '../../files/disk-file.ts';
import type { EntryAuthor, EntryKind } from './entry.ts';
import type { NewEntry } from './git-format.ts';
import { blobName, type ShadowGit } from './shadow-git.ts';

export interface FoundFile {
  readonly name: string;
  readonly shown: string;
  readonly file: DiskFile | null;
}

export async function entriesForFoundFile(
  git: ShadowGit,
  found: FoundFile,
  author: EntryAuthor,
): Promise<readonly NewEntry[]> {
  if (isKnown(git, found)) return [];
  const unfinished = await unfinishedWrite(git, found, author);
  if (unfinished !== null) return [unfinished];
  const { name, shown, file } = found;
  const files = new Map([[name, file]]);
  return git.version(name) === null
    ? [{ ...author, kind: 'found', summary: `Find ${shown}`, files }]
    : [{ ...author, kind: 'changed', summary: `Find ${shown} changed by somebody else`, files }];
}

const writes: readonly EntryKind[] = ['write', 'delete', 'undo'];

export async function unfinishedWrite(
  git: ShadowGit,
  found: FoundFile,
  author: EntryAuthor,
): Promise<NewEntry | null> {
  const { name, shown, file } = found;
  if (isKnown(git, found)) return null;
  const last = await git.lastChangeOf(name);
  const change = last?.changes.find(({ path }) => path === name);
  if (last === null || change === undefined || !writes.includes(last.kind)) return null;
  if (change.before?.blob !== blobOf(file)) return null;
  return {
    ...author,
    kind: 'failed',
    summary: `Keep ${shown}, which was not written in the end`,
    // After an undo, its writes stay undone: they are in the history, and the file can still be restored.
    undone: last.kind === 'undo' ? [] : [last.id],
    files: new Map([[name, file]]),
  };
}

function isKnown(git: ShadowGit, { name, file }: FoundFile): boolean {
  return blobOf(file) === git.version(name)?.blob;
}

function blobOf(file: DiskFile | null): string | undefined {
  return file === null ? undefined : blobName(file.content);
}
