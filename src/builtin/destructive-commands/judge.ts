import { cutEnd } from '../../engine/values/cut-text.ts';
import {
  type Action,
  type CallActions,
  type GivenCall,
  type InnerLine,
  isPathAction,
  type PathAction,
} from '../../shell/actions/action.ts';
import { actionsOf, commandActions } from '../../shell/actions/actions-of.ts';
import { isDryRun } from '../../shell/actions/dry-run.ts';
import type { ShellCommand, ShellReading, Span } from '../../shell/read/reading.ts';
import { fits } from './call-form.ts';
import { disguised } from './disguised.ts';
import { losesNothing } from './losses.ts';
import { callPlace } from './place.ts';
import type { CallPlace, DangerRule, Finding, Hit, Severity } from './rule.ts';
import type { RuleTable } from './rules.ts';

export interface DangerVerdict {
  readonly decision: Severity;
  readonly rule: DangerRule;
  readonly finding: Finding;
  readonly span: Span;
}

export interface JudgeSetting {
  readonly table: RuleTable;
  severityOf(rule: DangerRule, finding: Finding, place: CallPlace): Severity | 'off';
  readonly looks?: boolean;
  readonly isOpen?: (rule: string) => boolean;
}

export function judgeLine(line: string, cwd: string, setting: JudgeSetting): DangerVerdict | null {
  return judgeCall({ toolName: 'Bash', input: { command: line }, cwd }, setting);
}

/** A deny beats an ask. Of several, the first in the order of the rules counts. */
export function judgeCall(call: GivenCall, setting: JudgeSetting): DangerVerdict | null {
  return worst(verdictsOn(call, setting), setting);
}

function worst(all: Iterable<DangerVerdict>, { table, isOpen }: JudgeSetting): DangerVerdict | null {
  const order = (verdict: DangerVerdict): number =>
    table.rules.indexOf(verdict.rule) + (verdict.decision === 'deny' ? 0 : table.rules.length);
  const verdicts = [...all].sort((left, right) => order(left) - order(right));
  // `isOpen` records what it is asked about: ask only about the rule that counts.
  return verdicts.find(({ rule }) => isOpen?.(rule.id) !== true) ?? null;
}

export function verdictsOn(call: GivenCall, setting: JudgeSetting): Iterable<DangerVerdict> {
  const does = actionsOf(call);
  return verdictsOf(does, callPlace(call.cwd, does, setting.looks ?? true), setting);
}

function* verdictsOf(
  { actions, readings, inner }: CallActions,
  place: CallPlace,
  setting: JudgeSetting,
): Generator<DangerVerdict> {
  const { table, severityOf } = setting;
  const idle = new Set(
    readings.flatMap((reading) =>
      reading.commands.filter((command) => isDryRun(command) || isNeverRun(command, reading)),
    ),
  );
  const verdict = (rule: DangerRule, hit: Hit, about: string, span: Span): readonly DangerVerdict[] => {
    const finding = { ...hit, about: cutEnd(about.trim(), 120) };
    const decision = severityOf(rule, finding, place);
    return decision === 'off' ? [] : [{ decision, rule, finding, span }];
  };
  const onCommand = (command: ShellCommand, rule: DangerRule, hit: Hit): readonly DangerVerdict[] => {
    const { span } = command;
    return verdict(rule, hit, place.readingOf(command)?.text.slice(span.start, span.end) ?? '', span);
  };
  for (const { action, rule, hit } of hitsOn(actions, table, place)) {
    const { command } = action;
    if (command === null)
      yield* verdict(rule, hit, isPathAction(action) ? action.path.join('') : '', { start: 0, end: 0 });
    // Lines that code runs are judged by themselves.
    else if (!idle.has(command) && place.readingOf(command) !== undefined)
      yield* onCommand(command, rule, hit);
  }
  for (const reading of readings) {
    const commands = reading.commands.filter((command) => !idle.has(command));
    for (const rule of table.rules)
      for (const hit of rule.line?.(reading, commands, place) ?? [])
        if (hit.span !== undefined) {
          const { start, end } = hit.span;
          yield* verdict(rule, hit, reading.text.slice(start, end), hit.command?.span ?? hit.span);
        } else if (hit.command !== undefined) yield* onCommand(hit.command, rule, hit);
    for (const command of commands)
      for (const behind of disguised(command))
        if (!isDryRun(behind))
          for (const { rule, hit } of hitsOn(commandActions(behind, reading, place.cwd), table, place))
            for (const seen of onCommand(command, rule, hit)) yield { ...seen, decision: 'ask' };
  }
  for (const line of inner.filter(({ command }) => !idle.has(command))) {
    const inside = worst(verdictsInside(line, actions, place, setting), setting);
    if (inside !== null)
      for (const seen of onCommand(line.command, inside.rule, inside.finding))
        yield { ...seen, decision: inside.decision };
  }
}

