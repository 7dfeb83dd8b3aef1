import type { Matcher } from '../../engine/hooks/matcher.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { compileExpression, type NameTest, parseExpression } from '../../protocols/expression-matcher.ts';
import type { FilePlace, Problem } from '../source/problem.ts';
import type { OwnTools } from '../warnings/tool-names.ts';
import { readIf } from './read-if.ts';

/** What the `if` of a hook is about. */
export interface IfPlace {
  readonly point: Point;
  readonly place: FilePlace;
  readonly own: OwnTools;
}

/** The handler, for the calls that the `if` of its hook admits. Adds problems to the given list. */
export function onlyIf(
  rule: string,
  { point, place, own }: IfPlace,
  handler: HookFunction,
  problems: Problem[],
): HookFunction {
  const { admits, problems: found } = readIf(rule, point, place, own);
  problems.push(...found);
  if (admits === null) return handler;
  const conditional = (input: Fields, context: Parameters<HookFunction>[1]): ReturnType<HookFunction> =>
    admits(input) ? handler(input, context) : Promise.resolve(undefined);
  return Object.assign(conditional, handler);
}

/** `/^mcp__/` or `/bash/i`: a matcher that is a regular expression. */
const slashed = /^\/(.+)\/(i?)$/s;

/** The matcher for a pattern between slashes; null for any other pattern. Throws where it is no expression. */
export function compileSlashed(pattern: string, see?: (matches: NameTest) => NameTest): Matcher | null {
  const [, source, flags = ''] = slashed.exec(pattern.trim()) ?? [];
  if (source === undefined) return null;
  const problem = parseExpression(source, flags);
  if (typeof problem === 'string')
    throw new HooklineError(
      'option-invalid',
      `${JSON.stringify(pattern)} is no regular expression: ${problem}`,
    );
  return { ...compileExpression(source, see, flags), source: pattern.trim() };
}
