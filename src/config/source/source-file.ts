import type { FilePlace } from './problem.ts';

export class SourceFile {
  readonly path: string;
  readonly text: string;
  readonly #lineStarts: readonly number[];

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.#lineStarts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
  }

  /** The place between two offsets. A place over several lines is shown on the first. */
  place(start: number, end: number): FilePlace {
    const line = this.#lineAt(start);
    const lineStart = this.#lineStarts[line] ?? 0;
    const text = this.line(line + 1);
    // The end of a line or of the file is a place too: after the last character.
    const column = Math.min(start - lineStart, text.length) + 1;
    return {
      file: this.path,
      line: line + 1,
      column,
      endColumn: Math.max(column + 1, Math.min(end - lineStart, text.length) + 1),
      text,
    };
  }

  line(number: number): string {
    const start = this.#lineStarts[number - 1] ?? this.text.length;
    const end = this.#lineStarts[number] ?? this.text.length + 1;
    return this.text.slice(start, end - 1).replace(/\r$/, '');
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
