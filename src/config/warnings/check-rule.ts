import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { compileRule } from '../../permissions/compile-rule.ts';
import { type FilePlace, mistake, type Problem, warning } from '../source/problem.ts';
import { readRuleSyntax } from './rule-syntax.ts';
import { type RuleSetting, ruleWarnings } from './rule-warnings.ts';

/** What is wrong with a permission rule. A rule that can never match would guard nothing. */
export function checkRule(rule: string, place: FilePlace, setting: RuleSetting): readonly Problem[] {
  const read = readRuleSyntax(rule, setting.own);
  if (typeof read === 'string' && !setting.isSaved)
    return [mistake(`${JSON.stringify(rule)} is no permission rule: ${read}`, place)];
  try {
    compileRule(rule);
    const warnings = typeof read === 'string' ? [] : ruleWarnings(rule, read, setting);
    return warnings.map(({ code, message }) => warning(code, message, place));
  } catch (problem) {
    if (!(problem instanceof HooklineError)) throw problem;
    return [mistake(messageOf(problem), place)];
  }
}
