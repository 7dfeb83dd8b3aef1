import { fileRules } from './table/file-rules.ts';
import { hookRules } from './table/hook-rules.ts';
import type { LintRule } from './table/lint-rule.ts';

const rules = { ...hookRules, ...fileRules };

export type WarningCode = keyof typeof rules;

export const lintRules: Readonly<Record<WarningCode, LintRule>> = rules;

export function lintRule(code: string): LintRule | undefined {
  return Object.hasOwn(lintRules, code) ? lintRules[code as WarningCode] : undefined;
}
