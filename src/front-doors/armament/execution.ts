import type { FireOptions } from '../../engine/firing/context.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { PointReference } from '../../engine/points/point.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { freezeIfPlain } from '../../engine/values/json.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { describe } from '../../engine/values/text.ts';
import { armamentInput, armamentName, armamentSubject } from '../../protocols/armament/fields.ts';
import { suppressedText } from '../../protocols/suppressed-text.ts';
import type { ArmamentResult } from './types.ts';

export interface Executed {
  readonly result: ArmamentResult<Fields>;
  readonly outcome: Outcome;
}

/** Fires a point with a context and returns the result in Armament's terms. */
export async function executePoint(
  hooks: Hooks,
  reference: PointReference,
  context: unknown,
  options: FireOptions,
): Promise<Executed> {
  const { point } = reference;
  const given = completeContext(reference, context);
  const outcome = await hooks.fire(point, freezeIfPlain(armamentInput(point, given)), options);
  const subject = armamentSubject(point);
  const changed = subject === null ? {} : changesOf(outcome, subject, given);
  return { result: { ...verdict(outcome), context: { ...given, ...changed } }, outcome };
}

/** The context with the field that matchers test. `pre:tool:shell` names the tool itself. */
function completeContext({ point, matcher }: PointReference, context: unknown): Fields {
  const called = point.also ?? point.name;
  const refuse = (problem: string): never => {
    throw new HooklineError('input-invalid', problem);
  };
  if (!isObject(context))
    return refuse(`the context of ${called} is an object of fields, not ${describe(context)}`);
  if (point.matches === null) return context;
  const name = armamentName(point, point.matches);
  const value = armamentInput(point, context)[point.matches] ?? matcher;
  if (typeof value !== 'string')
    return refuse(`the context of ${called} needs ${name} as text, not ${describe(value)}`);
  if (matcher !== undefined && value !== matcher)
    return refuse(`${called}:${matcher} cannot be executed with the ${name} ${describe(value)}`);
  return { [name]: value, ...context };
}

function changesOf(outcome: Outcome, subject: string, given: Fields): Fields {
  if (outcome.suppressed) return { [subject]: suppressedText };
  if (!outcome.modified) return {};
  const { value } = outcome;
  return { [subject]: subject === 'args' && typeof given[subject] === 'string' ? onlyCommand(value) : value };
}

/** Text stays text, unless a hook added something beside the command. */
function onlyCommand(value: unknown): unknown {
  return isObject(value) && Object.keys(value).join() === 'command' ? value['command'] : value;
}

/** Whether the action is aborted. Hooks of other systems may also ask, end the turn, or resume the agent. */
function verdict(outcome: Outcome): Omit<ArmamentResult<unknown>, 'context'> {
  const { decision, reason, halted, haltReason, resume } = outcome;
  if (decision === 'ask') {
    const what = 'a person would have to approve this, and nobody can be asked here';
    return { aborted: true, reason: reason === null ? what : `${what}: ${reason}` };
  }
  if (decision === 'deny' || resume) return { aborted: true, reason };
  return halted ? { aborted: true, reason: haltReason ?? reason } : { aborted: false, reason: null };
}
