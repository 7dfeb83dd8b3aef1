import { computed, effect, signal } from '@preact/signals';
import { lookUp } from '../../../engine/values/look-up.ts';
import { rowMarks } from '../../wire.ts';
import { rangeFrom, rangeTo } from './range.ts';
import { rowCount, rows } from './rows.ts';
import { deniedBy, Summary } from './summary.ts';

/** An empty text filters nothing. */
export const filter = {
  session: signal(''),
  text: signal(''),
  decision: signal(''),
  rule: signal(''),
  hook: signal(''),
  tool: signal(''),
  agent: signal(''),
  product: signal(''),
  folder: signal(''),
  point: signal(''),
  /** Events at which no hook ran. Most people look for what hooks did. */
  withQuiet: signal(false),
  /** A part of the time, zoomed into; null for all of it. */
  span: signal<{ readonly from: number; readonly to: number } | null>(null),
};

export const decisionChoices = [
  'deny',
  'ask',
  'allow',
  'none',
  'failed',
  'changed',
  'allowed by a person',
] as const;
const marksOf: Readonly<Record<string, number>> = {
  failed: rowMarks.failed,
  changed: rowMarks.changed,
  'allowed by a person': rowMarks.letPass,
};
const decisionWords = ['none', 'allow', 'ask', 'deny'];

type Test = (row: number) => boolean;
const columnTests = ['session', 'tool', 'agent', 'product', 'folder', 'point'] as const;
const searched = ['reason', 'rule', 'product', 'session', 'folder', 'tool', 'point', 'agent'] as const;

const tests = computed((): readonly Test[] => {
  const all: Test[] = [];
  const { session, decision, rule, hook, text, withQuiet } = filter;
  const [from, to] = [rangeFrom.value, rangeTo.value];
  // A session that was chosen is shown whole.
  if (session.value === '' && (from > 0 || to < Number.POSITIVE_INFINITY))
    all.push((row) => rows.at(row) >= from && rows.at(row) < to);
  if (!withQuiet.value)
    all.push((row) => rows.hooks(row).length > 0 || rows.number('decision', row) !== 0 || isPrompt(row));
  for (const name of columnTests) {
    const { value } = filter[name];
    if (value !== '') all.push((row) => rows.text(name, row) === value);
  }
  if (decision.value !== '') {
    const mark = lookUp(marksOf, decision.value);
    const number = decisionWords.indexOf(decision.value);
    all.push((row) => {
      if (mark !== undefined) return (rows.number('marks', row) & mark) !== 0;
      // A result without a decision does not make its call one.
      const decided = number === 0 && rows.before(row) >= 0 ? rows.before(row) : row;
      return rows.number('decision', decided) === number;
    });
  }
  const { value: wantedRule } = rule;
  if (wantedRule !== '')
    all.push(
      (row) =>
        deniedBy(row) === wantedRule || rows.hookRules(row).some((one) => rows.name(one) === wantedRule),
    );
  const { value: wantedHook } = hook;
  if (wantedHook !== '') all.push((row) => rows.hooks(row).some((one) => rows.name(one) === wantedHook));
  const words = text.value.trim().toLowerCase();
  if (words !== '') all.push(searchTest(words));
  return all;
});

function isPrompt(row: number): boolean {
  return rows.text('point', row) === 'UserPromptSubmit';
}

/** Texts of columns come again and again: each is searched once. */
function searchTest(words: string): Test {
  const known = new Map<number, boolean>();
  const isIn = (number: number): boolean => {
    let found = known.get(number);
    if (found === undefined) {
      found = rows.name(number).toLowerCase().includes(words);
      known.set(number, found);
    }
    return found;
  };
  return (row) =>
    searched.some((name) => isIn(rows.number(name, row))) ||
    rows.hooks(row).some(isIn) ||
    rows.about(row).toLowerCase().includes(words) ||
    rows.code(row).toLowerCase() === words;
}

interface Passed {
  readonly tests: readonly Test[];
  readonly summary: Summary;
  /** How many rows were looked at. */
  count: number;
  /** CallList and other events, in the order of time. */
  sorted: readonly number[];
  isIn: Uint8Array;
}

const passedBy = (wanted: readonly Test[]): Passed => ({
  tests: wanted,
  summary: new Summary(),
  count: 0,
  sorted: [],
  isIn: new Uint8Array(4096),
});

let passed = passedBy([]);
let isRunning = false;
/** Longer work would be felt. */
const turnMs = 12;
const publishMs = 250;

export const shown = signal<{ readonly sorted: readonly number[]; readonly summary: Summary }>(passed);
export const matching = computed(() => shown.value.sorted);

effect(() => {
  rowCount.value;
  tests.value;
  if (!isRunning) void look();
});

/** Looks at the rows that are new, or at all where the filter has changed, a turn at a time. */
async function look(): Promise<void> {
  isRunning = true;
  let published = performance.now();
  for (;;) {
    if (passed.tests !== tests.peek()) passed = passedBy(tests.peek());
    takeTurn(passed, rowCount.peek());
    const isDone = passed.count === rowCount.peek() && passed.tests === tests.peek();
    if (isDone || performance.now() - published > publishMs) {
      shown.value = { sorted: passed.sorted, summary: passed.summary };
      published = performance.now();
    }
    if (isDone) break;
    await new Promise((resolve) => setTimeout(resolve));
  }
  isRunning = false;
}

function takeTurn(of: Passed, count: number): void {
  if (of.isIn.length < count) {
    const grown = new Uint8Array(count * 2);
    grown.set(of.isIn);
    of.isIn = grown;
  }
  const end = performance.now() + turnMs;
  const fresh: number[] = [];
  for (; of.count < count; of.count += 1) {
    if (of.count % 256 === 0 && performance.now() > end) break;
    const row = of.count;
    const call = rows.before(row) < 0 ? row : rows.before(row);
    // The result of a call that passed belongs to it.
    if (of.isIn[call] !== 1) {
      if (!of.tests.every((test) => test(row))) continue;
      of.isIn[call] = 1;
      fresh.push(call);
      of.summary.addEntry(call);
      if (call !== row) of.summary.add(call);
    }
    of.summary.add(row);
  }
  if (fresh.length > 0) of.sorted = merged(of.sorted, inTime(fresh));
}

function inTime(found: number[]): readonly number[] {
  const isSorted = found.every((row, place) => place === 0 || rows.at(found[place - 1] ?? 0) <= rows.at(row));
  return isSorted ? found : found.sort((one, other) => rows.at(one) - rows.at(other) || one - other);
}

/** Two lists in the order of time as one. Sorting all of them again at each batch would be felt. */
function merged(one: readonly number[], other: readonly number[]): readonly number[] {
  if (one.length === 0 || rows.at(one.at(-1) ?? 0) <= rows.at(other[0] ?? 0)) return one.concat(other);
  const all: number[] = [];
  let next = 0;
  for (const row of other) {
    for (; next < one.length && rows.at(one[next] ?? 0) <= rows.at(row); next += 1) all.push(one[next] ?? 0);
    all.push(row);
  }
  for (; next < one.length; next += 1) all.push(one[next] ?? 0);
  return all;
}

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

export const filterNames = [
  'decision',
  'rule',
  'hook',
  'tool',
  'agent',
  'product',
  'folder',
  'point',
] as const;

export const isFiltered = computed(
  () =>
    filter.span.value !== null ||
    filter.text.value !== '' ||
    filterNames.some((name) => filter[name].value !== ''),
);

/** The session stays. */
export function clearFilter(): void {
  for (const name of [...filterNames, 'text'] as const) filter[name].value = '';
  filter.span.value = null;
}
