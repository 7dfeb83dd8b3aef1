import type { Hook } from '../hooks/hook.ts';
import type { Plan } from '../hooks/plan.ts';
import type { PointState } from '../hooks/registry.ts';
import { type Outcome, quietOutcome } from '../outcome/outcome.ts';
import type { BaseFields } from '../points/inputs.ts';
import type { Point } from '../points/point-types.ts';
import { HooklineError } from '../values/errors.ts';
import { freezeCopy } from '../values/json.ts';
import { refuseOption } from '../values/options.ts';
import type { Fields } from '../values/shapes.ts';
import { describe, messageOf } from '../values/text.ts';
import { Context, type FireOptions } from './context.ts';
import { Firing } from './firing.ts';
import type { Engine } from './firing-init.ts';
import { subjectOf } from './firing-record.ts';
import { FiringTrace } from './firing-trace.ts';
import { invoke } from './hook-call.ts';
import { QuietChain } from './quiet-chain.ts';

// The cheapest way that can do what a firing needs. Each goes over to the next where it is, so no hook runs twice:
// fireQuietly (silent hooks, no promise), QuietChain (silent hooks, promises or a trace), Firing (everything else).

export function fire(
  engine: Engine,
  state: PointState,
  input: Fields,
  options: FireOptions,
): Promise<Outcome> {
  const value = matchedValue(state.point, input);
  const agent = options.agent ?? null;
  const plan = state.plans.get(value, agent) ?? engine.registry.plan(state, value, agent);
  const { plain } = plan;
  const isTraced = engine.listeners.active || options.timing === true;
  // A cancellation, or an injection that has arrived.
  const isDisturbed = options.signal !== undefined || engine.background.hasArrived;
  return plain === null || isTraced || isDisturbed
    ? fireFully(engine, plan, isDisturbed ? null : plain, isTraced, input, options)
    : fireQuietly(engine, plan, plain, input, options);
}

function matchedValue(point: Point, input: Fields): string {
  if (typeof input !== 'object' || input === null)
    refuseInput(point, `is an object of fields, not ${describe(input)}`);
  if (point.matches === null) return '';
  const value = input[point.matches];
  return typeof value === 'string'
    ? value
    : refuseInput(point, `needs ${point.matches} as text, not ${typeof value}`);
}

function refuseInput(point: Point, problem: string): never {
  throw new HooklineError('input-invalid', `the input of ${point.name} ${problem}`);
}

/** Otherwise a wrong value would fail only when a hook is pending, and take the host down. */
function checkSignal(signal: Partial<AbortSignal> | null): void {
  const isSignal =
    typeof signal?.aborted === 'boolean' &&
    typeof signal.addEventListener === 'function' &&
    typeof signal.removeEventListener === 'function';
  if (!isSignal)
    refuseOption('fire()', `takes an AbortSignal as its signal, not ${describe(signal)}`, 'signal');
}

function fireQuietly(
  engine: Engine,
  plan: Plan,
  hooks: readonly Hook[],
  original: Fields,
  options: FireOptions,
): Promise<Outcome> {
  let input = original;
  const first = hooks[0];
  if (first !== undefined) {
    input = completeInput(engine.base, plan, original);
    const context = new Context(first, options, engine.background, null);
    for (let index = 0; index < hooks.length; index += 1) {
      const hook = hooks[index] as Hook;
      const reply = invoke(hook, null, input, context, 1, hook.timeoutMs);
      if (reply === undefined) continue;
      return new QuietChain({ engine, plan, input, options, trace: null }, hooks, context).goOn(index, reply);
    }
  }
  return Promise.resolve(quietOutcome(plan.point, subjectOf(plan.point, input), plan.quietRuns));
}

function fireFully(
  engine: Engine,
  plan: Plan,
  plain: readonly Hook[] | null,
  isTraced: boolean,
  original: Fields,
  options: FireOptions,
): Promise<Outcome> {
  if (options.signal !== undefined) checkSignal(options.signal);
  const input = completeInput(engine.base, plan, original);
  const trace = isTraced ? new FiringTrace(engine.listeners, plan.point.name, input, options) : null;
  const init = { engine, plan, input, options, trace };
  const first = plain?.[0];
  return trace === null || plain === null || first === undefined
    ? new Firing(init, 0).run()
    : new QuietChain(init, plain, new Context(first, options, engine.background, trace)).start();
}

function completeInput(base: () => BaseFields, plan: Plan, input: Fields): Fields {
  const { name } = plan.point;
  const full = isComplete(input, name) ? input : fillIn(base(), name, input);
  if (!plan.isFrozen) return full;
  try {
    return freezeCopy(full) as Fields;
  } catch (problem) {
    throw new HooklineError(
      'input-invalid',
      `the input of ${name} must be plain data: ${messageOf(problem)}`,
    );
  }
}

function isComplete(input: Fields, name: string): boolean {
  return (
    input['hook_event_name'] === name &&
    input['session_id'] !== undefined &&
    input['transcript_path'] !== undefined &&
    input['cwd'] !== undefined
  );
}

/** Field by field, because on Node 20 an object that begins as a spread takes microseconds to grow. */
function fillIn(base: BaseFields, name: string, input: Fields): Fields {
  const full: Record<string, unknown> = {
    session_id: base.session_id,
    transcript_path: base.transcript_path,
    cwd: base.cwd,
    hook_event_name: name,
  };
  if (base.permission_mode !== undefined) full['permission_mode'] = base.permission_mode;
  if (base.orchestrator_id !== undefined) full['orchestrator_id'] = base.orchestrator_id;
  // Assigning `__proto__` would give the event another prototype.
  for (const field in input) if (field !== '__proto__') full[field] = input[field];
  full['hook_event_name'] = name;
  return full;
}
