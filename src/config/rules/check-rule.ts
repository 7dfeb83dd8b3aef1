import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { compileRule } from '../../permissions/compile-rule.ts';
import { readRuleSyntax } from './rule-syntax.ts';
import type { OwnTools } from './tool-names.ts';

export interface RuleSetting {
  readonly own: OwnTools;
  readonly root: string;
  readonly isRestraint: boolean;
  /** Claude Code writes down the commands it was allowed; then the pattern is any command. */
  readonly isSaved: boolean;
}

/** A rule that can never match would guard nothing. */
export function ruleProblem(
  rule: string,
  { own, isSaved }: Pick<RuleSetting, 'own' | 'isSaved'>,
): string | null {
  const read = readRuleSyntax(rule, own);
  if (typeof read === 'string' && !isSaved)
    return `${JSON.stringify(rule)} is not a permission rule: ${read}`;
  try {
    compileRule(rule);
    return null;
  } catch (problem) {
    if (!(problem instanceof HooklineError)) throw problem;
    return messageOf(problem);
  }
}
