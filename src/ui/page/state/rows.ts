import { computed, signal, batch as together } from '@preact/signals';
import {
  emptyColumns,
  hookColumns,
  namedColumns,
  plainColumns,
  type RowBatch,
  type RowDecision,
  rowDecisions,
  textColumns,
} from '../../wire.ts';

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

const columnNames = [...namedColumns, ...plainColumns];
type NamedColumn = (typeof namedColumns)[number];
type AnyColumn = (typeof columnNames)[number];
const columns = Object.fromEntries(columnNames.map((name) => [name, new Column()])) as Readonly<
  Record<AnyColumn, Column>
>;
const names: string[] = [];
const lists = emptyColumns();
/** The result of each call that has one. */
const results = new Map<number, number>();

export const rowCount = signal(0);
/** Events, but a call and its result are one. */
export const entryCount = computed(() => rowCount.value - results.size);
export const lastAt = signal(0);

export function addRows(batch: RowBatch): void {
  // A stream that was lost goes on behind the last event that arrived.
  if (batch.first !== rowCount.peek()) return;
  for (const name of batch.names) names.push(name);
  for (const name of columnNames) columns[name].push(batch[name]);
  for (const name of textColumns) for (const text of batch[name]) lists[name].push(text);
  for (const name of hookColumns) for (const list of batch[name]) lists[name].push(list);
  batch.before.forEach((before, index) => {
    if (before >= 0) results.set(before, batch.first + index);
  });
  together(() => {
    lastAt.value = batch.at.reduce((last, time) => Math.max(last, time), lastAt.value);
    rowCount.value = batch.first + batch.at.length;
  });
}

/** The events by their numbers. Columns are fast enough to filter all events at each key. */
export const rows = {
  text: (column: NamedColumn, row: number): string => names[columns[column].at(row)] ?? '',
  number: (column: AnyColumn, row: number): number => columns[column].at(row),
  name: (number: number): string => names[number] ?? '',
  at: (row: number): number => columns.at.at(row),
  code: (row: number): string => lists.code[row] ?? '',
  about: (row: number): string => lists.about[row] ?? '',
  /** The call that this is the result of; -1 for none. */
  before: (row: number): number => columns.before.at(row),
  /** The result of this call; -1 for none. */
  result: (row: number): number => results.get(row) ?? -1,
  hooks: (row: number): readonly number[] => lists.hooks[row] ?? [],
  hookMs: (row: number): readonly number[] => lists.hookMs[row] ?? [],
  hookRules: (row: number): readonly number[] => lists.hookRules[row] ?? [],
  hookEnds: (row: number): readonly number[] => lists.hookEnds[row] ?? [],
};

const both = (row: number): readonly number[] => {
  const result = rows.result(row);
  return result < 0 ? [row] : [row, result];
};

/** Calls with their results, and other events. */
export const entries = {
  rows: both,
  decision: (row: number): RowDecision => rowDecisions[entries.decisionNumber(row)] ?? null,
  decisionNumber: (row: number): number => Math.max(...both(row).map((one) => columns.decision.at(one))),
  marks: (row: number): number => both(row).reduce((marks, one) => marks | columns.marks.at(one), 0),
  reason: (row: number): string => {
    const decided = both(row).find((one) => rows.number('decision', one) === entries.decisionNumber(row));
    return rows.text('reason', decided ?? row);
  },
  hooksMs: (row: number): number =>
    both(row).reduce((sum, one) => sum + Math.max(0, columns.durationMs.at(one)), 0),
  /** From the end of the hooks before to the start of those after; -1 where there is no result. */
  toolMs: (row: number): number => {
    const result = rows.result(row);
    const end = rows.at(row) + Math.max(0, columns.durationMs.at(row));
    return result < 0 ? -1 : Math.max(0, rows.at(result) - end);
  },
};
