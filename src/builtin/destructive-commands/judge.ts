import { readShell } from '../../shell/read-shell.ts';
import type { ShellReading } from '../../shell/reading.ts';
import type { DangerRule, Finding, Severity } from './rule.ts';

/** What the guard makes of a line. */
export interface LineVerdict {
  readonly decision: Severity;
  readonly rule: DangerRule;
  readonly finding: Finding;
}

/** How the rules are set here. */
export interface JudgeSetting {
  readonly rules: readonly DangerRule[];
  severityOf(rule: DangerRule, finding: Finding): Severity | 'off';
}

/** Judges a line by what it would run: a deny beats an ask, and of two the first in the order of the rules counts. */
export function judgeLine(line: string, cwd: string, setting: JudgeSetting): LineVerdict | null {
  return judgeReading(readShell(line), cwd, setting);
}

function judgeReading(
  reading: ShellReading,
  cwd: string,
  { rules, severityOf }: JudgeSetting,
): LineVerdict | null {
  let asked: LineVerdict | null = null;
  for (const rule of rules) {
    for (const command of reading.commands.length > 0 ? reading.commands : []) {
      const finding = rule.test(command, { cwd, reading });
      const decision = finding === null ? 'off' : severityOf(rule, finding);
      if (finding === null || decision === 'off') continue;
      if (decision === 'deny') return { decision, rule, finding };
      asked ??= { decision, rule, finding };
    }
  }
  return asked ?? unread(reading, rules);
}

/** A line of which nothing could be read has no command that a rule could look at. */
function unread({ commands, doubts, text }: ShellReading, rules: readonly DangerRule[]): LineVerdict | null {
  const rule = rules.find(({ id }) => id === 'remote-code.hidden');
  const [doubt] = doubts;
  if (commands.length > 0 || doubt === undefined || rule === undefined) return null;
  return { decision: 'ask', rule, finding: { about: text.slice(0, 120), why: doubt.reason } };
}
