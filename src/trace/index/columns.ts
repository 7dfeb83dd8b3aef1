const types = {
  ...{ at: Float64Array, start: Float64Array, end: Float64Array, code: Float64Array },
  ...{ id: Uint32Array, session: Uint32Array, who: Uint32Array, product: Uint32Array, point: Uint32Array },
  ...{ tool: Uint32Array, decision: Uint32Array, folder: Uint32Array, hooks: Uint32Array },
} as const;
type Name = keyof typeof types;
type Column = Float64Array | Uint32Array;
/** In the order of the file, the widest first: columns start at a multiple of their width. */
const names = Object.keys(types) as readonly Name[];

export type ColumnRow = Readonly<Record<Name, number>>;

const rowBytes = names.reduce((bytes, name) => bytes + types[name].BYTES_PER_ELEMENT, 0);
const firstRows = 1024;

function columnsOf(make: (name: Name) => Column): Record<Name, Column> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Column>;
}

export class Columns {
  #count = 0;
  #columns = columnsOf((name) => new types[name](0));

  get count(): number {
    return this.#count;
  }

  push(row: ColumnRow): void {
    this.#grow(this.#count + 1);
    for (const name of names) this.#columns[name][this.#count] = row[name];
    this.#count += 1;
  }

  column(name: Name): Column {
    return this.#columns[name].subarray(0, this.#count);
  }

  cut(count: number): void {
    this.#count = Math.min(this.#count, count);
  }

  bytes(): readonly Uint8Array[] {
    return names.map((name) => {
      const { buffer, byteOffset, byteLength } = this.column(name);
      return new Uint8Array(buffer, byteOffset, byteLength);
    });
  }

  static fromBytes(bytes: Buffer, count: number): Columns | null {
    if (bytes.length !== count * rowBytes) return null;
    const columns = new Columns();
    const whole = bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
    let offset = whole.byteOffset;
    columns.#columns = columnsOf((name) => {
      const start = offset;
      offset += count * types[name].BYTES_PER_ELEMENT;
      return new types[name](whole.buffer as ArrayBuffer, start, count);
    });
    columns.#count = count;
    return columns;
  }

  #grow(count: number): void {
    const { length } = this.#columns.at;
    if (count <= length) return;
    const old = this.#columns;
    this.#columns = columnsOf((name) => {
      const grown = new types[name](Math.max(firstRows, length * 2));
      grown.set(old[name]);
      return grown;
    });
  }
}
