import { toolsNamed } from '../points/tool-names.ts';
import { HooklineError } from '../values/errors.ts';
import { compileGlob, type Glob } from './fnmatch.ts';

export interface Matcher {
  readonly source: string;
  /** The names it matches when it is a list of plain names; null when it must be asked. */
  readonly literals: readonly string[] | null;
  readonly all: boolean;
  readonly warnings: readonly string[];
  matches(value: string): boolean;
}

// Shared, because there can be a hundred thousand matchers and hardly one has a warning.
const noWarnings: readonly string[] = [];

export const matchAll: Matcher = {
  source: '*',
  literals: null,
  all: true,
  warnings: noWarnings,
  matches: () => true,
};

/** `field` is what it is tested against: a plain name of a tool means that tool under each of its names. */
export function compileMatcher(pattern: string | undefined, field: string | null = null): Matcher {
  if (pattern === undefined || pattern.trim() === '') return matchAll;
  const globs: Glob[] = [];
  const unclosed: string[] = [];
  let all = false;
  for (const alternative of alternativesOf(pattern, field === 'tool_name')) {
    const glob = compileGlob(alternative);
    globs.push(glob);
    if (glob.unclosed) unclosed.push(alternative);
    if (/^\*+$/.test(alternative)) all = true;
  }
  const warnings = unclosed.length === 0 ? noWarnings : unclosed.map(unclosedWarning);
  if (all) return { ...matchAll, source: pattern, warnings };
  const literals = globs.map((glob) => glob.literal);
  return literals.every((literal) => literal !== null)
    ? literalMatcher(pattern, literals, warnings)
    : globMatcher(pattern, globs, warnings);
}

// Split before any look at brackets, as in MassGen. A set: the registry must not find a hook twice.
function alternativesOf(pattern: string, areTools: boolean): Set<string> {
  const parts = pattern.split('|').map((part) => part.trim());
  const alternatives = new Set(areTools ? parts.flatMap(toolsNamed) : parts);
  alternatives.delete('');
  if (alternatives.size > 0) return alternatives;
  throw new HooklineError(
    'matcher-empty',
    `matcher ${JSON.stringify(pattern)} has no alternative, so it could never match: ` +
      'write at least one, as in "Write|Edit", or "*" to match everything',
  );
}

function unclosedWarning(alternative: string): string {
  return (
    `the "[" in ${JSON.stringify(alternative)} is never closed and is literal: ` +
    'close it with "]" before the next "|", or write "[[]" if a plain "[" is meant'
  );
}

// The closures are made in functions of their own, so each keeps alive nothing but what it needs.
function literalMatcher(source: string, literals: readonly string[], warnings: readonly string[]): Matcher {
  const [only, ...others] = literals;
  const matches = others.length === 0 ? equals(only) : memberOf(literals);
  return { source, literals, all: false, warnings, matches };
}

function equals(name: string | undefined): Matcher['matches'] {
  return (value) => value === name;
}

function memberOf(names: readonly string[]): Matcher['matches'] {
  const set = new Set(names);
  return (value) => set.has(value);
}

function globMatcher(source: string, globs: readonly Glob[], warnings: readonly string[]): Matcher {
  return {
    source,
    literals: null,
    all: false,
    warnings,
    matches: (value) => globs.some((glob) => glob.matches(value)),
  };
}
