import { testExpression } from '../../bounds/expression.ts';
import { type Matcher, matchAll } from '../../engine/hooks/matcher.ts';
import { toolOnWire, toolsNamed } from '../../engine/points/tool-names.ts';

/** Events whose lists take letters, digits, `_` and `|` only; anything else makes the matcher a regular expression. */
const narrowPoints: readonly string[] = ['FileChanged', 'StopFailure'];

/**
 * Compiles a matcher of Claude Code's settings: a name, a list of names separated by `|` or `,`, or else a regular
 * expression that may match anywhere in the value. It is not a glob, and the ways in which that surprises are warnings. A
 * name in a list means its tool under each of that tool's names; an expression sees the name that events carry, and
 * Claude Code's own.
 */
export function compileClaudeMatcher(
  pattern: string | undefined,
  point?: string,
  field?: string | null,
): Matcher {
  if (pattern === undefined || pattern === '' || pattern === '*') return matchAll;
  const isNarrow = point !== undefined && narrowPoints.includes(point);
  return (isNarrow ? /^[\w|]+$/ : /^[\w\- ,|]+$/).test(pattern)
    ? listMatcher(pattern, field === 'tool_name')
    : regexMatcher(pattern, field === 'tool_name');
}

function listMatcher(source: string, areTools: boolean): Matcher {
  const names = new Set(source.split(/[|,]/).map((name) => name.trim()));
  names.delete('');
  if (names.size === 0) return nothing(source, `the matcher "${source}" names nothing, so it never matches`);
  const servers = [...names].filter((name) => /^mcp__[^_]+(?:_[^_]+)*$/.test(name));
  const meant = new Set(areTools ? [...names].flatMap(toolsNamed) : names);
  return {
    source,
    literals: [...meant],
    all: false,
    warnings: servers.map(
      (name) => `"${name}" is the name of no tool: write "${name}__.*" for all tools of that server`,
    ),
    matches: (value) => meant.has(value),
  };
}

function regexMatcher(source: string, areTools: boolean): Matcher {
  const expression = compile(source);
  if (expression instanceof RegExp) {
    const warnings = looksLikeGlob(source)
      ? [`"${source}" is a regular expression here, not a glob: "*" repeats what stands before it`]
      : [];
    const matches = remembering(expression);
    return {
      source,
      literals: null,
      all: false,
      warnings,
      matches: areTools ? byEitherName(matches) : matches,
    };
  }
  return nothing(source, `"${source}" is no regular expression, so it never matches: ${expression}`);
}

/** The name of no tool. An expression that matches it is about any tool but some, and names none. */
const noTool = '\u0000';

/** Claude Code has its own name for some tools. An expression that names it means the tool, as a list of names does. */
function byEitherName(matches: Matcher['matches']): Matcher['matches'] {
  return (value) => {
    if (matches(value)) return true;
    const other = toolOnWire(value, 'claude-code');
    return other !== value && matches(other) && !matches(noTool);
  };
}

const maxRemembered = 1000;

/** Names come again and again, and to ask within a time limit costs. What cannot be told in time runs the hook. */
function remembering(expression: RegExp): Matcher['matches'] {
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

function compile(source: string): RegExp | string {
  try {
    return new RegExp(source);
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  }
}

/** A star behind a name or at the start is how a glob is written. */
function looksLikeGlob(source: string): boolean {
  return /(?:^|[\w\-|])\*/.test(source);
}

function nothing(source: string, warning: string): Matcher {
  return { source, literals: null, all: false, warnings: [warning], matches: () => false };
}
