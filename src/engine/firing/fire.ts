import type { Hook } from '../hooks/hook.ts';
import type { Plan } from '../hooks/plan.ts';
import type { PointState } from '../hooks/registry.ts';
import { type Outcome, quietOutcome } from '../outcome/outcome.ts';
import { HooklineError } from '../values/errors.ts';
import type { Fields } from '../values/shapes.ts';
import { describe } from '../values/text.ts';
import { invoke } from './call.ts';
import { completeInput } from './complete-input.ts';
import { Context, type FireOptions } from './context.ts';
import { type Engine, Firing } from './firing.ts';
import { subjectOf } from './firing-record.ts';
import { PlainChain } from './plain-chain.ts';

/** Runs the hooks of a point. Stays synchronous until a hook is really pending; most never are. */
export function fire(
  engine: Engine,
  state: PointState,
  input: Fields,
  options: FireOptions,
): Promise<Outcome> {
  const { point } = state;
  if (typeof input !== 'object' || input === null) {
    throw new HooklineError(
      'input-invalid',
      `the input of ${point.name} is an object of fields, not ${describe(input)}`,
    );
  }
  const value = point.matches === null ? '' : input[point.matches];
  if (typeof value !== 'string') {
    throw new HooklineError(
      'input-invalid',
      `the input of ${point.name} needs ${point.matches} as text, not ${typeof value}`,
    );
  }
  const plan = engine.registry.plan(state, value, options.agent ?? null);
  const { plain } = plan;
  const isPlain = plain !== null && options.signal === undefined && !engine.background.hasArrived;
  if (isPlain && !engine.listeners.active) return firePlain(engine, plan, plain, input, options);
  const init = { engine, plan, input: completeInput(engine.base, plan, input), options };
  const firing = new Firing(init, 0);
  const first = isPlain ? plain[0] : undefined;
  if (!isPlain || first === undefined) return firing.run();
  firing.open();
  return new PlainChain(init, plain, firing.newContext(first), -1, firing).start();
}

/** The common case: hooks one after another, nobody listens, and nobody says anything. */
function firePlain(
  engine: Engine,
  plan: Plan,
  hooks: readonly Hook[],
  original: Fields,
  options: FireOptions,
): Promise<Outcome> {
  const [first] = hooks;
  if (first === undefined) {
    return Promise.resolve(quietOutcome(plan.point, subjectOf(plan.point, original), plan.quietRuns));
  }
  const input = completeInput(engine.base, plan, original);
  const context = new Context(first, options);
  for (let index = 0; index < hooks.length; index += 1) {
    const hook = hooks[index] as Hook;
    const reply = invoke(hook, input, context, 1, hook.timeoutMs);
    if (reply === undefined) continue;
    return new PlainChain({ engine, plan, input, options }, hooks, context, index, null).goOn(hook, reply);
  }
  return Promise.resolve(quietOutcome(plan.point, subjectOf(plan.point, input), plan.quietRuns));
}
