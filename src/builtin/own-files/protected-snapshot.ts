import {
  type BigIntStats,
  chmodSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../../engine/values/text.ts';
import { entriesIn } from '../../files/file-facts.ts';
import { makeFolderSync } from '../../files/make-folder.ts';
import type { NewFiles } from './protected-path.ts';

export interface ProtectedChange {
  readonly path: string;
  readonly remedy: string;
}

interface Kept {
  readonly stat: BigIntStats;
  readonly content: Buffer | string | null;
}

/** A larger file is only watched. It cannot be restored. */
const maxBytes = 4 * 1024 * 1024;

/** The protected files before a call. Changes between calls are accepted, changes during a call are undone. */
export class ProtectedSnapshot {
  readonly #paths: readonly string[];
  readonly #newFiles: readonly NewFiles[];
  readonly #kept = new Map<string, Kept | null>();
  #known: ReadonlySet<string> = new Set();
  #open = 0;

  constructor(paths: readonly string[], newFiles: readonly NewFiles[]) {
    this.#paths = paths;
    this.#newFiles = newFiles;
  }

  /** Call it before a call. While another call runs, it reads nothing: that call may just have changed the file. */
  begin(): void {
    this.#open += 1;
    if (this.#open > 1) return;
    for (const path of this.#paths) {
      const stat = statOf(path);
      const kept = this.#kept.get(path);
      if (kept === undefined || !isSame(kept?.stat ?? null, stat)) this.#kept.set(path, keep(path, stat));
    }
    this.#known = new Set(this.#newFiles.flatMap((folder) => newFilesIn(folder)));
  }

  end(): readonly ProtectedChange[] {
    this.#open -= 1;
    const changes: ProtectedChange[] = [];
    for (const path of this.#paths) {
      const kept = this.#kept.get(path) ?? null;
      const stat = statOf(path);
      if (isSame(kept?.stat ?? null, stat)) continue;
      if (kept !== null && stat !== null && isEqual(kept, stat, path)) {
        this.#kept.set(path, { ...kept, stat });
        continue;
      }
      changes.push({ path, remedy: remedyOf(() => putBack(path, kept)) });
      if (kept !== null) this.#kept.set(path, { ...kept, stat: statOf(path) ?? kept.stat });
    }
    for (const path of this.#newFiles.flatMap((folder) => newFilesIn(folder))) {
      if (this.#known.has(path)) continue;
      changes.push({ path, remedy: remedyOf(() => putBack(path, null)) });
    }
    return changes;
  }
}

/** Null when there is no file. Folders do not count: they are protected because calls cannot name them. */
function statOf(path: string): BigIntStats | null {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined || stat.isDirectory() ? null : stat;
  } catch {
    return null;
  }
}

function isSame(before: BigIntStats | null, now: BigIntStats | null): boolean {
  if (before === null || now === null) return before === now;
  // `touch` cannot set the time of the last status change.
  return (
    before.ctimeNs === now.ctimeNs &&
    before.mtimeNs === now.mtimeNs &&
    before.size === now.size &&
    before.ino === now.ino &&
    before.mode === now.mode
  );
}

function isEqual(kept: Kept, stat: BigIntStats, path: string): boolean {
  if (kept.stat.mode !== stat.mode || kept.stat.size !== stat.size) return false;
  if (kept.content === null) return kept.stat.mtimeNs === stat.mtimeNs && kept.stat.ino === stat.ino;
  const content = contentOf(path, stat);
  if (content === null) return false;
  return Buffer.from(kept.content).equals(Buffer.from(content));
}

function keep(path: string, stat: BigIntStats | null): Kept | null {
  return stat === null ? null : { stat, content: contentOf(path, stat) };
}

function contentOf(path: string, stat: BigIntStats): Buffer | string | null {
  try {
    if (stat.isSymbolicLink()) return readlinkSync(path);
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

function remedyOf(act: () => string): string {
  try {
    return act();
  } catch (problem) {
    return `could not be put back: ${messageOf(problem)}`;
  }
}

function putBack(path: string, kept: Kept | null): string {
  if (kept === null) {
    rmSync(path, { recursive: true, force: true });
    return 'was new and is removed';
  }
  if (kept.content === null) return 'could not be put back: it was too large to keep, or could not be read';
  makeFolder(dirname(path));
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true });
  // A reader gets the old or the new content, never a part.
  const beside = `${path}.${process.pid}.putting-back`;
  rmSync(beside, { recursive: true, force: true });
  if (typeof kept.content === 'string') symlinkSync(kept.content, beside);
  else {
    const mode = Number(kept.stat.mode & 0o7777n);
    writeFileSync(beside, kept.content, { mode });
    chmodSync(beside, mode);
  }
  renameSync(beside, path);
  return 'was put back';
}

/** Also when a file has replaced the folder. */
function makeFolder(folder: string): void {
  try {
    makeFolderSync(folder);
  } catch {
    for (let at = folder; dirname(at) !== at; at = dirname(at)) {
      const stat = lstatSync(at, { throwIfNoEntry: false });
      if (stat === undefined || stat.isDirectory()) continue;
      rmSync(at);
      break;
    }
    makeFolderSync(folder);
  }
}

export function newFilesIn({ newIn, endings }: NewFiles): readonly string[] {
  const isOne = (name: string): boolean => endings.some((ending) => name.endsWith(ending));
  return entriesIn(newIn).flatMap((entry) => {
    const path = join(newIn, entry.name);
    if (!entry.isDirectory() && isOne(entry.name)) return [path];
    // A folder with such a file is a package, and a link may lead to one.
    if (entry.isFile() || !/^[A-Za-z_]\w*$/.test(entry.name)) return [];
    return endings.map((ending) => join(path, `__init__${ending}`)).filter((file) => statOf(file) !== null);
  });
}
