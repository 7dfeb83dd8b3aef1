import { existsSync, readlinkSync } from 'node:fs';
import { cp, mkdtemp, readdir, realpath, rm, stat, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { escapeRegExp } from '../../engine/values/text.ts';
import { isWithin } from '../../files/within.ts';

/** A copy of a folder, in which hooks may do what they like. */
export class CopiedFolder {
  readonly #original: string;
  readonly #copy: string;
  readonly #temporary: string;

  private constructor(original: string, temporary: string) {
    this.#original = original;
    this.#temporary = temporary;
    this.#copy = join(temporary, 'copy');
  }

  /** A copy in which no link leads into the folder; or why there can be none. */
  static async of(folder: string): Promise<CopiedFolder | string> {
    const real = await realpath(folder);
    if ([homedir(), tmpdir()].some((large) => isWithin(large, real)))
      return 'its folder is too large to copy';
    const copied = new CopiedFolder(folder, await mkdtemp(join(tmpdir(), 'hookline-replay-')));
    await cp(real, copied.#copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    const out = await copied.#turnLinks(real);
    if (out === null) return copied;
    await copied.remove();
    return `its folder has a link that leads out of it: ${out}`;
  }

  /** Links within the folder lead into the copy, and files outside are copied. Gives a link to a folder outside. */
  async #turnLinks(real: string): Promise<string | null> {
    for (const entry of await readdir(this.#copy, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) continue;
      const link = join(entry.parentPath, entry.name);
      const name = relative(this.#copy, link);
      const original = join(real, name);
      const target = await realpath(original).catch(() => resolve(dirname(original), readlinkSync(original)));
      await rm(link);
      if (isWithin(target, real)) await symlink(join(this.#copy, relative(real, target)), link);
      else if ((await stat(target).catch(() => null))?.isFile() === true) await cp(target, link);
      else if (existsSync(target)) return name;
    }
    return null;
  }

  /** The path in the copy, for a path in the folder; others stay. */
  path(path: string): string {
    return isWithin(path, this.#original) ? join(this.#copy, relative(this.#original, path)) : path;
  }

  /** An event as it would be in the copy. */
  event<Value>(value: Value): Value {
    return moved(value, this.#original, this.#copy) as Value;
  }

  /** What came of it, as it would be in the folder. */
  back<Value>(value: Value): Value {
    return moved(value, this.#copy, this.#original) as Value;
  }

  async remove(): Promise<void> {
    await rm(this.#temporary, { recursive: true, force: true });
  }
}

/** The value with one folder in place of another, wherever a text names it. */
function moved(value: unknown, from: string, to: string): unknown {
  // As a whole path or the beginning of one, also behind an option such as -I.
  const named = new RegExp(
    `(?:(?<![\\w.~-])|(?<=(?<![\\w-])-[A-Za-z]))${escapeRegExp(from)}(?![\\w-]|\\.\\w)`,
    'g',
  );
  return JSON.parse(JSON.stringify(value), (_, text: unknown) =>
    typeof text === 'string' ? text.replaceAll(named, () => to) : text,
  );
}
