import { signal } from '@preact/signals';
import { type RowBatch, type RowDecision, rowDecisions } from '../../wire.ts';

/** A column of numbers that grows by doubling. */
class Column {
  #values: Float64Array = new Float64Array(4096);
  #length = 0;

  push(values: readonly number[]): void {
    const length = this.#length + values.length;
    if (length > this.#values.length) {
      const grown = new Float64Array(Math.max(length, this.#values.length * 2));
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values.set(values, this.#length);
    this.#length = length;
  }

  at(row: number): number {
    return this.#values[row] ?? 0;
  }
}

const names: string[] = [];
const at = new Column();
const session = new Column();
const agent = new Column();
const point = new Column();
const tool = new Column();
const product = new Column();
const decision = new Column();
const duration = new Column();
const marks = new Column();
const about: string[] = [];
const hooks: (readonly number[])[] = [];
const hookMs: (readonly number[])[] = [];

/** How many events there are. Everything that shows events depends on it. */
export const rowCount = signal(0);

export function addRows(batch: RowBatch): void {
  // A stream that was lost goes on behind the last event that arrived.
  if (batch.first !== rowCount.peek()) return;
  for (const name of batch.names) names.push(name);
  at.push(batch.at);
  session.push(batch.session);
  agent.push(batch.agent);
  point.push(batch.point);
  tool.push(batch.tool);
  product.push(batch.product);
  decision.push(batch.decision);
  duration.push(batch.durationMs);
  marks.push(batch.marks);
  for (const text of batch.about) about.push(text);
  for (const list of batch.hooks) hooks.push(list);
  for (const list of batch.hookMs) hookMs.push(list);
  rowCount.value = batch.first + batch.at.length;
}

const nameAt = (column: Column, row: number): string => names[column.at(row)] ?? '';

/** The events by their numbers. Reading a column costs nothing, so that lists of all events can be filtered at each key. */
export const rows = {
  at: (row: number): number => at.at(row),
  session: (row: number): string => nameAt(session, row),
  sessionNumber: (row: number): number => session.at(row),
  agent: (row: number): string => nameAt(agent, row),
  agentNumber: (row: number): number => agent.at(row),
  point: (row: number): string => nameAt(point, row),
  pointNumber: (row: number): number => point.at(row),
  tool: (row: number): string => nameAt(tool, row),
  toolNumber: (row: number): number => tool.at(row),
  product: (row: number): string => nameAt(product, row),
  about: (row: number): string => about[row] ?? '',
  decision: (row: number): RowDecision => rowDecisions[decision.at(row)] ?? null,
  decisionNumber: (row: number): number => decision.at(row),
  durationMs: (row: number): number => duration.at(row),
  marks: (row: number): number => marks.at(row),
  hooks: (row: number): readonly string[] => (hooks[row] ?? []).map((number) => names[number] ?? ''),
  hookNumbers: (row: number): readonly number[] => hooks[row] ?? [],
  hookMs: (row: number): readonly number[] => hookMs[row] ?? [],
  name: (number: number): string => names[number] ?? '',
};
