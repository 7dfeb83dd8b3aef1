import { compileGlob, type Glob } from '../../../engine/hooks/fnmatch.ts';

export interface SearchPattern {
  matches(path: string): boolean;
  reaches(folder: string): boolean;
  /** The pattern names this part literally, so it counts even if it is usually skipped. */
  names(part: string): boolean;
}

type Part = Glob | '**';

const maxAlternatives = 256;

export function compilePathPattern(pattern: string): SearchPattern {
  const alternatives = expandBraces(pattern).map(partsOf);
  return {
    matches: (path) => alternatives.some((parts) => matchParts(parts, path.split('/'), false)),
    reaches: (folder) => alternatives.some((parts) => matchParts(parts, folder.split('/'), true)),
    names: (name) =>
      alternatives.some((parts) => parts.some((part) => part !== '**' && part.literal === name)),
  };
}

function partsOf(pattern: string): readonly Part[] {
  const parts: Part[] = [];
  for (const part of pattern.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '**') parts.push(compileGlob(part));
    else if (parts.at(-1) !== '**') parts.push('**');
  }
  return parts;
}

function matchParts(parts: readonly Part[], names: readonly string[], open: boolean): boolean {
  // The positions in the pattern after each name. The work is at most parts times names.
  let places = spread(parts, new Set([0]));
  for (const name of names) {
    const next = new Set<number>();
    for (const place of places) {
      const part = parts[place];
      if (part === '**') next.add(place);
      else if (part?.matches(name) === true) next.add(place + 1);
    }
    places = spread(parts, next);
  }
  return open ? [...places].some((place) => place < parts.length) : places.has(parts.length);
}

function spread(parts: readonly Part[], places: Set<number>): Set<number> {
  for (const place of places) if (parts[place] === '**') places.add(place + 1);
  return places;
}

function expandBraces(pattern: string): readonly string[] {
  let done: string[] = [];
  let open: string[] = [pattern];
  while (open.length > 0) {
    const next: string[] = [];
    for (const text of open) {
      const braces = innermostBraces(text);
      if (braces === null) done = [...done, text];
      else next.push(...braces.choices.map((choice) => `${braces.before}${choice}${braces.after}`));
    }
    if (done.length + next.length > maxAlternatives) return [...done, ...open];
    open = next;
  }
  return [...new Set(done)];
}

function innermostBraces(
  text: string,
): { readonly before: string; readonly choices: readonly string[]; readonly after: string } | null {
  // Each brace is looked at once; an expression with two repetitions would look at what is between them again and again.
  for (const found of text.matchAll(/\{[^{}]*\}/g)) {
    const [block] = found;
    if (!block.includes(',')) continue;
    return {
      before: text.slice(0, found.index),
      choices: block.slice(1, -1).split(','),
      after: text.slice(found.index + block.length),
    };
  }
  return null;
}
