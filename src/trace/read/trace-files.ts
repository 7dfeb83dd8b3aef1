import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isTraceFile } from '../write/session-files.ts';

export interface TraceFile {
  readonly path: string;
  readonly size: number;
  readonly time: number;
}

export async function traceFiles(folder: string): Promise<readonly TraceFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files: TraceFile[] = [];
  for (const name of names.filter(isTraceFile)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts?.isFile()) files.push({ path, size: facts.size, time: facts.mtimeMs });
  }
  return files.sort((left, right) => left.time - right.time || (left.path < right.path ? -1 : 1));
}
