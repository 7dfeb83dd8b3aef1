import type { Config } from '../../config/load/config.ts';
import type { Point } from '../../engine/points/point-types.ts';

export async function toolNote(
  { declarations }: Config,
  { matches }: Point,
  tool: unknown,
): Promise<string | null> {
  if (matches !== 'tool_name' || typeof tool !== 'string') return null;
  if (declarations.some(({ matcher }) => !matcher.all && matcher.matches(tool))) return null;
  const { noOwnTools, toolWarning } = await import('../../config/rules/tool-names.ts');
  const found = toolWarning(tool, noOwnTools, 'mcp__NAME__*');
  return found?.message.endsWith('?') === true ? found.message : null;
}
