import type { Config } from '../../config/load/config.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import { findPoint } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { askNote } from '../../gateway/answer/unattended.ts';
import { agentTypeOf, fireEvent } from '../../gateway/host/fire-event.ts';
import type { Event } from '../../policy-test/complete-event.ts';
import { differences } from '../../policy-test/differences.ts';
import { explainHooks, type Question, type Verdict } from '../../policy-test/explanation.ts';
import { HookOutputs } from '../../policy-test/hook-output.ts';
import type { CommandRun } from '../command.ts';
import { agentNote } from '../input/agent-note.ts';
import { readEvent } from '../input/read-event.ts';
import { toolNote } from '../input/tool-note.ts';
import { tellTrust } from '../input/trust-note.ts';
import { withConfig } from '../input/with-config.ts';
import { type HookChange, showExplanation } from '../show/show-explanation.ts';
import { showOutcome } from '../show/show-outcome.ts';

export const runExplain: CommandRun = async (call) => {
  const { options, terminal } = call;
  const reference = findPoint(call.arguments[0] ?? '');
  const { point } = reference;
  const named = reference.matcher ?? (typeof options['tool'] === 'string' ? options['tool'] : undefined);
  if (named !== undefined && point.matches === null) {
    throw new HooklineError('input-invalid', `${point.name} matches nothing, so no tool can be named for it`);
  }
  const isVerbose = options['verbose'] === true;
  const isFired = options['input'] !== undefined || options['arg'] !== undefined;
  const event = !isFired ? null : await readEvent({ point, matcher: named }, call);
  const found = event === null || point.matches === null ? undefined : String(event[point.matches]);
  const agent = typeof options['agent'] === 'string' ? options['agent'] : null;
  return withConfig({ ...call, options: { ...options, agent: undefined } }, async (config) => {
    const value = named ?? found ?? null;
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
    if (options['json'] === true) {
      terminal.print(JSON.stringify(asData(question, notes, chosen, outcome, steps), null, 2));
      return 0;
    }
    tellTrust(call);
    for (const line of showExplanation(question, chosen, notes, terminal)) terminal.print(line);
    if (outcome === null) return 0;
    terminal.print('');
    for (const line of showOutcome(outcome, terminal, { steps, outputs, isVerbose })) terminal.print(line);
    return 0;
  });
};

function chooseHook(
  verdicts: readonly Verdict[],
  { declarations }: Config,
  { point }: Question,
  name: unknown,
): readonly Verdict[] {
  if (typeof name !== 'string') return verdicts;
  const own = verdicts.filter(({ declaration }) => declaration.name === name);
  if (own.length > 0) return own;
  const elsewhere = declarations.filter((declaration) => declaration.name === name);
  const names = declarations.map((declaration) => declaration.name);
  throw new HooklineError(
    'name-unknown',
    elsewhere.length > 0
      ? `"${name}" is a hook of ${elsewhere.map((other) => other.point.name).join(', ')}, not of ${point.name}: it never runs here`
      : `no hook is called "${name}"${didYouMean(name, names)}`,
  );
}

async function notesOn(config: Config, { agent, value, point }: Question): Promise<readonly string[]> {
  const notes: string[] = [];
  if (config.unattended !== null && point.admits.includes('ask')) notes.push(askNote(config.unattended));
  const note = agentNote(config, agent);
  if (note !== null) notes.push(note);
  const ofTool = await toolNote(config, point, value);
  if (ofTool !== null) notes.push(ofTool);
  if (point.matches === 'tool_name' && value === 'PowerShell')
    notes.push(
      'rules about the commands of Bash do not read PowerShell; a rule for every call is "PowerShell"',
    );
  if (value !== null && point.values !== null && !point.values.includes(value)) {
    notes.push(
      `"${value}" is no known ${point.matches} of ${point.name}: there are ${point.values.join(', ')}`,
    );
  }
  return notes;
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
