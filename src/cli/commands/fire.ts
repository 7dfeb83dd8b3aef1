import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import { findPoint } from '../../engine/points/point.ts';
import type { FireInput, FireRef, Point } from '../../engine/points/point-types.ts';
import { outputText } from '../../protocols/wire-input.ts';
import type { CommandCall, CommandRun } from '../command.ts';
import { type Event, readEvent } from '../input/read-event.ts';
import { withConfig } from '../input/with-config.ts';
import { showOutcome } from '../show/show-outcome.ts';

/** Fires one point and shows the outcome. */
export const runFire: CommandRun = async (call) => {
  const reference = findPoint(call.arguments[0] ?? '');
  const event = await readEvent(reference, call);
  const outcome = await withConfig(call, ({ hooks }) => fireEvent(hooks, reference.point, event, call));
  if (call.options['json'] === true) call.terminal.print(JSON.stringify(outcome, null, 2));
  else for (const line of showOutcome(outcome, call.terminal)) call.terminal.print(line);
  return goesAhead(outcome) ? 0 : 2;
};

/** Fires an event for the agent of a call, until it is interrupted. */
export function fireEvent(
  hooks: Hooks,
  point: Point,
  event: Event,
  { options, signal }: CommandCall,
): Promise<Outcome> {
  const agent = typeof options['agent'] === 'string' ? { agent: options['agent'] } : {};
  return hooks.fire(point as FireRef, event as FireInput<FireRef>, { signal, render: outputText, ...agent });
}

function goesAhead({ decision, halted, resume }: Outcome): boolean {
  return decision !== 'deny' && decision !== 'ask' && !halted && !resume;
}
