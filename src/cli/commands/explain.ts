import type { Config } from '../../config/config.ts';
import { formatPlace } from '../../config/problem.ts';
import { HooklineError } from '../../engine/errors.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { findPoint } from '../../engine/point.ts';
import type { FireInput, FireRef, Point } from '../../engine/point-types.ts';
import type { Call, Run } from '../command.ts';
import { differences } from '../differences.ts';
import { explainHooks, type Verdict } from '../explanation.ts';
import { readEvent } from '../read-event.ts';
import { showOutcome } from '../show-outcome.ts';
import { alignColumns } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { withConfig } from '../with-config.ts';

/** Which hooks would run and why, and with an event, what each of them did. */
export const explain: Run = async (call) => {
  const { options, terminal } = call;
  const { point, matcher } = findPoint(call.arguments[0] ?? '');
  const agent = typeof options['agent'] === 'string' ? options['agent'] : null;
  const event = options['input'] === undefined ? null : await readEvent(point, options['input']);
  const named = matcher ?? (typeof options['tool'] === 'string' ? options['tool'] : null);
  if (named !== null && point.matches === null) {
    throw new HooklineError('input-invalid', `${point.name} matches nothing, so no tool can be named for it`);
  }
  if (event !== null && named !== null && point.matches !== null) event[point.matches] = named;
  const value = named ?? (event === null || point.matches === null ? null : String(event[point.matches]));
  const hooksOptions = { timing: true, base: { cwd: process.cwd() } };
  return withConfig(call, { hooksOptions }, async (config) => {
    const verdicts = explainHooks(config.declarations, config.overrides, { point, value, agent });
    const outcome = event === null ? null : await fire(config, point, event, agent, call);
    if (options['json'] === true)
      terminal.print(JSON.stringify(asData(point, value, agent, verdicts, outcome), null, 2));
    else show(terminal, { point, value, agent }, verdicts, outcome, event);
    return 0;
  });
};

function fire(
  { hooks }: Config,
  point: Point,
  event: object,
  agent: string | null,
  { signal }: Call,
): Promise<Outcome> {
  const options = { signal, ...(agent !== null && { agent }) };
  return hooks.fire(point as FireRef, event as FireInput<FireRef>, options);
}

function show(
  terminal: Terminal,
  { point, value, agent }: { point: Point; value: string | null; agent: string | null },
  verdicts: readonly Verdict[],
  outcome: Outcome | null,
  event: Readonly<Record<string, unknown>> | null,
): void {
  const { bold, dim, green, red } = terminal.colors;
  const what = [value === null ? '' : ` for ${value}`, agent === null ? '' : ` by ${agent}`].join('');
  terminal.print(bold(`${point.name}${what}`));
  if (verdicts.length === 0) terminal.print(dim('  no hook is registered here'));
  const rows = verdicts.map(({ declaration, runs, why }, index) => [
    runs ? green(`${index + 1}. runs`) : red(`${index + 1}. does not`),
    declaration.name,
    dim(`priority ${declaration.options.priority ?? 100}`),
    why,
    dim(formatPlace(declaration.place)),
  ]);
  for (const line of alignColumns(rows)) terminal.print(`  ${line}`);
  if (outcome === null || event === null) return;
  terminal.print('');
  for (const line of showOutcome(outcome, terminal)) terminal.print(line);
  const steps = stepsOf(point, outcome, event).filter(({ changes }) => changes.length > 0);
  if (steps.length > 0) terminal.print(bold('Changes'));
  for (const { hook, changes } of steps) for (const change of changes) terminal.print(`  ${hook}  ${change}`);
}

/** What each hook did to the subject. */
function stepsOf(
  point: Point,
  outcome: Outcome,
  event: Readonly<Record<string, unknown>>,
): { hook: string; changes: readonly string[] }[] {
  let subject = point.subject === null ? null : event[point.subject];
  return outcome.runs.map(({ hook, effects }) => {
    const before = subject;
    for (const effect of effects) if (effect.type === 'modify') subject = effect.value;
    return { hook, changes: differences(before, subject) };
  });
}

function asData(
  point: Point,
  value: string | null,
  agent: string | null,
  verdicts: readonly Verdict[],
  outcome: Outcome | null,
): object {
  return {
    point: point.name,
    value,
    agent,
    hooks: verdicts.map(({ declaration, runs, why, obstacle }) => {
      const { file, line, column } = declaration.place;
      const { priority = 100 } = declaration.options;
      return { hook: declaration.name, runs, why, obstacle, priority, place: { file, line, column } };
    }),
    outcome,
  };
}
