import { type Matcher, matchAll } from '../../engine/hooks/matcher.ts';
import { toolOnWire, toolsNamed } from '../../engine/points/tool-names.ts';
import { compileExpression, type NameTest, neverMatches } from '../expression-matcher.ts';

/** Events whose lists take only letters, digits, `_` and `|`; anything else makes a regular expression. */
const narrowPoints: readonly string[] = ['FileChanged', 'StopFailure'];

/** A name, a list separated by `|` or `,`, or an unanchored regular expression; not a glob. */
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

const noTool = '\u0000';

export function byEitherName(matches: NameTest): NameTest {
  return (value) => {
    if (matches(value)) return true;
    const other = toolOnWire(value, 'claude-code');
    return other !== value && matches(other) && !matches(noTool);
  };
}
