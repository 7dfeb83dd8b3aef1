import { computed } from '@preact/signals';
import { rowDecisions, rowMarks } from '../../wire.ts';
import { filter, matching } from './filter.ts';
import { rowCount, rows } from './rows.ts';

export interface SessionFacts {
  readonly session: string;
  product: string;
  first: number;
  last: number;
  events: number;
  denies: number;
  asks: number;
  failures: number;
}

const known = new Map<number, SessionFacts>();
let counted = 0;

const denied = rowDecisions.indexOf('deny');
const asked = rowDecisions.indexOf('ask');

/** The sessions, the one that was busy last first. */
export const sessions = computed((): readonly SessionFacts[] => {
  const count = rowCount.value;
  for (; counted < count; counted += 1) countIn(counted);
  return [...known.values()].sort((one, other) => other.last - one.last);
});

function countIn(row: number): void {
  const number = rows.sessionNumber(row);
  const at = rows.at(row);
  let facts = known.get(number);
  if (facts === undefined) {
    facts = {
      session: rows.session(row),
      product: rows.product(row),
      first: at,
      last: at,
      events: 0,
      denies: 0,
      asks: 0,
      failures: 0,
    };
    known.set(number, facts);
  }
  facts.first = Math.min(facts.first, at);
  facts.last = Math.max(facts.last, at);
  facts.events += 1;
  if (rows.decisionNumber(row) === denied) facts.denies += 1;
  if (rows.decisionNumber(row) === asked) facts.asks += 1;
  if ((rows.marks(row) & rowMarks.failed) !== 0) facts.failures += 1;
}

interface Gathered {
  readonly session: string;
  /** So many events were looked at. */
  count: number;
  readonly agent: Set<number>;
  readonly point: Set<number>;
  readonly tool: Set<number>;
  readonly hook: Set<number>;
}

function gatherIn(session: string): Gathered {
  return { session, count: 0, agent: new Set(), point: new Set(), tool: new Set(), hook: new Set() };
}

/** What was found so far: more events come, and none goes. */
let gathered = gatherIn('');

/** What can be asked for: each text of a column that occurs in the session. */
export const choices = computed(() => {
  const count = rowCount.value;
  const session = filter.session.value;
  if (gathered.session !== session) gathered = gatherIn(session);
  const { agent, point, tool, hook } = gathered;
  for (; gathered.count < count; gathered.count += 1) {
    const row = gathered.count;
    if (session !== '' && rows.session(row) !== session) continue;
    agent.add(rows.agentNumber(row));
    point.add(rows.pointNumber(row));
    tool.add(rows.toolNumber(row));
    for (const number of rows.hookNumbers(row)) hook.add(number);
  }
  const sorted = (numbers: Set<number>): readonly string[] =>
    [...numbers].map(rows.name).filter(Boolean).sort();
  return { agent: sorted(agent), point: sorted(point), tool: sorted(tool), hook: sorted(hook) };
});

export interface HookTimes {
  readonly hook: string;
  readonly fires: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** When it ran and how long that took, in the order of time. */
  readonly at: readonly number[];
  readonly ms: readonly number[];
}

/** How long each hook took in the events that pass the filter, the slowest first. */
export const hookTimes = computed((): readonly HookTimes[] => {
  const runs = new Map<number, { at: number[]; ms: number[] }>();
  for (const row of matching.value) {
    const took = rows.hookMs(row);
    rows.hookNumbers(row).forEach((hook, index) => {
      const ms = took[index];
      if (ms === undefined || ms < 0) return;
      const known = runs.get(hook) ?? { at: [], ms: [] };
      known.at.push(rows.at(row));
      known.ms.push(ms);
      runs.set(hook, known);
    });
  }
  return [...runs]
    .map(([hook, { at, ms }]) => factsOf(rows.name(hook), at, ms))
    .sort((one, other) => other.p95 - one.p95);
});

function factsOf(hook: string, at: readonly number[], ms: readonly number[]): HookTimes {
  const sorted = Float64Array.from(ms).sort();
  const part = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    hook,
    fires: ms.length,
    p50: part(0.5),
    p95: part(0.95),
    p99: part(0.99),
    max: sorted.at(-1) ?? 0,
    at,
    ms,
  };
}
