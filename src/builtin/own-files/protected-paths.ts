import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import { isFile } from '../../files/file-facts.ts';
import { absolutePath, realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import { type CallUse, callUses, type GivenCall } from '../../permissions/uses/call-uses.ts';
import { wholeText } from '../../permissions/uses/path-text.ts';
import { isPatchTool } from '../../permissions/uses/tool-patches.ts';
import type { NewFiles, ProtectedPath } from './protected-path.ts';
import { type ProtectedChange, ProtectedSnapshot } from './protected-snapshot.ts';

const maxPathLength = 4096;

/**
 * The files that hold the guard: the configuration and what its handlers run. Calls that would write to them are denied,
 * whatever hooks and rules say, so that an agent cannot edit its own guard away.
 *
 * Calls are judged by what they would write, remove or move, through tools, commands and redirections, where links really
 * lead. One that reaches the file in another way is found out afterwards, by comparing them with a snapshot.
 */
export class ProtectedPaths {
  readonly #paths: readonly string[];
  readonly #names: ReadonlySet<string>;
  readonly #newFiles: readonly NewFiles[];
  readonly #snapshot: ProtectedSnapshot | null;

  constructor(paths: readonly ProtectedPath[], cwd: string) {
    const files = paths.filter((path) => typeof path === 'string');
    // A file that is a link is protected as the link and as what it leads to.
    this.#paths = [...new Set(files.flatMap((path) => spellingsOf(path, cwd)))];
    this.#names = new Set(this.#paths.map((path) => basename(path)));
    this.#newFiles = paths
      .filter((path) => typeof path === 'object')
      .map(({ newIn, endings }) => ({ newIn: realPath(newIn, cwd), endings }));
    this.#snapshot = paths.length === 0 ? null : new ProtectedSnapshot(this.#paths, this.#newFiles);
  }

  /** Runs a call that may write, and tells what it changed all the same, which is put back by then. */
  async watch<T>(run: () => Promise<T>): Promise<readonly [T, readonly ProtectedChange[]]> {
    if (this.#snapshot === null) return [await run(), []];
    this.#snapshot.begin();
    let changes: readonly ProtectedChange[] = [];
    let result: T;
    try {
      result = await run();
    } finally {
      changes = this.#snapshot.end();
    }
    return [result, changes];
  }

  /** The protected file that the call may write to, or null. */
  touchedBy(call: GivenCall): string | null {
    if (this.#snapshot === null) return null;
    for (const use of callUses(call).uses) {
      if (use.access === 'read') continue;
      // A patch that cannot be read whole may change any file.
      const isAny = wholeText(use.path) === null && isPatchTool(call.toolName);
      const touched = isAny ? (this.#paths[0] ?? null) : this.#touched(use);
      if (touched !== null) return touched;
    }
    return null;
  }

  #touched(use: CallUse): string | null {
    const text = wholeText(use.path);
    if (text === null) return this.#named(use.path.at(-1) ?? '');
    if (text === '' || text.length > maxPathLength || /[\0\n]/.test(text)) return null;
    const path = text.startsWith('file://') ? decoded(text.slice('file://'.length)) : text;
    for (const folder of use.folders) {
      const touched =
        folder === null && !isAbsolute(path) ? this.#named(path) : this.#at(path, folder ?? '/', use);
      if (touched !== null) return touched;
    }
    return null;
  }

  /** A path whose folder is not known, by its last part. */
  #named(path: string): string | null {
    return path !== '' && this.#names.has(basename(path)) ? path : null;
  }

  #at(path: string, folder: string, { access, deep }: CallUse): string | null {
    const spellings = spellingsOf(path, folder);
    const takesAll = deep || access === 'delete';
    return (
      this.#paths.find((own) =>
        spellings.some((spelling) => isAtOrIn(spelling, own) || (takesAll && isWithin(own, spelling))),
      ) ??
      spellings.find((spelling) => this.#isNew(spelling)) ??
      null
    );
  }

  #isNew(path: string): boolean {
    const isOne = this.#newFiles.some(({ newIn, endings }) => {
      if (!endings.some((ending) => path.endsWith(ending))) return false;
      const folder = dirname(path);
      return folder === newIn || (dirname(folder) === newIn && /^__init__\./.test(basename(path)));
    });
    return isOne && !existsSync(path);
  }
}

/** Below a file there is nothing. */
function isAtOrIn(path: string, own: string): boolean {
  return isWithin(path, own) && (path === own || !isFile(own));
}

/** A path, and what it leads to. One that cannot be followed leads to none of our files: those can be. */
function spellingsOf(path: string, cwd: string): readonly string[] {
  const absolute = absolutePath(path, cwd);
  try {
    return [absolute, realPath(path, cwd)];
  } catch {
    return [absolute];
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
