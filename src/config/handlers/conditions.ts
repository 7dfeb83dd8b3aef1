import type { Matcher } from '../../engine/hooks/matcher.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { compileIfRule } from '../../permissions/if-rule.ts';
import { isSeveralRules } from '../../permissions/rule.ts';
import { compileExpression, type NameTest, parseExpression } from '../../protocols/expression-matcher.ts';
import { type FilePlace, mistake, type Problem, warning } from '../source/problem.ts';

export interface IfPlace {
  readonly point: Point;
  readonly place: FilePlace;
}

export function readIf(
  rule: string,
  { point, place }: IfPlace,
  problems: Problem[],
): ((input: Fields) => boolean) | null {
  if (point.matches !== 'tool_name') {
    const message = `"if" is about tool calls, and ${point.name} is none: as in Claude Code, this hook never runs`;
    problems.push(warning('hook-not-run', message, place));
  }
  try {
    if (!isSeveralRules(rule)) return compileIfRule(rule);
    problems.push(mistake('"if" takes one permission rule; give each of these a hook of its own', place));
  } catch (problem) {
    if (!(problem instanceof HooklineError)) throw problem;
    problems.push(mistake(messageOf(problem), place));
  }
  return null;
}

export function onlyIf(rule: string, at: IfPlace, handler: HookFunction, problems: Problem[]): HookFunction {
  const admits = readIf(rule, at, problems);
  if (admits === null) return handler;
  const conditional = (input: Fields, context: Parameters<HookFunction>[1]): ReturnType<HookFunction> =>
    admits(input) ? handler(input, context) : Promise.resolve(undefined);
  return Object.assign(conditional, handler);
}

const slashed = /^\/(.+)\/(i?)$/s;

export function compileSlashed(pattern: string, see?: (matches: NameTest) => NameTest): Matcher | null {
  const [, source, flags = ''] = slashed.exec(pattern.trim()) ?? [];
  if (source === undefined) return null;
  const problem = parseExpression(source, flags);
  if (typeof problem === 'string')
    throw new HooklineError(
      'option-invalid',
      `${JSON.stringify(pattern)} isn't a regular expression: ${problem}`,
    );
  return { ...compileExpression(source, see, flags), source: pattern.trim() };
}
