import type { GuardNotes } from './guards/guard-notes.ts';

/** What is done when an answer is given, so that it is in nobody's way. */
export class BehindAnswer {
  readonly notes: GuardNotes;
  readonly #work: (() => void)[] = [];

  constructor(notes: GuardNotes) {
    this.notes = notes;
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
