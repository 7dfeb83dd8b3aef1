import { spelling } from '../../shell/queries.ts';
import { readShell } from '../../shell/read-shell.ts';
import type { InterpreterCode, ShellCommand, ShellReading, Span } from '../../shell/reading.ts';
import { linesInCode } from './code/lines-in-code.ts';
import { disguised } from './disguises.ts';
import { isDryRun } from './dry-run.ts';
import { placeInProject } from './project.ts';
import { type DangerRule, type Finding, type LinePlace, type Severity, sourceOf } from './rule.ts';

/** What the guard makes of a line. */
export interface LineVerdict {
  readonly decision: Severity;
  readonly rule: DangerRule;
  readonly finding: Finding;
  /** Where in the text the command is that it is about. */
  readonly span: Span;
}

/** How the rules are set here. */
export interface JudgeSetting {
  readonly rules: readonly DangerRule[];
  severityOf(rule: DangerRule, finding: Finding, place: LinePlace): Severity | 'off';
  /** Whether to look at repositories here, which may prove that nothing is lost. Default: yes. */
  readonly looks?: boolean;
  /** Whether somebody has opened the rule for now. */
  readonly isOpen?: (rule: string) => boolean;
}

/** How deep code may lie in code, and how many lines of it are judged. */
const maxDepth = 3;
const maxLines = 60;

/** Judges a line by what it would run: a deny beats an ask, and of two the first in the order of the rules counts. */
export function judgeLine(line: string, cwd: string, setting: JudgeSetting): LineVerdict | null {
  return judgeReading(readShell(line), cwd, setting, 0);
}

/** Everything that the rules find in a text, in the order in which it counts. */
export function verdictsOn(text: string, cwd: string, setting: JudgeSetting): readonly LineVerdict[] {
  return [...verdictsIn(readShell(text), cwd, setting, 0)];
}

function judgeReading(
  reading: ShellReading,
  cwd: string,
  setting: JudgeSetting,
  depth: number,
): LineVerdict | null {
  let asked: LineVerdict | null = null;
  for (const verdict of verdictsIn(reading, cwd, setting, depth)) {
    if (setting.isOpen?.(verdict.rule.id) === true) continue;
    if (verdict.decision === 'deny') return verdict;
    asked ??= verdict;
  }
  return asked;
}

function* verdictsIn(
  reading: ShellReading,
  cwd: string,
  setting: JudgeSetting,
  depth: number,
): Generator<LineVerdict> {
  const { rules, severityOf, looks = true } = setting;
  const place = placeInProject(cwd, reading, looks);
  const serious = reading.commands.filter((command) => !isDryRun(command));
  for (const rule of rules) {
    // A line of which something cannot be told is no dry run, whatever its commands say.
    for (const command of rule.id === 'remote-code.hidden' ? reading.commands : serious) {
      const finding = rule.test(command, place);
      const decision = finding === null ? 'off' : severityOf(rule, finding, place);
      if (finding !== null && decision !== 'off') yield { decision, rule, finding, span: command.span };
    }
  }
  yield* disguisedVerdicts(serious, place, setting);
  yield* codeVerdicts(reading, serious, cwd, setting, depth);
  yield* unread(reading, rules);
}

/** What may hide behind a program that nobody knows asks, whatever its rule says. */
function* disguisedVerdicts(
  commands: readonly ShellCommand[],
  place: LinePlace,
  { rules, severityOf }: JudgeSetting,
): Generator<LineVerdict> {
  for (const command of commands.flatMap(disguised)) {
    for (const rule of rules) {
      const finding = rule.test(command, place);
      if (finding !== null && severityOf(rule, finding, place) !== 'off')
        yield { decision: 'ask', rule, finding, span: command.span };
    }
  }
}

/** What code in other languages comes to, judged as the shell lines that it amounts to. */
function* codeVerdicts(
  reading: ShellReading,
  commands: readonly ShellCommand[],
  cwd: string,
  setting: JudgeSetting,
  depth: number,
): Generator<LineVerdict> {
  let left = maxLines;
  for (const command of commands) {
    const about = sourceOf(command, reading);
    for (const line of command.code.flatMap((code) => linesOf(code, command))) {
      left -= 1;
      const isTooMuch = depth >= maxDepth || left < 0;
      for (const place of isTooMuch ? [''] : command.folders) {
        const inner = readShell(isTooMuch ? 'eval "$code"' : `${entering(place)}${line}`);
        const verdict = judgeReading(inner, cwd, setting, isTooMuch ? 0 : depth + 1);
        if (verdict === null) continue;
        const decision = setting.severityOf(
          verdict.rule,
          { ...verdict.finding, about },
          placeInProject(cwd, reading, false),
        );
        if (decision !== 'off')
          yield { ...verdict, finding: { ...verdict.finding, about }, span: command.span };
      }
      if (isTooMuch) return;
    }
  }
}

function entering(place: string | null): string {
  if (place === '') return '';
  return place === null ? 'cd "$place" && ' : `cd '${place.replaceAll(`'`, `'\\''`)}' && `;
}

/** Languages of tools, in which a part that only run time knows is usual: `sed "s/$a/$b/"`. */
const small = /^(?:sed|awk|jq|vim|sql|make|calculator|ed|gdb)$/;

function linesOf({ language, text }: InterpreterCode, { inside }: ShellCommand): readonly string[] {
  const isUnknown = text.value === null && text.pieces.every(({ kind }) => kind === 'unknown');
  if (!isUnknown) return linesInCode(language, spelling(text));
  const isInput = text.pieces.every((piece) => piece.kind === 'unknown' && piece.from === 'input');
  const isPiped = inside.some((one) => one.kind === 'pipe' && one.position > 0);
  // `python < script.py` runs a file, as `python script.py` does.
  return small.test(language) || (isInput && !isPiped) ? [] : ['eval "$code"'];
}

/** A line of which nothing could be read has no command that a rule could look at. */
function* unread(
  { commands, doubts, text }: ShellReading,
  rules: readonly DangerRule[],
): Generator<LineVerdict> {
  const rule = rules.find(({ id }) => id === 'remote-code.hidden');
  const [doubt] = doubts;
  if (commands.length > 0 || doubt === undefined || rule === undefined) return;
  yield {
    decision: 'ask',
    rule,
    finding: { about: text.slice(0, 120), why: doubt.reason },
    span: doubt.span,
  };
}
