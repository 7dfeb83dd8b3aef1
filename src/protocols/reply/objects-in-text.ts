import { parseLoosely } from './parse-loosely.ts';

export interface FoundObjects {
  readonly found: readonly unknown[];
  readonly complete: boolean;
}

/** How many characters may be searched without result, so that no output costs more than about a second. */
const spareWork = 24 * 1024 * 1024;

/** The cost of a failed parse, in searched characters. */
const failedParse = 600;

/** What was found, and the work spent in vain. */
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

  /** Whether there is an object from `start` to `end`, which is kept then. */
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

/**
 * The objects in a text that is not JSON as a whole: behind a banner, before a log line, with Python's NaN in them.
 * They are looked for because one of them may be a deny, which counts whatever stands around it.
 */
export function objectsInText(text: string): FoundObjects {
  const search = new Search(text);
  findLines(search);
  findBlocks(search);
  const complete = !search.isExhausted;
  findLast(new Search(text), search.found);
  return { found: [...search.found.values()], complete };
}

/** Lines that are an object each. */
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

/** Blocks between a brace and the one that closes it. */
function findBlocks(search: Search): void {
  const { text } = search;
  /** Where the block that begins at a brace ends; -1 when it never does. */
  const ends = new Map<number, number>();
  let at = text.indexOf('{');
  while (at >= 0 && !search.isExhausted) {
    let end = ends.get(at);
    // A brace that earlier passes took for a part of a string: it may be one outside of any, behind a stray quote.
    if (end === undefined) {
      matchBraces(text, at, ends);
      end = ends.get(at) ?? -1;
      if (end < 0) search.spend(text.length - at);
    }
    if (end > 0) search.take(at, end);
    // What stands inside a balanced block that is no JSON is not looked at: it was not said, only quoted.
    at = text.indexOf('{', end > 0 ? end : at + 1);
  }
}

/** Notes the ends of the block at `start` and of all blocks inside it, in one pass. */
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

/** The object at the end that a line begins with: where an answer usually stands, whatever was written before it. */
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
