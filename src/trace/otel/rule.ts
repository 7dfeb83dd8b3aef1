import type { FiringInfo } from '../../engine/firing/interceptor.ts';
import type { Fields } from '../../engine/values/shapes.ts';

/** How the rules that ship begin a reason: `git.reset-hard: …`, and `the rule Bash(git push *) denies it`. */
const forms = [
  /^([a-z][a-z0-9-]{0,60}\.[a-z0-9][a-z0-9.-]{0,100}): /,
  /^the rule (\S.{0,200}?) (?:denies it|asks for approval)(?:: |$)/,
];

/**
 * The rule that a reason names. Hooks write their reasons themselves, and `notes.txt: …` reads the same: what the event has
 * too is content, and no rule.
 */
export function ruleIn(reason: string | null, { input }: FiringInfo): string | null {
  if (reason === null) return null;
  const rule = forms.map((form) => form.exec(reason)?.[1]).find((found) => found !== undefined);
  if (rule === undefined) return null;
  const { tool_name: _, ...content } = input as Fields;
  try {
    return JSON.stringify(content).includes(JSON.stringify(rule).slice(1, -1)) ? null : rule;
  } catch {
    return null;
  }
}
