import type { Outcome } from '../../../engine/outcome/outcome.ts';
import { writeGuards } from './guard-log.ts';
import { foldGuards, type GuardState, stateOf } from './guard-state.ts';

export class GuardNotes {
  readonly #writeAfterMs: number;
  #states: readonly GuardState[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(writeAfterMs = 0) {
    this.#writeAfterMs = writeAfterMs;
  }

  add({ runs }: Outcome, fileOf: (hook: string) => string | null, isExcused: (why: string) => boolean): void {
    const at = Date.now();
    const ran = runs.filter(({ status }) => status !== 'skipped');
    const added = ran.map((run) => stateOf(run, fileOf(run.hook), at, isExcused));
    this.#states = foldGuards([...this.#states, ...added]);
    if (this.#writeAfterMs === 0) this.write();
    else this.#timer ??= setTimeout(() => this.write(), this.#writeAfterMs).unref();
  }

  /** What can't be written is lost: it must not delay a decision. */
  write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const states = this.#states;
    this.#states = [];
    try {
      writeGuards(states);
    } catch {
      // The next ones may be.
    }
  }
}
