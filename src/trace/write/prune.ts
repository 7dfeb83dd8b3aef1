import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseLine } from '../read/read-lines.ts';
import { indexPath, isFileOf, isTraceFile } from './session-files.ts';

export interface Retention {
  readonly maxAgeMs: number;
  readonly maxTotalBytes: number;
}

const marker = '.pruned';
// Never through a link: the folder may be one of a project.
const markerFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;
const maxFirstLine = 16 * 1024;
const everyMs = 60 * 60 * 1000;

/** At most once an hour among all processes. Never rejects: another process retries. */
export async function pruneSeldom(folder: string, retention: Retention): Promise<void> {
  try {
    if (!(await isDue(join(folder, marker)))) return;
    await prune(folder, retention);
  } catch {}
}

async function prune(folder: string, { maxAgeMs, maxTotalBytes }: Retention): Promise<void> {
  const names = await readdir(folder);
  const files: { path: string; size: number; time: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts?.isFile() && (await isOwnTrace(path, name)))
      files.push({ path, size: facts.size, time: facts.mtimeMs });
  }
  files.sort((left, right) => left.time - right.time);
  let total = files.reduce((sum, { size }) => sum + size, 0);
  const oldest = Date.now() - maxAgeMs;
  for (const { path, size, time } of files) {
    if (time >= oldest && total <= maxTotalBytes) return;
    await rm(path, { force: true });
    await rm(indexPath(path), { force: true });
    total -= size;
  }
}

/** Other files in the folder may belong to someone else. */
async function isOwnTrace(path: string, name: string): Promise<boolean> {
  if (!isTraceFile(name)) return false;
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxFirstLine), 0, maxFirstLine, 0);
    const [text = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1);
    const line = parseLine(text);
    return line?.type === 'writer' && isFileOf(line.session, name);
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

async function isDue(path: string): Promise<boolean> {
  const last = await lstat(path).catch(() => null);
  const time = Date.now();
  // A clock that was set back must not put it off for ever.
  if (last !== null && Math.abs(time - last.mtimeMs) < everyMs) return false;
  let file: FileHandle | null = null;
  try {
    file = await open(path, markerFlags, 0o600);
    await file.utimes(new Date(time), new Date(time));
  } finally {
    await file?.close();
  }
  return true;
}
