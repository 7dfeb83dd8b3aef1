import { computed } from '@preact/signals';
import { rowDecisions, rowMarks } from '../../wire.ts';
import { filter, shown } from './filter.ts';
import { rangeFrom, rangeTo } from './range.ts';
import { rowCount, rows } from './rows.ts';

export interface SessionFacts {
  readonly session: string;
  readonly number: number;
  title: string;
  titleAt: number;
  product: string;
  folder: string;
  first: number;
  last: number;
  calls: number;
  denies: number;
  asks: number;
  failures: number;
  /** The last event that an agent which waits for an answer would not have. */
  lastStep: number;
}

const known = new Map<number, SessionFacts>();
let counted = 0;

const denied = rowDecisions.indexOf('deny');
const asked = rowDecisions.indexOf('ask');
const steps = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'UserPromptSubmit',
  'Stop',
  'SessionEnd',
]);

/** The sessions with the latest first. */
export const sessions = computed((): readonly SessionFacts[] => {
  const count = rowCount.value;
  for (; counted < count; counted += 1) countIn(counted);
  return [...known.values()].sort((one, other) => other.last - one.last);
});

/** Those with events in the range that pass the filter. */
export const shownSessions = computed(() => {
  const { sessions: numbers } = shown.value.summary;
  return sessions.value.filter(
    ({ number, first, last }) => numbers.has(number) && last >= rangeFrom.value && first < rangeTo.value,
  );
});

export function titleOf(session: string): string {
  return sessions.value.find((facts) => facts.session === session)?.title || session;
}

function countIn(row: number): void {
  const number = rows.number('session', row);
  const at = rows.at(row);
  let facts = known.get(number);
  if (facts === undefined) {
    facts = {
      ...{ session: rows.text('session', row), number, title: '', titleAt: Number.POSITIVE_INFINITY },
      ...{ product: '', folder: '', first: at, last: at, calls: 0, denies: 0, asks: 0, failures: 0 },
      lastStep: row,
    };
    known.set(number, facts);
  }
  const point = rows.text('point', row);
  facts.product ||= rows.text('product', row);
  facts.folder ||= rows.text('folder', row);
  if (point === 'UserPromptSubmit' && at < facts.titleAt && rows.about(row) !== '') {
    facts.title = rows.about(row);
    facts.titleAt = at;
  }
  if (point === 'PreToolUse') facts.calls += 1;
  facts.first = Math.min(facts.first, at);
  facts.last = Math.max(facts.last, at);
  if (steps.has(point) && at >= rows.at(facts.lastStep)) facts.lastStep = row;
  if (rows.number('decision', row) === denied) facts.denies += 1;
  if (rows.number('decision', row) === asked) facts.asks += 1;
  if ((rows.number('marks', row) & rowMarks.failed) !== 0) facts.failures += 1;
}

const chosenColumns = ['rule', 'tool', 'agent', 'product', 'folder', 'point'] as const;

interface Gathered {
  readonly session: string;
  /** So many events were looked at. */
  count: number;
  readonly numbers: Readonly<Record<(typeof chosenColumns)[number] | 'hook', Set<number>>>;
}

const gatherIn = (session: string): Gathered => ({
  session,
  count: 0,
  numbers: {
    ...{ rule: new Set(), tool: new Set(), agent: new Set(), product: new Set(), folder: new Set() },
    ...{ point: new Set(), hook: new Set() },
  },
});

let gathered = gatherIn('');

/** What can be asked for: each text of a column that occurs in the session. */
export const choices = computed(() => {
  const count = rowCount.value;
  const session = filter.session.value;
  if (gathered.session !== session) gathered = gatherIn(session);
  const { numbers } = gathered;
  for (; gathered.count < count; gathered.count += 1) {
    const row = gathered.count;
    if (session !== '' && rows.text('session', row) !== session) continue;
    for (const name of chosenColumns) numbers[name].add(rows.number(name, row));
    for (const number of rows.hooks(row)) numbers.hook.add(number);
  }
  const sorted = ([name, found]: [string, Set<number>]): [string, readonly string[]] => [
    name,
    [...found].map(rows.name).filter(Boolean).sort(),
  ];
  return Object.fromEntries(Object.entries(numbers).map(sorted)) as Readonly<
    Record<keyof typeof numbers, readonly string[]>
  >;
});
