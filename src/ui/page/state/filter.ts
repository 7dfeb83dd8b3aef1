import { computed, signal } from '@preact/signals';
import { rowMarks } from '../../wire.ts';
import { rowCount, rows } from './rows.ts';

/** What an event may be asked for. An empty text asks for nothing. */
export const filter = {
  session: signal(''),
  agent: signal(''),
  point: signal(''),
  tool: signal(''),
  hook: signal(''),
  decision: signal(''),
  text: signal(''),
  /** Events at which no hook ran. Most people look for what hooks did. */
  withQuiet: signal(false),
  /** Milliseconds since 1970; null for all time. */
  span: signal<{ readonly from: number; readonly to: number } | null>(null),
};

/** The decisions to choose from, and what only a mark tells. */
export const decisionChoices = ['deny', 'ask', 'allow', 'none', 'failed', 'changed'] as const;

function isOfDecision(row: number, choice: string): boolean {
  if (choice === 'failed') return (rows.marks(row) & rowMarks.failed) !== 0;
  if (choice === 'changed') return (rows.marks(row) & rowMarks.changed) !== 0;
  return (rows.decision(row) ?? 'none') === choice;
}

type Test = (row: number) => boolean;

/** The tests that a person asked for, all but those of time. */
const tests = computed((): readonly Test[] => {
  const all: Test[] = [];
  if (!filter.withQuiet.value)
    all.push((row) => rows.hookNumbers(row).length > 0 || rows.decisionNumber(row) !== 0);
  const add = (value: string, test: (row: number, value: string) => boolean): void => {
    if (value !== '') all.push((row) => test(row, value));
  };
  add(filter.session.value, (row, value) => rows.session(row) === value);
  add(filter.agent.value, (row, value) => rows.agent(row) === value);
  add(filter.point.value, (row, value) => rows.point(row) === value);
  add(filter.tool.value, (row, value) => rows.tool(row) === value);
  add(filter.decision.value, isOfDecision);
  add(filter.hook.value, (row, value) => rows.hooks(row).includes(value));
  add(filter.text.value.trim().toLowerCase(), (row, value) => textOf(row).includes(value));
  return all;
});

function textOf(row: number): string {
  return `${rows.about(row)} ${rows.tool(row)} ${rows.point(row)} ${rows.agent(row)} ${rows.hooks(row).join(' ')}`.toLowerCase();
}

/** What was kept of the events that are judged already: more come, and none goes. */
let kept: { readonly tests: readonly Test[]; readonly count: number; readonly found: number[] } = {
  tests: [],
  count: 0,
  found: [],
};

/** The events that pass, in the order of their time. The timeline shows all of these. */
export const matching = computed((): readonly number[] => {
  const count = rowCount.value;
  const wanted = tests.value;
  const known = kept.tests === wanted ? kept : { tests: wanted, count: 0, found: [] };
  const fresh: number[] = [];
  let isSorted = true;
  for (let row = known.count; row < count; row += 1) {
    if (!wanted.every((test) => test(row))) continue;
    const last = fresh.at(-1);
    if (last !== undefined && rows.at(last) > rows.at(row)) isSorted = false;
    fresh.push(row);
  }
  if (!isSorted) fresh.sort((one, other) => rows.at(one) - rows.at(other) || one - other);
  const found = merged(known.found, fresh);
  kept = { tests: wanted, count, found };
  return found;
});

/** Two lists in the order of time as one. Sorting all of them again at each batch would be felt. */
function merged(one: readonly number[], other: readonly number[]): number[] {
  const all: number[] = [];
  let next = 0;
  for (const row of other) {
    for (; next < one.length && rows.at(one[next] ?? 0) <= rows.at(row); next += 1) all.push(one[next] ?? 0);
    all.push(row);
  }
  for (; next < one.length; next += 1) all.push(one[next] ?? 0);
  return all;
}

/** Those of them in the span of time that is looked at. The list shows these. */
export const listed = computed((): readonly number[] => {
  const span = filter.span.value;
  const all = matching.value;
  if (span === null) return all;
  return all.slice(firstFrom(all, span.from), firstFrom(all, span.to + 1));
});

/** The place of the first event at or after a time. */
export function firstFrom(sorted: readonly number[], time: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows.at(sorted[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether anything is asked for. */
export const isFiltered = computed(
  () =>
    filter.span.value !== null ||
    (['agent', 'point', 'tool', 'hook', 'decision', 'text'] as const).some(
      (name) => filter[name].value !== '',
    ),
);

/** Asks for everything again; the session stays. */
export function clearFilter(): void {
  for (const name of ['agent', 'point', 'tool', 'hook', 'decision', 'text'] as const) filter[name].value = '';
  filter.span.value = null;
}
