import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { messageOf } from '../../engine/values/text.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { type ContentMode, traceVersion } from '../format/lines.ts';
import { type ChainState, chainStart, type LineBody, seal, tailLength, toldHash } from './chain.ts';
import { sessionFile } from './session-files.ts';

interface FileEnd {
  readonly size: number;
  readonly inode: number;
  readonly isTorn: boolean;
  readonly hash: string | null;
}

// Never through a link: somebody else may have put it there.
const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
const fileMode = 0o600;

async function openToAppend(path: string): Promise<FileHandle> {
  try {
    return await open(path, flags, fileMode);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'ENOENT') throw problem;
    await makeFolder(dirname(path), 0o700);
    return await open(path, flags, fileMode);
  }
}

async function fileEnd(file: FileHandle): Promise<FileEnd> {
  const facts = await file.stat();
  if (!facts.isFile()) throw new Error('the trace is not a regular file');
  if ((facts.mode & 0o077) !== 0) await file.chmod(fileMode);
  const { size, ino: inode } = facts;
  if (size === 0) return { size, inode, isTorn: false, hash: null };
  const length = Math.min(size, tailLength + 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const end = buffer.toString('latin1', 0, bytesRead);
  const isTorn = !end.endsWith('\n');
  return { size, inode, isTorn, hash: isTorn ? null : toldHash(end.slice(0, -1)) };
}

export interface WriterSetting {
  readonly folder: string;
  readonly session: string;
  readonly content: ContentMode;
  readonly maxFileBytes: number;
}

export interface WriteResult {
  readonly count: number;
  readonly problem: string | null;
}

const newId = (): string => randomBytes(9).toString('hex');
const maxBatchBytes = 1024 * 1024;

export class SessionWriter {
  readonly id = newId();
  readonly #setting: WriterSetting;
  #chain: ChainState = chainStart;
  #number = 0;
  #inode = -1;

  constructor(setting: WriterSetting) {
    this.#setting = setting;
  }

  /** Writes as many of the lines as it can. Never rejects. */
  async write(lines: readonly LineBody[]): Promise<WriteResult> {
    let count = 0;
    try {
      while (count < lines.length) count += await this.#writeBatch(lines, count);
      return { count, problem: null };
    } catch (problem) {
      const written = problem instanceof PartlyWritten ? problem.count : 0;
      return { count: count + written, problem: messageOf(problem) };
    }
  }

  async #writeBatch(lines: readonly LineBody[], from: number): Promise<number> {
    const file = await openToAppend(await this.#path());
    try {
      const end = await fileEnd(file);
      if (end.size >= this.#setting.maxFileBytes) {
        this.#number += 1;
        return 0;
      }
      const batch = this.#seal(lines, from, end);
      const { bytesWritten } = await file.write(batch.bytes);
      const kept = batch.ends.filter(({ offset }) => offset <= bytesWritten).at(-1);
      if (kept !== undefined) {
        this.#chain = kept.chain;
        this.#inode = end.inode;
      }
      const count = kept?.count ?? 0;
      if (bytesWritten < batch.bytes.length) throw new PartlyWritten(count);
      return count;
    } finally {
      await file.close();
    }
  }

  async #path(): Promise<string> {
    const { folder, session } = this.#setting;
    if (this.#number === 0) this.#number = await lastNumber(folder, session);
    return join(folder, sessionFile(session, this.#number));
  }

  #seal(lines: readonly LineBody[], from: number, end: FileEnd) {
    const parts: Buffer[] = [];
    const ends: BatchEnd[] = [];
    let chain = this.#chain;
    let offset = 0;
    const add = (line: LineBody, before: string, count: number): void => {
      const sealed = seal(line, traceVersion, this.id, chain);
      chain = sealed.next;
      const bytes = Buffer.from(`${before}${sealed.text}\n`);
      parts.push(bytes);
      offset += bytes.length;
      ends.push({ offset, count, chain });
    };
    let before = end.isTorn ? '\n' : '';
    // A new or replaced file doesn't name its writer yet.
    if (this.#inode !== end.inode) {
      add(this.#introduction(end.hash), before, 0);
      before = '';
    }
    for (let index = from; index < lines.length && offset < maxBatchBytes; index += 1) {
      add(lines[index] as LineBody, before, index - from + 1);
      before = '';
    }
    return { bytes: Buffer.concat(parts), ends };
  }

  #introduction(after: string | null): LineBody {
    const { content, session } = this.#setting;
    const json = JSON.stringify({
      at: new Date().toISOString(),
      pid: process.pid,
      version: manifest.version,
      content,
      session,
      previous: this.#chain.hash || null,
      after,
    });
    return { type: 'writer', json };
  }
}

interface BatchEnd {
  readonly offset: number;
  readonly count: number;
  readonly chain: ChainState;
}

class PartlyWritten extends Error {
  readonly count: number;

  constructor(count: number) {
    super('the disk took only part of the trace');
    this.count = count;
  }
}

async function lastNumber(folder: string, session: string): Promise<number> {
  for (let number = 1; ; number += 1) {
    const next = join(folder, sessionFile(session, number + 1));
    const isThere = await access(next).then(
      () => true,
      () => false,
    );
    if (!isThere) return number;
  }
}