function isNeverRun({ inside }: ShellCommand, { commands, doubts, text }: ShellReading): boolean {
  const [definition] = inside.filter(({ kind }) => kind === 'function');
  return (
    definition?.kind === 'function' &&
    !definition.isCalled &&
    doubts.length === 0 &&
    !/\b(?:export|declare|typeset|trap)\b/.test(text) &&
    !commands.some(({ name, kind }) => kind === 'function' && name === definition.name)
  );
}

/** Code that computes what it runs is judged as a shell that does. */
function verdictsInside(
  { command, folder, does }: InnerLine,
  actions: readonly Action[],
  { cwd, looks, project }: CallPlace,
  setting: JudgeSetting,
): Iterable<DangerVerdict> {
  if (does !== null) return verdictsOf(does, callPlace(folder ?? cwd, does, looks, project), setting);
  const isFetched = actions.some((action) => action.command === command && action.kind === 'fetch');
  const line = isFetched ? 'curl -s "$address" | sh' : 'eval "$code"';
  return verdictsOn({ toolName: 'Bash', input: { command: line }, cwd }, setting);
}

interface RuleHit {
  readonly action: Action;
  readonly rule: DangerRule;
  readonly hit: Hit;
}

function* hitsOn(actions: readonly Action[], table: RuleTable, place: CallPlace): Generator<RuleHit> {
  const onPaths = table.rules.filter(({ path, writes }) => path !== undefined || writes !== undefined);
  const onCalls = table.rules.filter(({ call }) => call !== undefined);
  // A pattern is judged once, as it is written.
  const seen = { write: new Set<unknown>(), delete: new Set<unknown>() };
  for (const action of actions) {
    if (!action.isSure) continue;
    if (action.kind === 'run' && action.code === null) {
      const { command, program } = action;
      const rows = table.byProgram.get(program) ?? [];
      let isJudged = false;
      for (const { rule, form } of rows) {
        if (!fits(form, command)) continue;
        const hit = form.condition === undefined ? {} : form.condition(command, place, true);
        isJudged ||= hit !== null;
        if (hit !== null && !losesNothing(rule.unless, command, place))
          yield { action, rule, hit: { severity: form.severity, ...hit } };
      }
      // A row that fits counts, also where a person has switched it off.
      for (const rule of isJudged ? [] : onCalls) {
        const hit = rule.call?.(command, place, rows.length > 0) ?? null;
        if (hit !== null) yield { action, rule, hit };
      }
    } else if (action.kind === 'write' || action.kind === 'delete') {
      if (action.word !== undefined && seen[action.kind].has(action.word)) continue;
      seen[action.kind].add(action.word);
      for (const rule of onPaths) {
        const hit = rule.path?.(action, place) ?? (isWritten(rule, action, place) ? {} : null);
        if (hit !== null) yield { action, rule, hit };
      }
    }
  }
}

function isWritten({ writes }: DangerRule, action: PathAction, place: CallPlace): boolean {
  // Programs that change the machine have rows.
  if (action.kind !== 'write' || action.keepsContent === true || action.command?.card?.changes === 'machine')
    return false;
  return writes !== undefined && place.named(action).some(({ path }) => path !== null && writes.test(path));
}
