import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SerialQueue } from '../engine/values/serial-queue.ts';
import { isMissing } from './file-facts.ts';
import { makeFolder } from './make-folder.ts';

/** For the whole process, since two logs may share a file and must not rotate to the same name. */
let putAside = 0;

export class LineLog {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #keep: number;
  readonly #lines = new SerialQueue();
  #isTorn = false;

  constructor(path: string, maxBytes: number, keep: number) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#keep = keep;
  }

  append(line: string): Promise<void> {
    return this.#lines.run(() => this.#write(line));
  }

  async #write(line: string): Promise<void> {
    const file = await this.#open();
    try {
      const { size } = await file.stat();
      const bytes = Buffer.from(`${this.#isTorn ? '\n' : ''}${line}\n`);
      const { bytesWritten } = await file.write(bytes);
      this.#isTorn = bytesWritten < bytes.length;
      if (this.#isTorn) throw new Error(`${this.#path} took only a part of the line`);
      if (size + bytesWritten >= this.#maxBytes) await this.#rotate();
    } finally {
      await file.close();
    }
  }

  async #open(): Promise<FileHandle> {
    try {
      return await open(this.#path, 'a', 0o600);
    } catch (problem) {
      if (!isMissing(problem)) throw problem;
      await makeFolder(dirname(this.#path));
      return await open(this.#path, 'a', 0o600);
    }
  }

  /** The name is unique to this process, so two that rotate at once lose nothing. */
  async #rotate(): Promise<void> {
    putAside += 1;
    const stamp = new Date().toISOString().replaceAll(':', '-');
    await rename(this.#path, `${this.#path}.${stamp}-${process.pid}-${putAside}`).catch(() => {});
    const prefix = `${basename(this.#path)}.`;
    const names = await readdir(dirname(this.#path));
    const old = names.filter((name) => name.startsWith(prefix) && /Z-\d+-\d+$/.test(name)).sort();
    for (const name of old.slice(0, Math.max(0, old.length - this.#keep))) {
      await rm(join(dirname(this.#path), name), { force: true });
    }
  }
}
