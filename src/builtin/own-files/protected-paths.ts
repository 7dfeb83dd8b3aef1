import { existsSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { compileGlob } from '../../engine/hooks/fnmatch.ts';
import type { ToolInput } from '../../engine/points/inputs.ts';
import { absolutePath, realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import type { NewFiles, ProtectedPath } from './protected-path.ts';
import { type ProtectedChange, ProtectedSnapshot } from './protected-snapshot.ts';

/** Programs that change what is in a folder. */
const changesFolders =
  /(?:^|[\s;&|(])(?:rm|mv|cp|rsync|chmod|chown|ln|unlink|shred|install|rename|tar|unzip)\s/;
const commandFields = ['command', 'cmd', 'script'] as const;
const movesAbout = /(?:^|[\s;&|(])(?:cd|pushd)\s|\s-C\b/;

/**
 * The files that hold the guard: the configuration and what its handlers run. Calls that would write to them are denied,
 * whatever hooks and rules say, so that an agent cannot edit its own guard away.
 *
 * File tools are judged by the real path. A shell command is judged by its words, so a command that so much as names such
 * a file is denied, also to read it. One that reaches the file in another way is found out afterwards, by comparing them with a snapshot.
 */
export class ProtectedPaths {
  readonly #paths: readonly string[];
  readonly #names: ReadonlySet<string>;
  readonly #newFiles: readonly NewFiles[];
  readonly #snapshot: ProtectedSnapshot | null;

  constructor(paths: readonly ProtectedPath[], cwd: string) {
    const files = paths.filter((path) => typeof path === 'string');
    // A link is protected, and so is its target.
    this.#paths = [...new Set(files.flatMap((path) => spellingsOf(path, cwd)))];
    this.#names = new Set(this.#paths.map((path) => basename(path)));
    this.#newFiles = paths
      .filter((path) => typeof path === 'object')
      .map(({ newIn, endings }) => ({ newIn: realPath(newIn, cwd), endings }));
    this.#snapshot = paths.length === 0 ? null : new ProtectedSnapshot(this.#paths, this.#newFiles);
  }

  /** Runs a call that may write. Returns what it changed, which is restored by then. */
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
  touchedBy(input: ToolInput, cwd: string): string | null {
    if (this.#snapshot === null) return null;
    for (const field of commandFields) {
      const command = input[field];
      const mentioned = typeof command === 'string' ? this.#mentionedIn(command, cwd) : null;
      if (mentioned !== null) return mentioned;
    }
    for (const text of textsIn(input)) {
      const path = this.#reachedBy(text, cwd);
      if (path !== null) return path;
    }
    return null;
  }

  #reachedBy(text: string, cwd: string): string | null {
    if (text === '' || text.length > 4096 || text.includes('\n') || text.includes('\0')) return null;
    const path = text.startsWith('file://') ? decoded(text.slice('file://'.length)) : text;
    const spellings = spellingsOf(path, cwd);
    return (
      this.#paths.find((own) => spellings.some((spelling) => isWithin(spelling, own))) ??
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

  #mentionedIn(command: string, cwd: string): string | null {
    // Quotes and backslashes may stand anywhere in a word without changing what it names.
    const plain = command.replaceAll(/\\\n|["'\\]/g, '');
    // A list in braces may be any text. An option may contain its value.
    const words = [
      ...plain.split(/[\s;&|<>()`=,{}]+/),
      ...(plain.match(/[^\s;&|<>()`=]*\{[^\s;&|<>()`]*/g) ?? []).map((word) =>
        word.replaceAll(/\{.*\}/g, '*'),
      ),
    ].flatMap((word) => (/^-[A-Za-z]./.test(word) ? [word, word.slice(2)] : [word]));
    const wanders = movesAbout.test(command);
    const changes = changesFolders.test(command);
    for (const word of words) {
      if (word === '') continue;
      const path = this.#reachedBy(word, cwd);
      if (path !== null) return path;
      if (this.#names.has(basename(word)) && (wanders || /[$~]/.test(word))) return word;
      const hit =
        (/[*?[]/.test(word) ? this.#matchedBy(word, cwd, wanders) : null) ??
        (changes ? this.#below(word, cwd) : null);
      if (hit !== null) return hit;
    }
    return null;
  }

  #matchedBy(word: string, cwd: string, wanders: boolean): string | null {
    const pattern = absolutePath(word, cwd);
    const glob = compileGlob(pattern);
    const name = compileGlob(basename(word));
    return (
      this.#paths.find(
        (path) =>
          // Unlike in a shell, `*` crosses folders here.
          (glob.matches(path) && path.split(sep).length === pattern.split(sep).length) ||
          (wanders && name.matches(basename(path))),
      ) ?? null
    );
  }

  #below(word: string, cwd: string): string | null {
    const folders = spellingsOf(word, cwd);
    return this.#paths.find((path) => folders.some((folder) => isWithin(path, folder))) ?? null;
  }
}

/** A path and its target. A path that cannot be followed leads to none of the protected files. */
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

/** Every text in an input, at any depth. Which field is a path is up to the tool. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* textsIn(part);
}
