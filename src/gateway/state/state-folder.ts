import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../files/file-facts.ts';
import { folderOfUser } from '../../files/folder-of-user.ts';
import { unwritable } from '../../files/unwritable.ts';

/** The folder of everything that hookline notes for its user. */
export function stateRoot(): string {
  return join(folderOfUser('XDG_STATE_HOME', '.local', 'state'), 'hookline');
}

/** A folder of hookline's own state, for its user alone. It is made when it is missing. */
export async function stateFolder(name: string): Promise<string> {
  const folder = join(stateRoot(), name);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((problem: unknown) => {
    throw stateUnwritable(problem, folder);
  });
  return folder;
}

/** The error for a part of the state that cannot be written. */
export function stateUnwritable(problem: unknown, path: string): Error {
  return unwritable(problem, path, 'Let this user write there, or name another folder in XDG_STATE_HOME.');
}

/** The size of a file of that state, 0 when there is none. Throws at a link or a pipe: somebody else put it there. */
export async function stateSize(file: string): Promise<number> {
  try {
    const facts = await lstat(file);
    if (facts.isFile()) return facts.size;
  } catch (problem) {
    if (isMissing(problem)) return 0;
    throw problem;
  }
  throw new Error(`${file} is no file`);
}

/** A file name for a key of any text. */
export function keyName(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
