import type { Part } from '../syntax/tree.ts';

const maxWords = 512;
const maxNesting = 40;

type Atom = string | Part;

/** The words that a word with braces stands for, `a{b,c}` being `ab` and `ac`; null when there are too many. */
export function expandBraces(parts: readonly Part[]): readonly (readonly Part[])[] | null {
  const isPlain = parts.every((part) => part.kind !== 'text' || part.isQuoted || !part.text.includes('{'));
  if (isPlain) return [parts];
  const atoms = parts.flatMap((part): readonly Atom[] =>
    part.kind === 'text' && !part.isQuoted ? [...part.text] : [part],
  );
  const words = new BraceReader(atoms).words(0, atoms.length, 0);
  return words?.map(joined) ?? null;
}

class BraceReader {
  readonly #atoms: readonly Atom[];
  readonly #closing = new Map<number, number>();

  constructor(atoms: readonly Atom[]) {
    this.#atoms = atoms;
    const open: number[] = [];
    for (const [at, atom] of atoms.entries()) {
      if (atom === '{') open.push(at);
      else if (atom === '}') {
        const start = open.pop();
        if (start !== undefined) this.#closing.set(start, at);
      }
    }
  }

  words(start: number, end: number, depth: number): readonly (readonly Atom[])[] | null {
    if (depth > maxNesting) return null;
    for (let at = start; at < end; at += 1) {
      const close = this.#atoms[at] === '{' ? this.#closing.get(at) : undefined;
      if (close === undefined || close >= end) continue;
      const items = this.#items(at + 1, close, depth);
      if (items === 'none') continue;
      const rest = items === null ? null : this.words(close + 1, end, depth + 1);
      if (items === null || rest === null || items.length * rest.length > maxWords) return null;
      const before = this.#atoms.slice(start, at);
      return items.flatMap((item) => rest.map((behind) => [...before, ...item, ...behind]));
    }
    return [this.#atoms.slice(start, end)];
  }

  #items(start: number, end: number, depth: number): readonly (readonly Atom[])[] | null | 'none' {
    const commas: number[] = [];
    for (let at = start; at < end; at += 1) {
      const atom = this.#atoms[at];
      if (atom === ',') commas.push(at);
      else if (atom === '{') at = Math.min(this.#closing.get(at) ?? at, end);
    }
    if (commas.length === 0) return this.#sequence(start, end);
    const found: (readonly Atom[])[] = [];
    let from = start;
    for (const to of [...commas, end]) {
      const words = this.words(from, to, depth + 1);
      if (words === null || found.length + words.length > maxWords) return null;
      found.push(...words);
      from = to + 1;
    }
    return found;
  }

  #sequence(start: number, end: number): readonly (readonly Atom[])[] | null | 'none' {
    const atoms = this.#atoms.slice(start, end);
    if (atoms.length > 60 || !atoms.every((atom) => typeof atom === 'string')) return 'none';
    const texts = sequence(atoms.join(''));
    return texts === 'none' || texts === null ? texts : texts.map((text) => [...text]);
  }
}

function sequence(text: string): readonly string[] | null | 'none' {
  const [, first, last, by] = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return 'none';
  const isNumber = /\d/.test(first);
  if (isNumber !== /\d/.test(last)) return 'none';
  const from = isNumber ? Number(first) : first.charCodeAt(0);
  const to = isNumber ? Number(last) : last.charCodeAt(0);
  const step = Math.abs(Number(by ?? 1)) || 1;
  if (Math.abs(to - from) / step >= maxWords) return null;
  const isPadded = [first, last].some((number) => /^-?0\d/.test(number));
  const width = isPadded ? Math.max(first.length, last.length) : 0;
  const texts: string[] = [];
  for (let at = 0; at <= Math.abs(to - from); at += step) {
    const value = from < to ? from + at : from - at;
    texts.push(isNumber ? padded(value, width) : String.fromCharCode(value));
  }
  return texts;
}

function padded(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
}

function joined(atoms: readonly Atom[]): readonly Part[] {
  const parts: Part[] = [];
  let text = '';
  const end = (): void => {
    if (text !== '') parts.push({ kind: 'text', text, isQuoted: false });
    text = '';
  };
  for (const atom of atoms) {
    if (typeof atom === 'string') text += atom;
    else {
      end();
      parts.push(atom);
    }
  }
  end();
  return parts;
}
