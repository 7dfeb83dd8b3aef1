import type { Outcome } from '../../engine/outcome/outcome.ts';
import { findPoint } from '../../engine/points/point.ts';
import type { CommandRun } from '../command.ts';
import { fireEvent } from '../input/fire-event.ts';
import { readEvent } from '../input/read-event.ts';
import { withConfig } from '../input/with-config.ts';
import { showOutcome } from '../show/show-outcome.ts';

/** Fires one point and shows the outcome. */
export const runFire: CommandRun = async (call) => {
  const reference = findPoint(call.arguments[0] ?? '');
  const event = await readEvent(reference, call);
  const agent = typeof call.options['agent'] === 'string' ? call.options['agent'] : null;
  const outcome = await withConfig(call, ({ hooks }) =>
    fireEvent(hooks, reference.point, event, { agent, signal: call.signal }),
  );
  if (call.options['json'] === true) call.terminal.print(JSON.stringify(outcome, null, 2));
  else for (const line of showOutcome(outcome, call.terminal)) call.terminal.print(line);
  return goesAhead(outcome) ? 0 : 2;
};

function goesAhead({ decision, halted, resume }: Outcome): boolean {
  return decision !== 'deny' && decision !== 'ask' && !halted && !resume;
}
