import type { Place } from './problem.ts';

/** The text of a file, and where its characters stand. */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  readonly #lineStarts: readonly number[];

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.#lineStarts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
  }

  /** The place of what stands between two offsets; what goes on over several lines is shown on the first. */
  place(start: number, end: number): Place {
    const line = this.#lineStarts.findLastIndex((lineStart) => lineStart <= start);
    const lineStart = this.#lineStarts[line] ?? 0;
    const text = this.line(line + 1);
    const column = start - lineStart + 1;
    return {
      file: this.path,
      line: line + 1,
      column,
      endColumn: Math.max(column + 1, Math.min(end - lineStart, text.length) + 1),
      text,
    };
  }

  /** A line by its number, without its end. */
  line(number: number): string {
    const start = this.#lineStarts[number - 1] ?? this.text.length;
    const end = this.#lineStarts[number] ?? this.text.length + 1;
    return this.text.slice(start, end - 1).replace(/\r$/, '');
  }
}
