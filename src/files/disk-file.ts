import { constants } from 'node:fs';
import { access, chmod, lstat, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from './file-facts.ts';
import { makeFolder } from './make-folder.ts';

export interface DiskFile {
  readonly content: Uint8Array;
  readonly executable: boolean;
}

/** Agents write no larger files, and a history should not hold them. */
const maxBytes = 64 * 1024 * 1024;

export async function readDiskFile(path: string): Promise<DiskFile | null> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw new Error(`${path} is a folder`);
    if (!facts.isFile()) throw new Error(`${path} is not a regular file`);
    if (facts.size > maxBytes) throw new Error(`${path} has more than ${maxBytes} bytes`);
    return { content: await readFile(path), executable: (facts.mode & 0o100) !== 0 };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Writes a file and creates missing folders. Readers never see it half written: the content goes to `scratch` first, a path
 * on the same disk. A file with a second name or another owner is written in place, since a replacement would lose
 * that.
 */
export async function writeDiskFile(
  path: string,
  content: Uint8Array,
  options: { readonly scratch: string | null; readonly executable?: boolean },
): Promise<void> {
  await makeFolder(dirname(path));
  const { scratch, executable } = options;
  const old = await lstat(path).catch(() => null);
  // Replacing a file needs no permission to write to it. A read-only file is meant to stay.
  if (old !== null) await access(path, constants.W_OK);
  const isReplaceable = old === null || (old.isFile() && old.nlink === 1 && old.uid === process.getuid?.());
  if (scratch === null || !isReplaceable) await writeInPlace(path, content);
  else await replace(path, content, scratch, old?.mode);
  if (executable !== undefined) await setExecutable(path, executable);
}

export async function deleteDiskFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function replace(
  path: string,
  content: Uint8Array,
  scratch: string,
  mode: number | undefined,
): Promise<void> {
  try {
    await writeFile(scratch, content, { flag: 'wx' });
    if (mode !== undefined) await chmod(scratch, mode & 0o7777);
    await rename(scratch, path);
  } catch {
    // Another disk, or a folder where nothing can be created. The file itself may still be writable.
    await rm(scratch, { force: true }).catch(() => {});
    await writeInPlace(path, content);
  }
}

/** Links are resolved already, so one in the file's place came later. */
async function writeInPlace(path: string, content: Uint8Array): Promise<void> {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  await writeFile(path, content, { flag: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW });
}

async function setExecutable(path: string, executable: boolean): Promise<void> {
  const { mode } = await stat(path);
  const readers = (mode & 0o444) >> 2;
  const wanted = executable ? mode | readers : mode & ~0o111;
  if (wanted !== mode) await chmod(path, wanted & 0o7777);
}
