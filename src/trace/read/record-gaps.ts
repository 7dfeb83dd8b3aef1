import type { LostLine } from '../format/lines.ts';
import type { RawLine } from './read-lines.ts';

/** Counts what is missing from the answer to a question: lines that cannot be read, and lines that no disk took. */
export class RecordGaps {
  #passedOver = 0;
  #lost = 0;
  readonly #whyLost = new Set<string>();

  /** Takes note of a line that cannot be read. The last one of a file may still be written. */
  passOver({ isTorn }: Pick<RawLine, 'isTorn'>): void {
    if (!isTorn) this.#passedOver += 1;
  }

  addIndex(unreadable: number, lost: readonly (readonly [lines: number, why: string])[]): void {
    this.#passedOver += unreadable;
    for (const [lines, why] of lost) this.lose({ lines, why });
  }

  lose({ lines, why }: Pick<LostLine, 'lines' | 'why'>): void {
    this.#lost += lines;
    if (this.#whyLost.size < maxReasons) this.#whyLost.add(why);
  }

  messages(): readonly string[] {
    const told: string[] = [];
    if (this.#passedOver > 0)
      told.push(
        `lines of the trace that cannot be read, and are not counted here: ${this.#passedOver}; hookline trace verify shows them`,
      );
    if (this.#lost > 0)
      told.push(
        `lines missing from the trace: ${this.#lost}; when they were written: ${[...this.#whyLost].join('; ')}`,
      );
    return told;
  }
}

const maxReasons = 3;
