const wide = ['at', 'start', 'end', 'code'] as const;
const narrow = ['id', 'session', 'who', 'product', 'point', 'tool', 'decision', 'folder', 'hooks'] as const;

export type ColumnRow = Readonly<Record<(typeof wide)[number] | (typeof narrow)[number], number>>;

const rowBytes = wide.length * 8 + narrow.length * 4;
const firstRows = 1024;

export class Columns {
  #count = 0;
  #wide = wide.map(() => new Float64Array(0));
  #narrow = narrow.map(() => new Uint32Array(0));

  get count(): number {
    return this.#count;
  }

  push(row: ColumnRow): void {
    this.#grow(this.#count + 1);
    for (const [index, name] of wide.entries()) (this.#wide[index] as Float64Array)[this.#count] = row[name];
    for (const [index, name] of narrow.entries())
      (this.#narrow[index] as Uint32Array)[this.#count] = row[name];
    this.#count += 1;
  }

  column(name: keyof ColumnRow): Float64Array | Uint32Array {
    const at = wide.indexOf(name as (typeof wide)[number]);
    const found = at >= 0 ? this.#wide[at] : this.#narrow[narrow.indexOf(name as (typeof narrow)[number])];
    return (found ?? new Uint32Array(0)).subarray(0, this.#count);
  }

  cut(count: number): void {
    this.#count = Math.min(this.#count, count);
  }

  bytes(): readonly Uint8Array[] {
    return [...wide, ...narrow].map((name) => {
      const { buffer, byteOffset, byteLength } = this.column(name);
      return new Uint8Array(buffer, byteOffset, byteLength);
    });
  }

  static fromBytes(bytes: Buffer, count: number): Columns | null {
    if (bytes.length !== count * rowBytes) return null;
    const columns = new Columns();
    const whole = bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
    let offset = whole.byteOffset;
    columns.#wide = wide.map(() => {
      offset += count * 8;
      return new Float64Array(whole.buffer as ArrayBuffer, offset - count * 8, count);
    });
    columns.#narrow = narrow.map(() => {
      offset += count * 4;
      return new Uint32Array(whole.buffer as ArrayBuffer, offset - count * 4, count);
    });
    columns.#count = count;
    return columns;
  }

  #grow(count: number): void {
    const [first = new Float64Array(0)] = this.#wide;
    if (count <= first.length) return;
    const size = Math.max(firstRows, first.length * 2);
    this.#wide = this.#wide.map((old) => {
      const grown = new Float64Array(size);
      grown.set(old);
      return grown;
    });
    this.#narrow = this.#narrow.map((old) => {
      const grown = new Uint32Array(size);
      grown.set(old);
      return grown;
    });
  }
}
