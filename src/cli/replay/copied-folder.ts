import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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

  static async of(folder: string): Promise<CopiedFolder> {
    const copied = new CopiedFolder(folder, await mkdtemp(join(tmpdir(), 'hookline-replay-')));
    await cp(folder, copied.#copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    return copied;
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
  return JSON.parse(JSON.stringify(value), (_, text: unknown) =>
    typeof text === 'string' ? text.replaceAll(from, to) : text,
  );
}
