import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { tailLength, toldHash } from './chain.ts';

/** What a file looks like before a writer adds to it. */
export interface FileEnd {
  readonly size: number;
  readonly inode: number;
  /** Whether the last line has no end: its writer was killed. */
  readonly isTorn: boolean;
  /** The hash that the last line tells. */
  readonly hash: string | null;
}

// Never through a link: somebody else may have put it there.
const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
const fileMode = 0o600;

/** Opens a file for adding lines. It and its folder are made for their owner alone. */
export async function openToAppend(path: string): Promise<FileHandle> {
  try {
    return await open(path, flags, fileMode);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'ENOENT') throw problem;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return await open(path, flags, fileMode);
  }
}

/** Looks at the end of a file. Throws where it is no file. */
export async function fileEnd(file: FileHandle): Promise<FileEnd> {
  const facts = await file.stat();
  if (!facts.isFile()) throw new Error('the place of the record is no file');
  if ((facts.mode & 0o077) !== 0) await file.chmod(fileMode);
  const { size, ino: inode } = facts;
  if (size === 0) return { size, inode, isTorn: false, hash: null };
  const length = Math.min(size, tailLength + 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const end = buffer.toString('latin1', 0, bytesRead);
  const isTorn = !end.endsWith('\n');
  return { size, inode, isTorn, hash: isTorn ? null : toldHash(end.slice(0, -1)) };
}
