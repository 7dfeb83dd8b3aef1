import type { Config } from '../../config/load/config.ts';
import { formatPlace } from '../../config/source/problem.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import { findPoint } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { askNote } from '../../gateway/answer/unattended.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { agentTypeOf, fireEvent } from '../../gateway/host/fire-event.ts';
import type { Event } from '../../policy-test/complete-event.ts';
import { differences } from '../../policy-test/differences.ts';
import { explainHooks, type Question, type Verdict } from '../../policy-test/explanation.ts';
import { HookOutputs } from '../../policy-test/hook-output.ts';
import { type CommandRun, textOption } from '../command.ts';
import { readEvent } from '../input/read-event.ts';
import { tellTrust } from '../input/trust-note.ts';
import { agentNote, toolNote, withConfig } from '../input/with-config.ts';
import { type HookChange, showOutcome } from '../show/show-outcome.ts';
import type { Terminal } from '../terminal/terminal.ts';

export const runExplain: CommandRun = async (call) => {
  const { options, terminal } = call;
  const reference = findPoint(call.arguments[0] ?? '');
  const { point } = reference;
  const named = reference.matcher ?? textOption(call, 'tool');
  if (named !== undefined && point.matches === null)
    throw new HooklineError('input-invalid', `${point.name} has no tools: leave out the tool`);
  const isVerbose = options['verbose'] === true;
  const isFired = options['input'] !== undefined || options['arg'] !== undefined;
  const event = isFired ? await readEvent({ point, matcher: named }, call) : null;
  const announced = event === null || point.matches === null ? undefined : String(event[point.matches]);
  const agent = textOption(call, 'agent') ?? null;
  return withConfig({ ...call, options: { ...options, agent: undefined } }, async (config) => {
    const value = named ?? announced ?? null;
    const question = {
      point,
      value: value !== null && point.matches === 'tool_name' ? canonicalTool(value) : value,
      agent,
      agentType: event === null ? null : agentTypeOf(event),
    };
    const verdicts = await explainHooks(config.declarations, config.overrides, question);
    const chosen = chooseHook(verdicts, config, question, options['hook']);
    const outputs = new HookOutputs(config.hooks);
    const outcome =
      event === null ? null : await fireEvent(config.hooks, point, event, { agent, signal: call.signal });
    call.signal.throwIfAborted();
    const notes = await notesOn(config, question);
    const steps = outcome === null || event === null ? [] : stepsOf(point, outcome, event);
    if (call.isJson) return terminal.printJson(asData(question, notes, chosen, outcome, steps));
    tellTrust(call);
    showExplanation(question, chosen, notes, terminal);
    if (outcome !== null)
      terminal.print('', ...showOutcome(outcome, terminal, { steps, outputs, isVerbose }));
    return 0;
  });
};

function showExplanation(
  { point, value, agent }: Question,
  verdicts: readonly Verdict[],
  notes: readonly string[],
  terminal: Terminal,
): void {
  const { bold, dim, green, red, yellow } = terminal.colors;
  const what = `${value === null ? '' : ` for ${visible(value)}`}${agent === null ? '' : ` by ${visible(agent)}`}`;
  terminal.print(bold(`${point.name}${what}`), ...notes.map((note) => `  ${yellow(visible(note))}`));
  if (verdicts.length === 0) terminal.print(dim('  no hook is registered here'));
  const isPlain = verdicts.every(({ declaration: { level = 'project' } }) => level === 'project');
  const rows = verdicts.map(({ declaration: { name, level = '', options, place }, order, why }) => [
    order === null ? red('does not run') : green(`${order}. runs`),
    name,
    dim(`priority ${options.priority ?? 100}`),
    visible(why),
    isPlain ? '' : level,
    dim(formatPlace(place)),
  ]);
  terminal.printTable(rows, { indent: '  ' });
}

function chooseHook(
  verdicts: readonly Verdict[],
  { declarations }: Config,
  { point }: Question,
  name: unknown,
): readonly Verdict[] {
  if (typeof name !== 'string') return verdicts;
  const named = verdicts.filter(({ declaration }) => declaration.name === name);
  if (named.length > 0) return named;
  const elsewhere = declarations.filter((declaration) => declaration.name === name);
  const names = declarations.map((declaration) => declaration.name);
  throw new HooklineError(
    'name-unknown',
    elsewhere.length > 0
      ? `"${name}" is a hook of ${elsewhere.map((other) => other.point.name).join(', ')}, not of ${point.name}, so it never runs there`
      : `no hook is called "${name}"${didYouMean(name, names)}`,
  );
}

async function notesOn(config: Config, { agent, value, point }: Question): Promise<readonly string[]> {
  const isPowerShell = point.matches === 'tool_name' && value === 'PowerShell';
  const isUnknown = value !== null && point.values !== null && !point.values.includes(value);
  return [
    ...(config.unattended !== null && point.admits.includes('ask') ? [askNote(config.unattended)] : []),
    ...agentNote(config, agent),
    ...(await toolNote(config, point, value)),
    ...(isPowerShell
      ? ['Bash rules don\'t apply to PowerShell; a rule for all its calls is "PowerShell"']
      : []),
    ...(isUnknown
      ? [`${point.name} has no ${point.matches} "${value}"; it has ${point.values?.join(', ')}`]
      : []),
  ];
}

function stepsOf(point: Point, outcome: Outcome, event: Event): readonly HookChange[] {
  let subject = point.subject === null ? null : event[point.subject];
  return outcome.runs.map(({ hook, effects }) => {
    const before = subject;
    for (const effect of effects) if (effect.type === 'modify') subject = effect.value;
    return { hook, changes: differences(before, subject) };
  });
}

function asData(
  { point, value, agent }: Question,
  notes: readonly string[],
  verdicts: readonly Verdict[],
  outcome: Outcome | null,
  steps: readonly HookChange[],
): object {
  return {
    point: point.name,
    value,
    agent,
    notes,
    hooks: verdicts.map(({ declaration, order, why, obstacle }) => {
      const { file, line, column } = declaration.place;
      const { priority = 100 } = declaration.options;
      const { name: hook } = declaration;
      return { hook, runs: order !== null, order, why, obstacle, priority, place: { file, line, column } };
    }),
    outcome,
    steps,
  };
}
