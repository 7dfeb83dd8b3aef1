import { stripEnd } from '../bounds/strip-end.ts';

/** `**` with its slash is two steps: `folders` may be left out with the next, and `below` is any text up to a slash. */
type Step =
  | { readonly kind: 'letter'; readonly letter: string }
  | { readonly kind: 'part' | 'any' | 'folders' | 'below' }
  | { readonly kind: 'one'; readonly set: LetterSet | null };

interface LetterSet {
  readonly isNegated: boolean;
  readonly ranges: readonly (readonly [first: string, last: string])[];
}

/** As in .gitignore. All places that a path may have reached are followed at once: the time is at most the product of the lengths. */
export class PathPattern {
  readonly #steps: readonly Step[];
  readonly #ignoresCase: boolean;

  constructor(pattern: string, { ignoresCase = false } = {}) {
    this.#ignoresCase = ignoresCase;
    const written = ignoresCase ? pattern.toLowerCase() : pattern;
    const plain = stripEnd(written.replace(/^\.?\//, ''), '/');
    const isAnchored = plain.includes('/') || plain !== stripEnd(written, '/');
    this.#steps = stepsOf(isAnchored ? plain : `**/${plain}`);
  }

  matches(path: string): boolean {
    return this.#reached(path, (places) => places.has(this.#steps.length));
  }

  mayMatchBelow(folder: string): boolean {
    if (folder === '') return true;
    const places = this.#follow(`${folder}/`, () => false);
    return places === null || places.size > 0;
  }

  matchesSomewhere(name: string): boolean {
    const behindSlash = new Set([0]);
    for (const place of this.#steps.keys()) this.#advance(place, '/', behindSlash);
    const places = this.#follow(name, () => false, this.#spread(behindSlash));
    return places?.has(this.#steps.length) ?? true;
  }

  #reached(path: string, test: (places: ReadonlySet<number>) => boolean): boolean {
    const places = this.#follow(path, test);
    return places === null || test(places);
  }

  #follow(
    path: string,
    test: (places: ReadonlySet<number>) => boolean,
    from: ReadonlySet<number> = this.#spread(new Set([0])),
  ): ReadonlySet<number> | null {
    let places = from;
    for (const letter of this.#ignoresCase ? path.toLowerCase() : path) {
      if (letter === '/' && test(places)) return null;
      const next = new Set<number>();
      for (const place of places) this.#advance(place, letter, next);
      places = this.#spread(next);
    }
    return places;
  }

  #advance(place: number, letter: string, next: Set<number>): void {
    const step = this.#steps[place];
    if (step === undefined || step.kind === 'folders') return;
    if (step.kind === 'below') {
      next.add(place);
      if (letter === '/') next.add(place + 1);
    } else if (step.kind === 'any' || (step.kind === 'part' && letter !== '/')) next.add(place);
    else if (step.kind === 'letter' && step.letter === letter) next.add(place + 1);
    else if (step.kind === 'one' && letter !== '/' && isIn(step.set, letter)) next.add(place + 1);
  }

  #spread(places: Set<number>): Set<number> {
    for (const place of places) {
      const kind = this.#steps[place]?.kind;
      if (kind === 'any' || kind === 'part') places.add(place + 1);
      if (kind === 'folders') places.add(place + 1).add(place + 2);
    }
    return places;
  }
}

function stepsOf(pattern: string): readonly Step[] {
  const steps: Step[] = [];
  for (const text of piecesOf(pattern)) {
    if (/^\*\*+\/$/.test(text)) steps.push({ kind: 'folders' }, { kind: 'below' });
    else if (text.startsWith('**')) steps.push({ kind: 'any' });
    else if (text === '*') steps.push({ kind: 'part' });
    else if (text === '?') steps.push({ kind: 'one', set: null });
    else if (text.length > 2 && text.startsWith('['))
      steps.push({ kind: 'one', set: letterSet(text.slice(1, -1)) });
    else
      steps.push(
        ...[...text.replace(/^\\(?=[\s\S])/, '')].map((letter): Step => ({ kind: 'letter', letter })),
      );
  }
  return steps;
}

function piecesOf(pattern: string): readonly string[] {
  // Behind the last `]` no class begins; looking for its end at every `[` there would take time by the square.
  const lastClass = pattern.lastIndexOf(']');
  const form = /(?<![^/])\*\*+\/|\*\*+|\*|\?|\\[\s\S]|[\s\S]/y;
  const pieces: string[] = [];
  let at = 0;
  while (at < pattern.length) {
    form.lastIndex = at;
    const isClass = pattern.charAt(at) === '[' && at < lastClass;
    const piece = isClass ? classAt(pattern, at) : (form.exec(pattern)?.[0] ?? pattern.slice(at));
    pieces.push(piece);
    at += piece.length;
  }
  return pieces;
}

/** A `]` at the start of a class belongs to it, if there is another. */
function classAt(pattern: string, start: number): string {
  const first = /[!^]/.test(pattern.charAt(start + 1)) ? start + 2 : start + 1;
  const another = pattern.indexOf(']', first + 1);
  return pattern.slice(start, (another < 0 ? first : another) + 1);
}

function letterSet(text: string): LetterSet {
  const isNegated = /^[!^]/.test(text);
  const ranges = [...(isNegated ? text.slice(1) : text).matchAll(/([\s\S])-([\s\S])|[\s\S]/g)];
  return { isNegated, ranges: ranges.map(([one, first = one, last = one]) => [first, last]) };
}

function isIn(set: LetterSet | null, letter: string): boolean {
  if (set === null) return true;
  return set.ranges.some(([first, last]) => first <= letter && letter <= last) !== set.isNegated;
}
