import { testExpression } from '../bounds/expression.ts';
import type { Matcher } from '../engine/hooks/matcher.ts';

export type NameTest = (name: string) => boolean;

/** An unanchored regular expression. `see` says under which names a value is tested. */
export function compileExpression(
  source: string,
  see: (matches: NameTest) => NameTest = (matches) => matches,
  flags = '',
): Matcher {
  const expression = parseExpression(source, flags);
  if (!(expression instanceof RegExp))
    return neverMatches(source, `"${source}" isn't a regular expression, so it never matches: ${expression}`);
  const warnings = /(?:^|[\w\-|])\*/.test(source)
    ? [`"${source}" is a regular expression here, not a glob: "*" repeats what comes before it`]
    : [];
  return { source, literals: null, all: false, warnings, matches: see(remembering(expression)) };
}

export function neverMatches(source: string, warning: string): Matcher {
  return { source, literals: null, all: false, warnings: [warning], matches: () => false };
}

const maxRemembered = 1000;

/** Names repeat, and testing within a time limit is slow. After a timeout the hook runs. */
function remembering(expression: RegExp): NameTest {
  const verdicts = new Map<string, boolean>();
  return (value) => {
    const known = verdicts.get(value);
    if (known !== undefined) return known;
    const verdict = testExpression(expression, value) ?? true;
    if (verdicts.size >= maxRemembered) verdicts.clear();
    verdicts.set(value, verdict);
    return verdict;
  };
}

export function parseExpression(source: string, flags: string): RegExp | string {
  try {
    return new RegExp(source, flags);
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  }
}
