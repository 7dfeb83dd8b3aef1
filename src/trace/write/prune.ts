import { type FileHandle, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isTraceFile } from './session-files.ts';

export interface Retention {
  /** Files that were not written to for so long are deleted. */
  readonly maxAgeMs: number;
  /** Above it, the files that were not written to for the longest time are deleted. */
  readonly maxTotalBytes: number;
}

const marker = '.pruned';
const everyMs = 60 * 60 * 1000;

/** Deletes old files, once an hour at most among all processes. Never rejects: another process will try again. */
export async function pruneSeldom(folder: string, retention: Retention): Promise<void> {
  try {
    if (!(await isDue(join(folder, marker)))) return;
    await prune(folder, retention);
  } catch {
    // The folder is gone or cannot be read. Whoever writes to it says so.
  }
}

/** Deletes what is too old, then the oldest until the rest is small enough. */
async function prune(folder: string, { maxAgeMs, maxTotalBytes }: Retention): Promise<void> {
  const names = (await readdir(folder)).filter(isTraceFile);
  const files: { path: string; size: number; time: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts?.isFile()) files.push({ path, size: facts.size, time: facts.mtimeMs });
  }
  files.sort((left, right) => left.time - right.time);
  let total = files.reduce((sum, { size }) => sum + size, 0);
  const oldest = Date.now() - maxAgeMs;
  for (const { path, size, time } of files) {
    if (time >= oldest && total <= maxTotalBytes) return;
    await rm(path, { force: true });
    total -= size;
  }
}

async function isDue(path: string): Promise<boolean> {
  const last = await stat(path).catch(() => null);
  const time = Date.now();
  // A clock that was set back must not put it off for ever.
  if (last !== null && Math.abs(time - last.mtimeMs) < everyMs) return false;
  let file: FileHandle | null = null;
  try {
    file = await open(path, 'a', 0o600);
  } finally {
    await file?.close();
  }
  await utimes(path, new Date(time), new Date(time));
  return true;
}
