import { HooklineError } from '../engine/values/errors.ts';
import type { Fields } from '../engine/values/shapes.ts';
import { isObject } from '../engine/values/shapes.ts';
import { textOf } from '../engine/values/text.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import { JudgedCall } from './judged-call.ts';

const toolPoints: readonly string[] = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
];

/** What the rule can't judge makes the hook run: a filter in doubt must not switch a check off. */
export function compileIfRule(rule: string): (input: Fields) => boolean {
  const compiled = compiledIf(rule);
  return (input) => {
    if (!toolPoints.includes(textOf(input['hook_event_name']))) return false;
    const { tool_input: given, tool_name: tool, cwd } = input;
    const call = {
      toolName: textOf(tool),
      input: isObject(given) ? { ...given } : {},
      cwd: textOf(cwd) || process.cwd(),
    };
    return compiled.possibly(new JudgedCall(call, null)) !== null;
  };
}

function compiledIf(rule: string): CompiledRule {
  try {
    return compileRule(rule);
  } catch {
    throw new HooklineError(
      'option-invalid',
      `"if" takes one permission rule such as Bash(git *) or Edit(*.ts), not ${JSON.stringify(rule)}`,
    );
  }
}
