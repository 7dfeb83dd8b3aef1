import type { Card } from '../../../programs/card.ts';
import type { ShellWord } from '../../reading.ts';
import { knownStart, optionWords, withoutStart } from '../../words.ts';

export interface CommandStart {
  readonly starts: readonly number[];
  /** False where a word that only run time knows stands among the wrapper's words. */
  readonly isSure: boolean;
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, ShellWord>;
  readonly places: ReadonlyMap<string, number>;
  readonly assignments: readonly ShellWord[];
}

export function commandStart(card: Card, words: readonly ShellWord[]): CommandStart {
  const search = new Search(card, words);
  if (card.takes === 'anywhere') search.anywhere();
  else search.from(0, card.slots.filter(({ role }) => role !== 'command').length);
  return search;
}

const maxStarts = 32;

class Search implements CommandStart {
  readonly #card: Card;
  readonly #words: readonly ShellWord[];
  readonly #seen = new Set<string>();
  readonly #starts = new Set<number>();
  isSure = true;
  readonly flags = new Set<string>();
  readonly values = new Map<string, ShellWord>();
  readonly places = new Map<string, number>();
  readonly assignments: ShellWord[] = [];

  constructor(card: Card, words: readonly ShellWord[]) {
    this.#card = card;
    this.#words = words;
  }

  get starts(): readonly number[] {
    return [...this.#starts].filter((start) => start < this.#words.length);
  }

  anywhere(): void {
    const dashes = this.#words.findIndex(({ value }) => value === '--');
    const places = [...this.#words.entries()].filter(
      ([at, word]) => !knownStart(word).startsWith('-') && (dashes < 0 || at <= dashes + 1),
    );
    for (const [at] of places.slice(0, maxStarts)) this.#starts.add(at);
    if (places.length > maxStarts) this.isSure = false;
    for (const option of this.#card.table.named('shell'))
      for (const value of optionWords(this.#words, [option])) this.values.set(option, value);
  }

  from(first: number, operands: number): void {
    const key = `${first} ${operands}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    let left = operands;
    for (let at = first; at < this.#words.length; at += 1) {
      const word = this.#words[at];
      if (word === undefined) return;
      const text = knownStart(word);
      if (word.splits && left === 0 && /^(?:@[\w-]+\/)?[\w.-]+@/.test(text)) {
        this.#starts.add(at);
        return;
      }
      if (word.splits) {
        // It may be any number of words: none, or an option, or the program.
        this.isSure = false;
        this.from(at + 1, left);
        if (left > 0) this.from(at + 1, left - 1);
        else this.#starts.add(at);
        return;
      }
      if (word.value === '--') {
        this.#behindDashes(at + 1, left);
        return;
      }
      if (word.value === '-') continue;
      if (/^-./.test(text)) {
        const next = this.#option(at, word, text, left);
        if (next === null) return;
        at = next;
      } else if (this.#card.assigns === true && /^[A-Za-z_][\w%()]*=/.test(text)) this.assignments.push(word);
      else if (left > 0) {
        left -= 1;
        if (left === 0 && this.#card.isStrict === true) {
          this.#starts.add(at + 1);
          return;
        }
      } else if (this.#card.takes === 'dashes') continue;
      else {
        this.#starts.add(at);
        return;
      }
    }
  }

  #behindDashes(first: number, operands: number): void {
    let at = first + operands;
    while (this.#card.assigns === true && /^[A-Za-z_][\w%()]*=/.test(knownStart(this.#words[at]))) {
      const word = this.#words[at];
      if (word !== undefined) this.assignments.push(word);
      at += 1;
    }
    this.#starts.add(at);
  }

  /** The place of the option's last word; null when the search goes on in several ways. */
  #option(at: number, word: ShellWord, text: string, left: number): number | null {
    const { names, wants, attached, isKnown } = this.#card.table.read(text);
    for (const name of names) this.flags.add(name);
    if (!isKnown) {
      // The next word may be the value of an unknown option.
      this.from(at + 1, left);
      if (attached === null) this.from(at + 2, left);
      return null;
    }
    const name = names.at(-1) ?? '';
    if (wants === 'none') return at;
    if (attached !== null || word.value === null) {
      this.values.set(name, withoutStart(word, text.length - (attached ?? '').length));
      this.places.set(name, at);
      return at;
    }
    const value = this.#words[at + 1];
    if (value !== undefined) this.values.set(name, value);
    this.places.set(name, at + 1);
    return at + 1;
  }
}
