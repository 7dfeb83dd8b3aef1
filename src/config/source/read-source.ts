import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { lookUp } from '../../engine/values/look-up.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { FilePlace } from './problem.ts';
import { SourceFile } from './source-file.ts';
import { whyMissing } from './why-missing.ts';

const maxBytes = 4 * 1024 * 1024;

export class UnreadableFile extends Error {
  readonly place: FilePlace | null;

  constructor(message: string, place: FilePlace | null = null) {
    super(message);
    this.place = place;
  }
}

/** For small files, reading is faster than starting a thread. */
export function readSource(path: string): SourceFile {
  try {
    const status = statSync(path);
    if (status.isDirectory()) throw new UnreadableFile('it is a folder');
    // Reading a pipe or a device may never end.
    if (!status.isFile()) throw new UnreadableFile('it is not a file');
    if (status.size > maxBytes) throw new UnreadableFile('it has more than 4 MiB');
    return decode(path, readFileSync(path));
  } catch (problem) {
    throw problem instanceof UnreadableFile ? problem : new UnreadableFile(reasonOf(problem, path));
  }
}

function decode(path: string, bytes: Buffer): SourceFile {
  const file = new SourceFile(path, bytes.toString('utf8').replace(/^\u{FEFF}/u, ''));
  if (isUtf8(bytes)) return file;
  const stranger = file.text.indexOf('\u{FFFD}');
  throw new UnreadableFile('it is not UTF-8 text', file.place(stranger, stranger + 1));
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'it is a link that leads back to itself',
};

function reasonOf(problem: unknown, path: string): string {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : '';
  const why = code === 'ENOENT' ? whyMissing(path) : '';
  return `${lookUp(reasons, code) ?? messageOf(problem)}${why}`;
}
