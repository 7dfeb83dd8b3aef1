import type { Matcher } from '../../engine/hooks/matcher.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { knownTools } from '../load/known-tools.ts';
import type { UnplacedWarning } from '../source/problem.ts';

/** Warnings for a matcher that works, mostly about hooks that would never run. */
export function matcherWarnings(
  point: Point,
  matcher: Matcher,
  ownTools: readonly string[],
): readonly UnplacedWarning[] {
  if (point.matches === null) return ignoredMatcher(point, matcher);
  const { source } = matcher;
  const brackets = matcher.warnings.map((message): UnplacedWarning => ({ code: 'matcher-bracket', message }));
  if (matcher.all) return brackets;
  const expression = asRegularExpression(source);
  if (expression !== null) return [...brackets, { code: 'matcher-language', message: expression }];
  const names = source.split('|').map((alternative) => alternative.trim());
  return [...brackets, ...valueWarnings(point, matcher), ...nameWarnings(point, names, ownTools)];
}

/** Warns when the point has nothing to match. */
export function ignoredMatcher({ name }: Point, { all }: Matcher): readonly UnplacedWarning[] {
  const message = `${name} matches nothing, so this matcher is ignored and the hook fires`;
  return all ? [] : [{ code: 'matcher-ignored', message }];
}

/** Warns when a matcher matches no possible value of the point. */
export function valueWarnings(
  { name, matches, values }: Point,
  matcher: Matcher,
): readonly UnplacedWarning[] {
  if (values === null || values.some((value) => matcher.matches(value))) return [];
  const message = `"${matcher.source}" matches no ${matches} of ${name}, which is one of ${values.join(', ')}; the hook never runs`;
  return [{ code: 'matcher-value', message }];
}

/** Warns when no known tool has the name. */
export function nameWarnings(
  point: Point,
  names: readonly string[],
  ownTools: readonly string[],
): readonly UnplacedWarning[] {
  if (point.matches !== 'tool_name') return [];
  const tools = new Set([...knownTools, ...ownTools]);
  return names
    .filter((name) => /^[\w.-]+$/.test(name) && !name.startsWith('mcp__') && !tools.has(name))
    .map((name) => {
      const hint = didYouMean(name, tools) || '; list tools of your own under "tools:"';
      return { code: 'tool-unknown', message: `no known tool is called "${name}"${hint}` };
    });
}

/** Warns when a pattern looks like a regular expression, which is read as something else here. */
function asRegularExpression(pattern: string): string | null {
  const start = pattern.indexOf('(');
  const hasGroup = start >= 0 && pattern.indexOf(')', start) >= 0;
  if (!hasGroup && !/^\^|\$$|\.\*|\.\+|\\[wdsbWDSB.]|\[\^/.test(pattern)) return null;
  const glob = pattern
    .replace(/^\^|\$$/g, '')
    .replaceAll(/\.[*+]/g, '*')
    .replaceAll('[^', '[!')
    .replaceAll(/[()]/g, '');
  const hint = /[\\+{}]/.test(glob) ? '' : `; did you mean "${glob}"?`;
  return `"${pattern}" looks like a regular expression, but matchers are globs over the whole name${hint}`;
}
