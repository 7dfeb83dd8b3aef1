import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appendStateLines, jsonLines, namesIn, privateFolder, readStateFile } from './state-file.ts';
import { stateRoot } from './state-folder.ts';

export class StateLog {
  readonly #folderName: string;
  readonly #name: string;
  readonly #maxBytes: number;
  readonly #asideName: RegExp;

  constructor(folderName: string, name: string, maxBytes = 256 * 1024) {
    this.#folderName = folderName;
    this.#name = name;
    this.#maxBytes = maxBytes;
    this.#asideName = new RegExp(`^${name}-\\d+-[\\w-]+\\.jsonl$`);
  }

  get file(): string {
    return join(stateRoot(), this.#folderName, `${this.#name}.jsonl`);
  }

  /** Synchronous, since the process may end right after. */
  append(...lines: readonly object[]): void {
    privateFolder(this.#folderName);
    const size = appendStateLines(this.file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    if (size <= this.#maxBytes) return;
    try {
      this.#putAside();
      this.tidy();
    } catch {}
  }

  lines(): readonly unknown[] {
    // The newest are read first: what is put aside meanwhile is read twice, and not missed.
    const newest = this.#linesOf(this.file);
    return [...this.asides().flatMap((name) => this.linesIn(name)), ...newest];
  }

  protected asides(): readonly string[] {
    return namesIn(this.#folderName)
      .filter((name) => this.#asideName.test(name))
      .sort();
  }

  protected linesIn(name: string): readonly unknown[] {
    return this.#linesOf(join(stateRoot(), this.#folderName, name));
  }

  /** Several processes may rotate at once, so this counts bytes, not files. */
  protected tidy(): void {
    let kept = 0;
    for (const name of this.asides().toReversed()) {
      const aside = join(stateRoot(), this.#folderName, name);
      if (kept > this.#maxBytes) rmSync(aside, { force: true });
      else kept += statSync(aside).size;
    }
  }

  #linesOf(file: string): readonly unknown[] {
    return jsonLines(readStateFile(file) ?? '');
  }

  #putAside(): void {
    if (statSync(this.file).size <= this.#maxBytes) return;
    const mark = `${Date.now()}-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
    renameSync(this.file, join(stateRoot(), this.#folderName, `${this.#name}-${mark}.jsonl`));
  }
}
