import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';

/** What a file holds. */
export interface DiskFile {
  readonly content: Uint8Array;
  readonly executable: boolean;
}

/** Larger ones are beyond what an agent writes and a history should hold. */
const maxBytes = 64 * 1024 * 1024;

/** Null when there is no file. Throws for what is no regular file, or too large to keep. */
export async function readDiskFile(path: string): Promise<DiskFile | null> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw new Error(`${path} is a folder`);
    if (!facts.isFile()) throw new Error(`${path} is not a regular file`);
    if (facts.size > maxBytes) throw new Error(`${path} has more than ${maxBytes} bytes`);
    return { content: await readFile(path), executable: (facts.mode & 0o100) !== 0 };
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

/**
 * Puts a content into a file, with the folders that it needs. A file is never seen half written: the content is written to
 * `scratch` first, a path on the same disk. Where replacing the file would lose more than its content, such as a
 * second name or another owner, it is written in place.
 */
export async function writeDiskFile(
  path: string,
  content: Uint8Array,
  options: { readonly scratch: string | null; readonly executable?: boolean },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const { scratch, executable } = options;
  const old = await lstat(path).catch(() => null);
  // Replacing a file needs no right to write to it, but whoever took that right away meant it.
  if (old !== null) await access(path, constants.W_OK);
  const isReplaceable = old === null || (old.isFile() && old.nlink === 1 && old.uid === process.getuid?.());
  if (scratch === null || !isReplaceable) await writeFile(path, content);
  else await replace(path, content, scratch, old?.mode);
  if (executable !== undefined) await setExecutable(path, executable);
}

export async function deleteDiskFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

async function replace(
  path: string,
  content: Uint8Array,
  scratch: string,
  mode: number | undefined,
): Promise<void> {
  try {
    await writeFile(scratch, content);
    if (mode !== undefined) await chmod(scratch, mode & 0o7777);
    await rename(scratch, path);
  } catch {
    // Another disk, or a folder in which nothing may be created; the file itself may be writable all the same.
    await rm(scratch, { force: true }).catch(() => {});
    await writeFile(path, content);
  }
}

async function setExecutable(path: string, executable: boolean): Promise<void> {
  const { mode } = await stat(path);
  const readers = (mode & 0o444) >> 2;
  const wanted = executable ? mode | readers : mode & ~0o111;
  if (wanted !== mode) await chmod(path, wanted & 0o7777);
}

function isAbsence(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'ENOENT' || code === 'ENOTDIR';
}
