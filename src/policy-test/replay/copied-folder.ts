import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { cp, mkdtemp, readdir, realpath, rm, stat, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { escapeRegExp, messageOf } from '../../engine/values/text.ts';
import { isWithin } from '../../files/within.ts';

interface Move {
  readonly from: string;
  readonly to: string;
}

export class CopiedFolder {
  readonly #original: string;
  readonly #copy: string;
  readonly #temporary: string;

  private constructor(original: string, temporary: string) {
    this.#original = original;
    this.#temporary = temporary;
    this.#copy = join(temporary, 'copy');
  }

  static async of(folder: string): Promise<CopiedFolder | string> {
    if (isTooLarge(folder)) return 'its folder is too large to copy';
    const temporary = await realpath(await mkdtemp(join(tmpdir(), 'hookline-replay-')));
    const copied = new CopiedFolder(folder, temporary);
    const why = await copied.#fill().catch((problem) => `its folder cannot be copied: ${messageOf(problem)}`);
    if (why === null) return copied;
    await copied.remove();
    return why;
  }

  async #fill(): Promise<string | null> {
    const how = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true };
    await cp(this.#original, this.#copy, how);
    const out = await this.#turnLinks();
    return out === null ? null : `its folder has a link that leads out of it: ${out}`;
  }

  async #turnLinks(): Promise<string | null> {
    for (const entry of await readdir(this.#copy, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) continue;
      const link = join(entry.parentPath, entry.name);
      const name = relative(this.#copy, link);
      const original = join(this.#original, name);
      const target = await realpath(original).catch(() => resolve(dirname(original), readlinkSync(original)));
      await rm(link);
      if (isWithin(target, this.#original)) await symlink(this.path(target), link);
      else if ((await stat(target).catch(() => null))?.isFile() === true) await cp(target, link);
      else if (existsSync(target)) return name;
    }
    return null;
  }

  path(path: string): string {
    return isWithin(path, this.#original) ? join(this.#copy, relative(this.#original, path)) : path;
  }

  event<Value>(value: Value, folder: string): Value {
    return this.#moves(folder).reduce<unknown>(moved, value) as Value;
  }

  back<Value>(value: Value, folder: string): Value {
    return this.#moves(folder)
      .map(({ from, to }) => ({ from: to, to: from }))
      .reduce<unknown>(moved, value) as Value;
  }

  /** The folder by its real path and, before it, by the name that an event has for it, behind links. */
  #moves(folder: string): readonly Move[] {
    let [name, real] = [folder, realpathSync(folder)];
    for (let above = dirname(name); above !== name; above = dirname(name)) {
      const realAbove = realpathSync(above);
      if (!isWithin(realAbove, this.#original)) break;
      [name, real] = [above, realAbove];
    }
    const own = { from: this.#original, to: this.#copy };
    return name === this.#original ? [own] : [{ from: name, to: this.path(real) }, own];
  }

  async remove(): Promise<void> {
    await rm(this.#temporary, { recursive: true, force: true });
  }
}

export function isTooLarge(folder: string): boolean {
  return [homedir(), tmpdir()].some((large) => isWithin(large, folder));
}

function moved(value: unknown, { from, to }: Move): unknown {
  // As a whole path or the beginning of one, also behind an option such as -I.
  const named = new RegExp(
    `(?:(?<![\\w.~-])|(?<=(?<![\\w-])-[A-Za-z]))${escapeRegExp(from)}(?![\\w-]|\\.\\w)`,
    'g',
  );
  return JSON.parse(JSON.stringify(value), (_, text: unknown) =>
    typeof text === 'string' ? text.replaceAll(named, () => to) : text,
  );
}
