/** Letters, the ends of words, and what only run time knows: any text within a word, or any number of words. */
export type Symbols = readonly (string | Hole | readonly Symbols[])[];

export interface Hole {
  /** Whether it may become several words, or none. */
  readonly splits: boolean;
}

/** What stands between two words. No word holds it. */
export const wordEnd = '\0';

type Step = string | typeof anything;
const anything: unique symbol = Symbol('anything');

const maxSteps = 200_000;

/** `possibly`: what a hole becomes could make it match. `certainly`: it matches whatever the holes become. */
export type Certainty = 'possibly' | 'certainly';

/** All places that the command may have reached are followed at once, so the time is at most the product of the two lengths. */
export class CommandPattern {
  readonly #steps: readonly Step[];
  /** From here on, nothing more is needed. */
  readonly #end: number;
  #left = 0;

  constructor(content: string) {
    const pattern = content.trim().replace(/:\*$/, ' *');
    const words = wordsOf(pattern);
    this.#steps = words.flatMap((word, index) => [...(index === 0 ? [] : [wordEnd]), ...stepsOf(word)]);
    const hasTail = words.length > 1 && words.at(-1) === '*';
    this.#end = this.#steps.length - (hasTail ? 2 : 0);
  }

  matches(command: Symbols, certainty: Certainty): boolean {
    this.#left = maxSteps;
    const places = this.#follow(command, this.#spread(new Set([0])), certainty);
    // What takes too long to tell is possible, and never certain.
    if (this.#left < 0) return certainty === 'possibly';
    return places.has(this.#end) || places.has(this.#steps.length);
  }

  #follow(symbols: Symbols, from: ReadonlySet<number>, certainty: Certainty): ReadonlySet<number> {
    let places = from;
    for (const symbol of symbols) {
      this.#left -= places.size;
      if (places.size === 0 || this.#left < 0 || this.#isDecided(places)) return places;
      if (typeof symbol === 'string') places = this.#letter(symbol, places);
      else if ('splits' in symbol) places = this.#hole(symbol, places, certainty);
      else places = this.#choice(symbol, places, certainty);
    }
    return places;
  }

  #isDecided(places: ReadonlySet<number>): boolean {
    return this.#steps.at(-1) === anything && places.has(this.#steps.length);
  }

  #letter(letter: string, places: ReadonlySet<number>): ReadonlySet<number> {
    const next = new Set<number>();
    for (const place of places) {
      const step = this.#steps[place];
      if (step === anything) next.add(place);
      else if (step === letter) next.add(place + 1);
    }
    return this.#spread(next);
  }

  #hole({ splits }: Hole, places: ReadonlySet<number>, certainty: Certainty): ReadonlySet<number> {
    const next = new Set<number>();
    for (const place of places) {
      if (this.#steps[place] === anything) next.add(place);
      if (certainty === 'certainly') continue;
      for (let reached = place; reached <= this.#steps.length && !next.has(reached); reached += 1) {
        next.add(reached);
        if (!splits && this.#steps[reached] === wordEnd) break;
      }
    }
    return this.#spread(next);
  }

  /** One of several texts: what holds for one of them is possible, what holds for all is certain. */
  #choice(
    choices: readonly Symbols[],
    places: ReadonlySet<number>,
    certainty: Certainty,
  ): ReadonlySet<number> {
    const reached = choices.map((choice) => this.#follow(choice, places, certainty));
    const all = new Set(reached.flatMap((set) => [...set]));
    if (certainty === 'possibly') return all;
    return new Set([...all].filter((place) => reached.every((set) => set.has(place))));
  }

  #spread(places: Set<number>): ReadonlySet<number> {
    for (const place of places) if (this.#steps[place] === anything) places.add(place + 1);
    return places;
  }
}

function wordsOf(pattern: string): readonly string[] {
  return [...pattern.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}

function stepsOf(word: string): readonly Step[] {
  return [...word].map((letter) => (letter === '*' ? anything : letter));
}
