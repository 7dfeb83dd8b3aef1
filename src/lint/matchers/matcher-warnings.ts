import { disguise } from '../../config/rules/lookalikes.ts';
import {
  lookalike,
  type OwnTools,
  patternNames,
  toolNames,
  toolWarning,
} from '../../config/rules/tool-names.ts';
import { type UnplacedWarning, unplaced } from '../../config/source/problem.ts';
import { compileMatcher, type Matcher } from '../../engine/hooks/matcher.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { otherLanguage } from './matcher-languages.ts';
import { openValueProblem } from './open-values.ts';

/** Longer ones aren't written by hand and may take long to check. */
const maxLength = 1000;

export function matcherWarnings(point: Point, matcher: Matcher, own: OwnTools): readonly UnplacedWarning[] {
  const { matches: field, values } = point;
  if (field === null) return ignoredMatcher(point, matcher);
  const { source } = matcher;
  const brackets = matcher.warnings.map((message): UnplacedWarning => unplaced('matcher-bracket', message));
  const alternatives = alternativesOf(source);
  if (matcher.all || source.length > maxLength) return brackets;
  if (field === 'tool_name' && alternatives.every((name) => toolNames(own).has(name))) return brackets;
  const strange = disguise(source, field === 'tool_name');
  if (strange !== null) return [lookalike(source, strange)];
  const setting = { field, own, isGlob: true };
  const said = otherLanguage(source, setting);
  if (said !== null) return [language(source, said)];
  if (values !== null)
    return [...brackets, ...alternatives.flatMap((one) => valueWarnings(point, one, compileMatcher(one)))];
  if (field !== 'tool_name')
    return [...brackets, ...alternatives.flatMap((one) => openValue(point, one, own))];
  if (brackets.length > 0) return brackets;
  return alternatives.flatMap((one) => {
    const inPart = otherLanguage(one, setting);
    return inPart === null ? (toolWarning(one, own, 'mcp__NAME__*') ?? []) : [language(one, inPart)];
  });
}

export function settingsMatcherWarnings(
  point: Point,
  matcher: Matcher,
  own: OwnTools,
): readonly UnplacedWarning[] {
  const { matches: field, values } = point;
  if (field === null) return ignoredMatcher(point, matcher);
  const { source, literals } = matcher;
  const found = matcher.warnings.map((message): UnplacedWarning => unplaced('matcher-language', message));
  if (matcher.all || source.length > maxLength) return found;
  const strange = disguise(source, field === 'tool_name');
  if (strange !== null) return [lookalike(source, strange)];
  if (values !== null) return [...found, ...valueWarnings(point, source, matcher)];
  if (field !== 'tool_name') return found;
  if (literals !== null) {
    const names = source.split(/[|,]/).map((name) => name.trim());
    return found.length > 0 ? found : names.flatMap((name) => nameWarning(name, own));
  }
  if (source.includes('mcp') || patternNames(own).some((tool) => matcher.matches(tool))) return found;
  const said = otherLanguage(source, { field, own, isGlob: false });
  if (said !== null) return [language(source, said)];
  return found.length > 0
    ? found
    : [unplaced('tool-unknown', `no known tool matches ${JSON.stringify(source)}`)];
}

function openValue(point: Point, one: string, own: OwnTools): readonly UnplacedWarning[] {
  const said = openValueProblem(point, one, own);
  return said === null ? [] : [language(one, said)];
}

/** A tool of the settings with an unknown name may belong to a newer Claude Code. */
function nameWarning(name: string, own: OwnTools): readonly UnplacedWarning[] {
  const found = toolWarning(name, own, 'mcp__NAME__.*');
  return found === null || !found.message.endsWith('?') ? [] : [found];
}

function alternativesOf(source: string): readonly string[] {
  return source
    .split('|')
    .map((alternative) => alternative.trim())
    .filter((alternative) => alternative !== '');
}

function language(pattern: string, said: string): UnplacedWarning {
  return unplaced('matcher-language', `${JSON.stringify(pattern)}: ${said}`);
}

function ignoredMatcher({ name }: Point, { all }: Matcher): readonly UnplacedWarning[] {
  const message = `${name} matches nothing, so this matcher is ignored and the hook fires`;
  return all ? [] : [unplaced('matcher-ignored', message)];
}

function valueWarnings(
  { name, matches, values }: Point,
  written: string,
  matcher: Matcher,
): readonly UnplacedWarning[] {
  if (values === null || values.some((value) => matcher.matches(value))) return [];
  const hint = didYouMean(written, values) || `, which is one of ${values.join(', ')}`;
  return [unplaced('matcher-value', `"${written}" matches no ${matches} of ${name}${hint}`)];
}
