import { compileMatcher } from '../../engine/hooks/matcher.ts';
import { toolsSpelled } from '../../engine/points/tool-names.ts';
import type { NamedDeclaration } from './declaration.ts';

/**
 * A hook whose matcher also takes the names that agents give their tools: where an agent calls, its events carry the canonical
 * name, and a matcher may use either. Plain names and alternatives only: an expression means what it says.
 */
export function withNativeNames(declaration: NamedDeclaration): NamedDeclaration {
  const { point, matcher, entry } = declaration;
  const { matcher: written } = entry ?? {};
  if (point.matches !== 'tool_name' || typeof written !== 'string' || written !== matcher.source)
    return declaration;
  if (written.startsWith('/')) return declaration;
  const names = written.split('|').flatMap((name) => toolsSpelled(name.trim()));
  return { ...declaration, matcher: { ...compileMatcher(names.join('|'), 'tool_name'), source: written } };
}
