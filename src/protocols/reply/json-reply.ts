export type Written =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly found: readonly unknown[];
      /** False when the search was given up: `found` may lack something. */
      readonly complete: boolean;
    };

export function readWritten(output: string): Written {
  const text = output.trim();
  if (text === '') return { kind: 'nothing' };
  const value = parseStrictly(text);
  return value === undefined
    ? { kind: 'text', text, ...objectsInText(text) }
    : { kind: 'json', value: value.parsed };
}

/** The limit on fruitless search, so no output costs more than about a second. */
const spareWork = 24 * 1024 * 1024;

const failedParse = 600;

class Search {
  readonly text: string;
  readonly found = new Map<number, unknown>();
  #work = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isExhausted(): boolean {
    return this.#work > spareWork;
  }

  spend(work: number): void {
    this.#work += work;
  }

  take(start: number, end: number): boolean {
    if (this.found.has(start)) return true;
    const block = this.text.slice(start, end);
    if (!/^\{\s*["}]/.test(block)) return false;
    const value = parseLoosely(block);
    if (value === undefined) this.spend(failedParse);
    else this.found.set(start, value.parsed);
    return value !== undefined;
  }
}

/** A deny counts whatever surrounds it: a banner, a log line, Python's NaN. */
function objectsInText(text: string) {
  const search = new Search(text);
  findLines(search);
  findBlocks(search);
  const complete = !search.isExhausted;
  findLast(new Search(text), search.found);
  return { found: [...search.found.values()], complete };
}

function findLines(search: Search): void {
  let lineStart = 0;
  for (const line of search.text.split('\n')) {
    const start = lineStart + line.indexOf('{');
    const trimmed = line.trim();
    if (trimmed.startsWith('{') && trimmed.endsWith('}')) search.take(start, start + trimmed.length);
    if (search.isExhausted) return;
    lineStart += line.length + 1;
  }
}

function findBlocks(search: Search): void {
  const { text } = search;
  /** From an opening brace to the end of its block; -1 where it never ends. */
  const ends = new Map<number, number>();
  let at = text.indexOf('{');
  while (at >= 0 && !search.isExhausted) {
    let end = ends.get(at);
    // Earlier passes took this brace for part of a string, perhaps because of a stray quote.
    if (end === undefined) {
      matchBraces(text, at, ends);
      end = ends.get(at) ?? -1;
      if (end < 0) search.spend(text.length - at);
    }
    if (end > 0) search.take(at, end);
    // The inside of a balanced block that isn't JSON was only quoted.
    at = text.indexOf('{', end > 0 ? end : at + 1);
  }
}

function matchBraces(text: string, start: number, ends: Map<number, number>): void {
  const open: number[] = [];
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{') open.push(at);
    else if (letter === '}') {
      const opened = open.pop();
      if (opened !== undefined) ends.set(opened, at + 1);
      if (open.length === 0) return;
    }
  }
  for (const opened of open) ends.set(opened, -1);
}

/** Tries the last object that begins a line, where an answer usually is. */
function findLast(search: Search, found: Map<number, unknown>): void {
  const { text } = search;
  const end = text.lastIndexOf('}') + 1;
  let lineBreak = text.lastIndexOf('\n{', end - 1);
  while (lineBreak >= 0 && !search.isExhausted) {
    const start = lineBreak + 1;
    if (found.has(start)) return;
    if (search.take(start, end)) {
      found.set(start, search.found.get(start));
      return;
    }
    search.spend(4 * (end - start));
    lineBreak = lineBreak === 0 ? -1 : text.lastIndexOf('\n{', lineBreak - 1);
  }
}

interface Parsed {
  readonly parsed: unknown;
}

function parseStrictly(text: string): Parsed | undefined {
  try {
    return { parsed: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function parseLoosely(text: string): Parsed | undefined {
  const parsed = parseStrictly(text);
  if (parsed !== undefined) return parsed;
  const patched = withoutPythonNumbers(text);
  return patched === text ? undefined : parseStrictly(patched);
}

/** A loop, since one expression that also covers strings takes quadratic time on long or broken ones. */
function withoutPythonNumbers(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let scanned = 0;
  let inString = false;
  for (const word of text.matchAll(/-?\b(?:NaN|Infinity)\b/g)) {
    for (; scanned < word.index; scanned += 1) {
      const letter = text[scanned];
      if (letter === '"') inString = !inString;
      else if (letter === '\\' && inString) scanned += 1;
    }
    if (inString) continue;
    parts.push(text.slice(copied, word.index), 'null');
    copied = word.index + word[0].length;
  }
  return copied === 0 ? text : parts.join('') + text.slice(copied);
}
