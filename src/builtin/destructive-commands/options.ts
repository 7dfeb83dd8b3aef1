import { z } from 'zod';
import { compileWildcard } from '../../bounds/wildcard.ts';
import { filled } from '../builtin-options.ts';
import { type DangerRule, type Finding, type Severity, severities } from './rule.ts';
import { allRules, packNames, packOf } from './rules.ts';

const ruleId = z.enum(allRules.map(({ id }) => id) as [string, ...string[]]);

/** What the guard can be told. */
export const destructiveCommandsOptions = z.strictObject({
  packs: z
    .partialRecord(z.enum(packNames as [string, ...string[]]), z.boolean())
    .default({})
    .describe(`Packs of rules to switch on or off: ${packNames.join(', ')}. Default: all on.`),
  severity: z
    .partialRecord(ruleId, z.enum([...severities, 'off']))
    .default({})
    .describe('What a rule does instead: deny, ask, or off. Default: as the rule says.'),
  allow: z
    .array(z.strictObject({ rule: ruleId, command: filled }))
    .default([])
    .describe(
      'Commands that a rule lets pass: the rule, and the command as it is written, in which * is any text. Default: none.',
    ),
});

export type DestructiveCommandsChoices = z.output<typeof destructiveCommandsOptions>;
export type DestructiveCommandsOptions = z.input<typeof destructiveCommandsOptions>;

/** The rules that are on, and what each of them does. */
export function settingOf({ packs, severity, allow }: DestructiveCommandsChoices) {
  const allowed = allow.map(({ rule, command }) => ({ rule, matches: compileWildcard(command) }));
  return {
    rules: allRules.filter((rule) => packs[packOf(rule)] !== false && severity[rule.id] !== 'off'),
    severityOf: (rule: DangerRule, finding: Finding): Severity | 'off' => {
      if (allowed.some((one) => one.rule === rule.id && one.matches(finding.about))) return 'off';
      const stated = severity[rule.id];
      return stated ?? finding.severity ?? rule.severity;
    },
  };
}
