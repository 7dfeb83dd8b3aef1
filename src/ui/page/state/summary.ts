import { type Count, StatsGroup } from '../../../trace/read/stats.ts';
import { rowDecisions, runEnds } from '../../wire.ts';
import { rows } from './rows.ts';

export interface DeniedRule {
  readonly rule: string;
  last: number;
  readonly times: number[];
}

/** A hook or a rule. Percentiles are those of `hookline trace stats`. */
class Counted {
  readonly stats = new StatsGroup();
  last = 0;

  add(ends: number, ms: number | null, row: number): void {
    const counts: Count[] = ['fires'];
    if ((ends & runEnds.denied) !== 0) counts.push('denies');
    if ((ends & runEnds.asked) !== 0) counts.push('asks');
    if ((ends & runEnds.failed) !== 0) counts.push('failures');
    if ((ends & runEnds.allowed) !== 0) counts.push('allowed');
    this.stats.add(counts, '', ms);
    this.last = Math.max(this.last, rows.at(row));
  }
}

const deny = rowDecisions.indexOf('deny');

/** What the events that pass the filter add up to. */
export class Summary {
  readonly hook = new Map<number, Counted>();
  readonly rule = new Map<number, Counted>();
  readonly denied = new Map<string, DeniedRule>();
  readonly sessions = new Set<number>();
  /** A lane for each agent of each session, in the order in which they came. */
  readonly lanes = new Map<number, number>();

  addEntry(row: number): void {
    this.sessions.add(rows.number('session', row));
    const lane = laneOf(row);
    if (!this.lanes.has(lane)) this.lanes.set(lane, row);
  }

  add(row: number): void {
    const [ms, ends] = [rows.hookMs(row), rows.hookEnds(row)];
    rows.hooks(row).forEach((hook, index) => {
      counted(this.hook, hook).add(ends[index] ?? 0, msOf(ms[index]), row);
    });
    rows.hookRules(row).forEach((rule, index) => {
      if (rows.name(rule) !== '') counted(this.rule, rule).add(ends[index] ?? 0, msOf(ms[index]), row);
    });
    if (rows.number('decision', row) === deny) this.#deny(row);
  }

  #deny(row: number): void {
    const rule = deniedBy(row);
    const known = this.denied.get(rule) ?? { rule, last: row, times: [] };
    this.denied.set(rule, known);
    known.times.push(rows.at(row));
    if (rows.at(row) >= rows.at(known.last)) known.last = row;
  }
}

const maxAgents = 2 ** 24;

export function laneOf(row: number): number {
  return rows.number('session', row) * maxAgents + rows.number('agent', row);
}

export function deniedBy(row: number): string {
  return rows.text('rule', row) || rows.text('decidedBy', row) || 'no rule';
}

function counted(all: Map<number, Counted>, name: number): Counted {
  const known = all.get(name) ?? new Counted();
  all.set(name, known);
  return known;
}

function msOf(ms: number | undefined): number | null {
  return ms === undefined || ms < 0 ? null : ms;
}
