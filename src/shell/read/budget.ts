export class OverBudget extends Error {}

/** Thrown when a reading turns out to be long, and nobody watches the time. */
export class NeedsWatch extends Error {}

const maxDepth = 24;
/** Whoever judges the line looks at files for each word of its commands. */
const maxWords = 2000;

/** What a reading may do at most. `watched`: somebody watches the time, so this is only the last resort. */
const limits = {
  unwatched: { steps: 12_000, text: 100_000 },
  watched: { steps: 100_000, text: 4_000_000 },
} as const;

const lettersPerStep = 16;
/** What expansion has made costs more: whoever judges the line looks at each word of it, too. */
const stepsPerPiece = 32;
const madeLettersPerStep = 4;

/** How much one reading may do: counted, so that the same line always gets the same answer. */
export class Budget {
  readonly isWatched: boolean;
  #steps: number;
  #text: number;
  #words = maxWords;
  #depth = 0;

  constructor(kind: keyof typeof limits) {
    this.isWatched = kind === 'watched';
    this.#steps = limits[kind].steps;
    this.#text = limits[kind].text;
  }

  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) this.#end('it does more than can be followed');
  }

  command(words: number): void {
    this.spend(2);
    this.#words -= 1 + words;
    if (this.#words < 0) throw new OverBudget('it names more than can be followed');
  }

  /** Counts text that is read as code: a line may hold code that holds code. */
  read(text: string): void {
    this.#text -= text.length;
    if (this.#text < 0) this.#end('it holds more code than can be followed');
    this.spend(1 + Math.ceil(text.length / lettersPerStep));
  }

  /** Counts text that expansion has made: a value that doubles grows beyond any memory within a few words. */
  made(pieces: number, letters: number): void {
    if (pieces > 0) this.spend(pieces * stepsPerPiece);
    if (letters > 0) this.spend(Math.ceil(letters / madeLettersPerStep));
  }

  nested<T>(work: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new OverBudget('its commands are nested too deeply');
    const result = work();
    this.#depth -= 1;
    return result;
  }

  #end(reason: string): never {
    throw this.isWatched ? new OverBudget(reason) : new NeedsWatch();
  }
}
