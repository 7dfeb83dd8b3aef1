import type { ShellWord } from '../reading.ts';

/**
 * The files that a line writes and copies, by their names: a later command of it may run them. Files outlive the shell that
 * writes them, so every shell of a line shares these, and what was once written counts to the end.
 */
export class LineFiles {
  readonly #written = new Map<string, (string | null)[]>();
  readonly #copied = new Map<string, ShellWord[]>();

  /** Notes what is written into a file; null where that cannot be told. */
  write(path: string, text: string | null, isAppended = false): void {
    const name = fileName(path);
    const texts = this.#written.get(name) ?? [];
    const last = texts.at(-1);
    const whole = isAppended && typeof last === 'string' && text !== null ? last + text : text;
    if (!texts.includes(whole)) this.#written.set(name, [...texts, whole]);
  }

  /** Notes that a file gets another name. */
  copy(source: ShellWord, path: string): void {
    const name = fileName(path);
    this.#copied.set(name, [...(this.#copied.get(name) ?? []), source]);
  }

  /** What was copied, moved or linked to this name. */
  sourcesOf(path: string): readonly ShellWord[] {
    return this.#copied.get(fileName(path)) ?? [];
  }

  /** Everything that the line writes into a file of this name, or into what becomes that file. */
  textsIn(path: string): readonly (string | null)[] {
    const sources = this.sourcesOf(path).flatMap(({ value }) => (value === null ? [] : fileName(value)));
    return [fileName(path), ...sources].flatMap((name) => this.#written.get(name) ?? []);
  }
}

export function fileName(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path;
}
