import { type NamedDeclaration, placeOf } from '../../config/load/declaration.ts';
import { knownTools } from '../../config/rules/known-tools.ts';
import { formatPlace, type Problem, type Warning } from '../../config/source/problem.ts';
import { words } from '../../engine/values/text.ts';
import { type DoctorFinding, finding } from './finding.ts';

const matchlessCodes: readonly string[] = words(`
  tool-unknown matcher-value matcher-language matcher-bracket lookalike
`);

/** One part of a matcher that matches is enough. */
export function matchlessWarning(
  declaration: NamedDeclaration,
  problems: readonly Problem[],
): Warning | null {
  const { matcher, point } = declaration;
  const known = point.matches === 'tool_name' ? knownTools : point.values;
  if (matcher.all || known === null || known.some((value) => matcher.matches(value))) return null;
  const { file, line, column } = placeOf(declaration, 'matcher');
  const warnings = problems.filter(
    (one): one is Warning =>
      one.severity === 'warning' && matchlessCodes.includes(one.code) && one.place.file === file,
  );
  const about = (text: string): Warning | undefined =>
    warnings.find(({ message }) => message.includes(JSON.stringify(text)) || message.includes(`"${text}"`));
  const isHere = ({ place }: Warning): boolean => place.line === line && place.column === column;
  const whole =
    about(matcher.source.replace(/^\/(.*)\/i?$/s, '$1')) ??
    warnings.find((one) => isHere(one) && one.code === 'lookalike');
  if (whole !== undefined) return whole;
  const parts = matcher.source
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(about);
  return parts.every((part) => part !== undefined) ? (parts[0] ?? null) : null;
}

export function matcherFindings(
  guards: readonly NamedDeclaration[],
  problems: readonly Problem[],
): readonly DoctorFinding[] {
  return guards.flatMap((guard) => {
    const found = matchlessWarning(guard, problems);
    if (found === null) return [];
    const message = `${guard.name} never runs: ${found.message} (${formatPlace(found.place)})`;
    return [finding('guard-matchless', message, 'hookline validate')];
  });
}
