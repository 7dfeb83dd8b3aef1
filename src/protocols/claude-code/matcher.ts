import { type Matcher, matchAll } from '../../engine/hooks/matcher.ts';
import { toolsNamed } from '../../engine/points/tool-names.ts';
import { compileExpression, neverMatches } from '../expression-matcher.ts';
import { byEitherName } from './seen-names.ts';

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
    : compileExpression(pattern, field === 'tool_name' ? byEitherName : undefined);
}

function listMatcher(source: string, areTools: boolean): Matcher {
  const names = new Set(source.split(/[|,]/).map((name) => name.trim()));
  names.delete('');
  if (names.size === 0)
    return neverMatches(source, `the matcher "${source}" names nothing, so it never matches`);
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
