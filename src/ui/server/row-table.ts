import type { RowBatch } from '../wire.ts';
import type { EventRow } from './event-row.ts';

type Columns = { -readonly [Name in Exclude<keyof RowBatch, 'first' | 'names'>]: RowBatch[Name][number][] };

/** All events that the page knows of, in the columns in which it gets them. */
export class RowTable {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #columns: Columns = {
    at: [],
    session: [],
    agent: [],
    point: [],
    tool: [],
    product: [],
    about: [],
    decision: [],
    durationMs: [],
    marks: [],
    hooks: [],
    hookMs: [],
  };

  get length(): number {
    return this.#columns.at.length;
  }

  add(row: EventRow): void {
    const columns = this.#columns;
    columns.at.push(row.at);
    columns.session.push(this.#number(row.session));
    columns.agent.push(this.#number(row.agent));
    columns.point.push(this.#number(row.point));
    columns.tool.push(this.#number(row.tool));
    columns.product.push(this.#number(row.product));
    columns.about.push(row.about);
    columns.decision.push(row.decision);
    columns.durationMs.push(row.durationMs);
    columns.marks.push(row.marks);
    columns.hooks.push(row.hooks.map((hook) => this.#number(hook)));
    columns.hookMs.push(row.hookMs);
  }

  /** At most so many events behind those that the page has, with the texts that it does not have. */
  batch(first: number, knownNames: number, maxRows: number): RowBatch & { readonly knownNames: number } {
    const last = Math.min(first + maxRows, this.length);
    const part = Object.fromEntries(
      Object.entries(this.#columns).map(([name, values]) => [name, values.slice(first, last)]),
    ) as unknown as Columns;
    return { first, names: this.#names.slice(knownNames), ...part, knownNames: this.#names.length };
  }

  #number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }
}
