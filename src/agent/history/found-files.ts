import type { DiskFile } from '../../files/disk-file.ts';
import type { EntryAuthor, EntryKind } from './entry.ts';
import type { NewEntry } from './fast-import.ts';
import { blobName, type ShadowGit } from './shadow-git.ts';

/** A file of the history, and how it really stands. */
export interface FoundFile {
  readonly name: string;
  /** As people know it. */
  readonly shown: string;
  readonly file: DiskFile | null;
}

/** What has to be recorded first of a file that is about to change: how it stands, unless the history knows. */
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

/**
 * What takes a write back that was recorded and then did not happen, because its process was killed in between: nobody else
 * has changed the file then. Null when the file stands as the history says, or otherwise than before its last write.
 */
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
    // What an undo took back stays taken back: its writes are in the history, and the file can be put back again.
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
