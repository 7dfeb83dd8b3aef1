import { createHash } from 'node:crypto';
import { readFileSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entriesIn } from '../../files/file-facts.ts';
import type { FileVersion, HistoryEntry } from './entry.ts';
import { branch, importStream, logOptions, type NewEntry, type NewVersion, readLog } from './git-format.ts';
import { GitMissing, runGit } from './git-process.ts';
import { makePrivate, resetSettings } from './private-folder.ts';

const staleMs = 3000;
const maxAttempts = 40;
const pauseMs = 100;
const scatteredAt = 27;

/** Several processes may write: the slower one reads again and retries. */
export class ShadowGit {
  readonly directory: string;
  #head: string | null = null;
  #files = new Map<string, FileVersion>();

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async open(directory: string): Promise<ShadowGit> {
    makePrivate(directory);
    const git = new ShadowGit(directory);
    await git.#retry(async () => {
      resetSettings(directory);
      await git.#run(['init', '--quiet', '--bare', '--template=']);
      return true;
    });
    await git.#load();
    if (git.#isScattered()) await git.#run(['repack', '-d', '-q']);
    return git;
  }

  get head(): string | null {
    return this.#head;
  }

  version(path: string): FileVersion | null {
    return this.#files.get(path) ?? null;
  }

  async refresh(): Promise<void> {
    if (this.#tip() !== this.#head) await this.#load();
  }

  /** All or none. When another process was faster, it asks for the records again. */
  async record(
    entries: () => readonly NewEntry[] | Promise<readonly NewEntry[]>,
  ): Promise<readonly string[]> {
    let ids: readonly string[] = [];
    await this.#retry(async () => {
      await this.refresh();
      const added = await entries();
      if (added.length === 0) return true;
      const { code, stdout, stderr } = await runGit(
        this.directory,
        ['fast-import', '--quiet', '--done'],
        importStream(added, this.#head),
      );
      if (code !== 0) {
        if (stderr.includes('does not contain') || this.#tip() !== this.#head) return false;
        throw new Error(`git fast-import: ${stderr.trim()}`);
      }
      ids = stdout.toString('latin1').trim().split('\n');
      this.#head = ids.at(-1) ?? this.#head;
      for (const { files } of added) for (const [path, version] of files) this.#note(path, version);
      return true;
    });
    return ids;
  }

  async read({ blob }: FileVersion): Promise<Uint8Array> {
    return this.#run(['cat-file', 'blob', blob]);
  }

  async log(): Promise<readonly HistoryEntry[]> {
    if (this.#head === null) return [];
    const output = await this.#run(['log', ...logOptions, this.#head]);
    return readLog(output.toString('utf8'));
  }

  async lastChangeOf(path: string): Promise<HistoryEntry | null> {
    if (this.#head === null) return null;
    const output = await this.#run([
      '--literal-pathspecs',
      'log',
      '-1',
      ...logOptions,
      this.#head,
      '--',
      path,
    ]);
    return readLog(output.toString('utf8'))[0] ?? null;
  }

  async filesAt(id: string): Promise<ReadonlyMap<string, FileVersion>> {
    const output = await this.#run(['ls-tree', '-r', '-z', '--full-tree', id]);
    const files = new Map<string, FileVersion>();
    for (const line of output.toString('utf8').split('\0')) {
      const found = /^(\d+) blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
      if (found?.[2] === undefined || found[3] === undefined) continue;
      files.set(found[3], { blob: found[2], executable: found[1] === '100755' });
    }
    return files;
  }

  async #load(): Promise<void> {
    const tip = this.#tip();
    this.#files = tip === null ? new Map() : new Map(await this.filesAt(tip));
    this.#head = tip;
  }

  /** Reads without git: this runs before every write. */
  #tip(): string | null {
    const loose = textOf(join(this.directory, branch)).trim();
    if (loose !== '') return loose;
    const packed = textOf(join(this.directory, 'packed-refs'));
    return new RegExp(`^([0-9a-f]+) ${branch}$`, 'm').exec(packed)?.[1] ?? null;
  }

  #isScattered(): boolean {
    return entriesIn(join(this.directory, 'objects', '17')).length > scatteredAt;
  }

  #note(path: string, version: NewVersion): void {
    if (version === null) this.#files.delete(path);
    else this.#files.set(path, { blob: blobName(version.content), executable: version.executable });
  }

  async #run(args: readonly string[]): Promise<Buffer> {
    const { code, stdout, stderr } = await runGit(this.directory, args);
    if (code !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
    return stdout;
  }

  async #retry(work: () => Promise<boolean>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (await work()) return;
        if (attempt >= maxAttempts) throw new Error('other processes kept writing to the history');
      } catch (error) {
        const isLocked = !(error instanceof GitMissing) && String(error).includes('.lock');
        if (!isLocked || attempt >= maxAttempts) throw error;
        clearStaleLocks(this.directory);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }
}

export function blobName(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.byteLength}\0`).update(content).digest('hex');
}

function clearStaleLocks(directory: string): void {
  for (const folder of [directory, join(directory, dirname(branch))]) {
    for (const { name } of entriesIn(folder)) {
      const file = join(folder, name);
      try {
        if (name.endsWith('.lock') && Date.now() - statSync(file).mtimeMs > staleMs) unlinkSync(file);
      } catch {}
    }
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
