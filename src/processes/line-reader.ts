export class LineReader {
  readonly #maxBytes: number;
  #rest: Buffer[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  read(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      lines.push(this.#complete(chunk.subarray(start, end)));
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#rest.push(chunk.subarray(start));
      this.#length += chunk.length - start;
    }
    if (this.#length > this.#maxBytes) throw new Error(`a line is longer than ${this.#maxBytes} bytes`);
    return lines;
  }

  #complete(end: Buffer): string {
    if (this.#rest.length === 0) return end.toString();
    const line = Buffer.concat([...this.#rest, end]).toString();
    this.#rest = [];
    this.#length = 0;
    return line;
  }
}
