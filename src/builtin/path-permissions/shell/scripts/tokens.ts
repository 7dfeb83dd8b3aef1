/** A word, a sign or a text of code. */
export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  /** What it says: of a text, what is between the quotes. */
  readonly text: string;
  /** Whether the text stands for itself: no escapes, nothing put in. */
  readonly isPlain: boolean;
}

export function nameToken(text: string): Token {
  return { kind: 'name', text, isPlain: true };
}

export function signToken(text: string): Token {
  return { kind: 'sign', text, isPlain: true };
}

/** What names are set to, where that is nothing but texts: the paths in `for p in ['a', 'b']`. */
export class Constants {
  readonly #texts = new Map<string, string[]>();
  readonly #others = new Set<string>();

  set(name: string, texts: readonly string[] | null): void {
    if (texts === null) this.#others.add(name);
    else this.#texts.set(name, [...(this.#texts.get(name) ?? []), ...texts]);
  }

  get(name: string): readonly string[] | null {
    return this.#others.has(name) ? null : (this.#texts.get(name) ?? null);
  }
}

/** The texts from a place on, in brackets or alone, if nothing else stands there before one of these signs. */
export function textsFrom(tokens: readonly Token[], from: number, ends: RegExp): readonly string[] | null {
  const first = tokens[from];
  const close = first?.kind === 'sign' ? { '[': ']', '(': ')' }[first.text] : undefined;
  const texts: string[] = [];
  let at = close === undefined ? from : from + 1;
  for (;;) {
    const token = tokens[at];
    if (token?.kind !== 'text' || !token.isPlain) return null;
    texts.push(token.text);
    const next = tokens[at + 1];
    if (close === undefined) return isEnd(next, ends) ? texts : null;
    if (next?.text === ',' && next.kind === 'sign') at += 2;
    else if (next?.text === close && next.kind === 'sign') return isEnd(tokens[at + 2], ends) ? texts : null;
    else return null;
    // A comma may stand behind the last one.
    const last = tokens[at];
    if (last?.kind === 'sign' && last.text === close) return isEnd(tokens[at + 1], ends) ? texts : null;
  }
}

function isEnd(token: Token | undefined, ends: RegExp): boolean {
  return token === undefined || token.kind === 'end' || (token.kind === 'sign' && ends.test(token.text));
}
