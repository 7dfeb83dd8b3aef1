import type { Outcome, Run } from '../../../engine/outcome/outcome.ts';
import { keptText } from '../kept-text.ts';
import { writeGuards } from './guard-log.ts';
import { type GuardState, guardKey, mergeGuards } from './guard-state.ts';

/** Longer reasons are cut. */
const maxText = 300;

/** What hooks did since it was last written. */
export class GuardNotes {
  readonly #writeAfterMs: number;
  readonly #states = new Map<string, GuardState>();
  #timer: NodeJS.Timeout | null = null;

  /** Several notes are written together where they may wait. */
  constructor(writeAfterMs = 0) {
    this.#writeAfterMs = writeAfterMs;
  }

  add({ runs }: Outcome, fileOf: (hook: string) => string | null, isExcused: (why: string) => boolean): void {
    const at = Date.now();
    for (const run of runs) {
      if (run.status === 'skipped') continue;
      const state = stateOf(run, fileOf(run.hook), at, isExcused);
      const key = guardKey(state);
      this.#states.set(key, mergeGuards(this.#states.get(key), state));
    }
    if (this.#writeAfterMs === 0) this.write();
    else this.#timer ??= setTimeout(() => this.write(), this.#writeAfterMs).unref();
  }

  /** What cannot be written is lost: it must not stand in the way of a decision. */
  write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const states = [...this.#states.values()];
    this.#states.clear();
    try {
      writeGuards(states);
    } catch {
      // The next ones may be.
    }
  }
}

function stateOf(
  { hook, status, failure, error, effects, dropped: all }: Run,
  file: string | null,
  at: number,
  isExcused: (why: string) => boolean,
): GuardState {
  const isFailed = status === 'failed';
  const hasDenied = !isFailed && effects.some(({ type }) => type === 'deny');
  const hasAsked = !isFailed && effects.some(({ type }) => type === 'ask');
  const dropped = all.filter(({ why }) => !isExcused(why));
  const last = dropped.at(-1);
  return {
    hook,
    file,
    ran: 1,
    lastRan: at,
    denied: hasDenied ? 1 : 0,
    lastDenied: hasDenied ? at : null,
    asked: hasAsked ? 1 : 0,
    lastAsked: hasAsked ? at : null,
    failed: isFailed ? 1 : 0,
    lastFailed: isFailed ? at : null,
    failure: isFailed ? keptText(`${failure}: ${error}`, maxText) : null,
    dropped: dropped.length,
    lastDropped: last === undefined ? null : at,
    drop: last === undefined ? null : keptText(`${last.type}: ${last.why}`, maxText),
  };
}
