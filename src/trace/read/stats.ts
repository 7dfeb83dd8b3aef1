import { wasAllowedByPerson } from '../allowed-by-person.ts';
import { localTime } from './local-time.ts';
import type { RecordedFiring } from './read-firings.ts';

export const statsKeys = ['hook', 'rule', 'tool', 'product', 'session', 'day'] as const;
export type StatsKey = (typeof statsKeys)[number];

export type Count = 'fires' | 'denies' | 'asks' | 'allowed' | 'failures' | 'skipped';

export interface StatsRow extends Readonly<Record<Count | 'p50' | 'p95' | 'p99' | 'total', number>> {
  readonly name: string;
  readonly last: string;
}

// Durations fall into classes 2 % apart, so a million of them need no more room than a hundred.
const step = Math.log(1.02);
const smallestMs = 0.001;
const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000;

type StoredGroup = readonly [
  name: string,
  counts: Readonly<Record<Count, number>>,
  last: string,
  total: number,
  classes: readonly (readonly [place: number, count: number])[],
];
export type StoredStats = readonly StoredGroup[];

export class StatsGroup {
  readonly counts: Record<Count, number> = {
    ...{ fires: 0, denies: 0, asks: 0, allowed: 0, failures: 0, skipped: 0 },
  };
  last = '';
  #total = 0;
  #timed = 0;
  readonly #classes = new Map<number, number>();

  add(happened: readonly Count[], at: string, durationMs: number | null): void {
    for (const count of happened) this.counts[count] += 1;
    if (at > this.last) this.last = at;
    if (durationMs === null) return;
    this.#total += durationMs;
    this.#timed += 1;
    const place = Math.round(Math.log(Math.max(smallestMs, durationMs) / smallestMs) / step);
    this.#classes.set(place, (this.#classes.get(place) ?? 0) + 1);
  }

  merge([, counts, last, total, classes]: StoredGroup): void {
    for (const name of Object.keys(this.counts) as Count[]) this.counts[name] += counts[name];
    if (last > this.last) this.last = last;
    this.#total += total;
    for (const [place, count] of classes) {
      this.#timed += count;
      this.#classes.set(place, (this.#classes.get(place) ?? 0) + count);
    }
  }

  stored(name: string): StoredGroup {
    return [name, this.counts, this.last, this.#total, [...this.#classes]];
  }

  row(name: string): StatsRow {
    const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => this.#percentile(share));
    return { name, ...this.counts, p50, p95, p99, total: toMicroseconds(this.#total), last: this.last };
  }

  #percentile(share: number): number {
    let rest = Math.ceil(this.#timed * share);
    for (const [place, count] of [...this.#classes].sort(([left], [right]) => left - right)) {
      rest -= count;
      if (rest <= 0) return toMicroseconds(smallestMs * Math.exp(place * step));
    }
    return 0;
  }
}

export class TraceStats {
  readonly #by: StatsKey;
  readonly #hook: string | null;
  readonly #groups = new Map<string, StatsGroup>();

  constructor(by: StatsKey, hook: string | null = null) {
    this.#by = by;
    this.#hook = hook;
  }

  add(found: RecordedFiring): void {
    if (this.#by === 'hook' || this.#by === 'rule') this.#addRuns(found, this.#by);
    else this.#addEvent(found, this.#by);
  }

  merge(stored: StoredStats): void {
    for (const group of stored) this.#group(group[0]).merge(group);
  }

  stored(): StoredStats {
    return [...this.#groups].map(([name, group]) => group.stored(name));
  }

  rows(): readonly StatsRow[] {
    const rows = [...this.#groups].map(([name, group]) => group.row(name));
    const byName = (left: StatsRow, right: StatsRow): number => (left.name < right.name ? -1 : 1);
    return this.#by === 'day'
      ? rows.sort(byName)
      : rows.sort((left, right) => right.fires - left.fires || byName(left, right));
  }

  #addRuns({ firing, runs }: RecordedFiring, by: 'hook' | 'rule'): void {
    for (const run of runs) {
      const name = run[by];
      if (name === null || (this.#hook !== null && run.hook !== this.#hook)) continue;
      const isAllowed = wasAllowedByPerson({ firing: { ...firing, openRules: [] }, runs: [run] });
      this.#group(name).add(
        run.status === 'skipped'
          ? ['skipped']
          : [...ends(run.decision, isAllowed), ...(run.status === 'failed' ? (['failures'] as const) : [])],
        firing.at,
        run.durationMs,
      );
    }
    if (by === 'rule')
      for (const rule of firing.openRules ?? []) this.#group(rule).add(['fires', 'allowed'], firing.at, null);
  }

  #addEvent(found: RecordedFiring, by: Exclude<StatsKey, 'hook' | 'rule'>): void {
    const { firing, runs } = found;
    const name = by === 'day' ? localTime(firing.at).slice(0, 10) : firing[by];
    if (name === null) return;
    const isFailed = runs.some(({ status }) => status === 'failed');
    this.#group(name).add(
      [
        ...ends(firing.outcome.decision, wasAllowedByPerson(found)),
        ...(isFailed ? (['failures'] as const) : []),
      ],
      firing.at,
      firing.durationMs,
    );
  }

  #group(name: string): StatsGroup {
    const group = this.#groups.get(name) ?? new StatsGroup();
    this.#groups.set(name, group);
    return group;
  }
}

function ends(decision: string | null, isAllowed: boolean): readonly Count[] {
  const counts: Count[] = ['fires'];
  if (decision === 'deny') counts.push('denies');
  if (decision === 'ask') counts.push('asks');
  if (isAllowed) counts.push('allowed');
  return counts;
}
