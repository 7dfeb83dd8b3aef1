import type { GuardNotes } from './guards/guard-notes.ts';
import type { JudgedCalls } from './judged-calls.ts';

/** What is done when an answer is given, so that it is in nobody's way. */
export class AfterAnswer {
  readonly notes: GuardNotes;
  /** What a process that stays has judged; null for one that answers one call. */
  readonly calls: JudgedCalls | null;
  readonly #work: (() => void)[] = [];

  constructor(notes: GuardNotes, calls: JudgedCalls | null = null) {
    this.notes = notes;
    this.calls = calls;
  }

  add(work: () => void): void {
    this.#work.push(work);
  }

  /** What cannot be done is left: the answer stands. */
  run(): void {
    for (const work of this.#work.splice(0)) {
      try {
        work();
      } catch {
        // A state that cannot be written is nobody's decision.
      }
    }
  }
}
