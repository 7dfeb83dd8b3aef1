import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { messageOf } from '../../engine/values/text.ts';
import type { ContentMode } from '../format/content-modes.ts';
import { traceVersion } from '../format/version.ts';
import { type FileEnd, fileEnd, openToAppend } from './append.ts';
import { type ChainState, chainStart, type LineBody, seal } from './chain.ts';
import { sessionFile } from './session-files.ts';

export interface WriterSetting {
  readonly folder: string;
  readonly session: string;
  readonly content: ContentMode;
  readonly maxFileBytes: number;
}

/** Lines, and how many of them were written. */
export interface WriteResult {
  readonly count: number;
  readonly problem: string | null;
}

const newId = (): string => randomBytes(9).toString('hex');
const maxBatchBytes = 1024 * 1024;

/** Adds the lines of one process to the files of one session, each chained to the one before. */
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
      // One write at the end of the file: lines of several processes do not mix.
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

  /** The last file of the session; the first time, that is looked for. */
  async #path(): Promise<string> {
    const { folder, session } = this.#setting;
    if (this.#number === 0) this.#number = await lastNumber(folder, session);
    return join(folder, sessionFile(session, this.#number));
  }

  #seal(lines: readonly LineBody[], from: number, end: FileEnd): Batch {
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
    // A file that was put in the place of the last one, or a new one, does not say yet who writes.
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
  /** The number of bytes up to the end of a line. */
  readonly offset: number;
  /** The number of given lines up to there. */
  readonly count: number;
  readonly chain: ChainState;
}

interface Batch {
  readonly bytes: Buffer;
  readonly ends: readonly BatchEnd[];
}

/** The disk took a part of a batch. */
class PartlyWritten extends Error {
  readonly count: number;

  constructor(count: number) {
    super('the disk took only a part of the record');
    this.count = count;
  }
}

/** The number of the last file of a session that is there. */
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
