import type { RunLine } from '../format/lines.ts';

/** What the runs of one hook come to. */
export interface HookStats {
  readonly hook: string;
  readonly fires: number;
  readonly skipped: number;
  readonly denies: number;
  readonly asks: number;
  readonly failures: number;
  /** Milliseconds, to 2 %. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Durations fall into classes 2 % apart, so that a million of them take no more room than a hundred. */
const step = Math.log(1.02);
const smallestMs = 0.001;

class Counts {
  fires = 0;
  skipped = 0;
  denies = 0;
  asks = 0;
  failures = 0;
  readonly #classes = new Map<number, number>();

  add({ status, decision, durationMs }: RunLine): void {
    if (status === 'skipped') {
      this.skipped += 1;
      return;
    }
    this.fires += 1;
    if (status === 'failed') this.failures += 1;
    if (decision === 'deny') this.denies += 1;
    if (decision === 'ask') this.asks += 1;
    const place = Math.round(Math.log(Math.max(smallestMs, durationMs ?? 0) / smallestMs) / step);
    this.#classes.set(place, (this.#classes.get(place) ?? 0) + 1);
  }

  percentile(share: number): number {
    let rest = Math.ceil(this.fires * share);
    for (const [place, count] of [...this.#classes].sort(([left], [right]) => left - right)) {
      rest -= count;
      if (rest <= 0) return Math.round(smallestMs * Math.exp(place * step) * 1000) / 1000;
    }
    return 0;
  }
}

/** Counts runs by hook, without keeping them. */
export class StatsByHook {
  readonly #hooks = new Map<string, Counts>();

  add(run: RunLine): void {
    const counts = this.#hooks.get(run.hook) ?? new Counts();
    this.#hooks.set(run.hook, counts);
    counts.add(run);
  }

  /** The hooks, those first that ran most often. */
  all(): readonly HookStats[] {
    return [...this.#hooks]
      .map(([hook, counts]) => {
        const { fires, skipped, denies, asks, failures } = counts;
        const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => counts.percentile(share));
        return { hook, fires, skipped, denies, asks, failures, p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 };
      })
      .sort((left, right) => right.fires - left.fires || (left.hook < right.hook ? -1 : 1));
  }
}
