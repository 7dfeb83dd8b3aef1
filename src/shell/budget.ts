/** Thrown when reading takes more than it may, and caught where the reading began. */
export class OverBudget extends Error {}

const maxSteps = 100_000;
const maxDepth = 24;
const maxText = 4_000_000;

/** How much one reading may do: counted, so that the same line always gets the same answer. */
export class Budget {
  #steps = maxSteps;
  #text = maxText;
  #depth = 0;

  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new OverBudget('it does more than can be followed');
  }

  /** Counts text that is read as code: a line may hold code that holds code. */
  read(text: string): void {
    this.#text -= text.length;
    if (this.#text < 0) throw new OverBudget('it holds more code than can be followed');
  }

  nested<T>(work: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new OverBudget('its commands are nested too deeply');
    const result = work();
    this.#depth -= 1;
    return result;
  }
}
