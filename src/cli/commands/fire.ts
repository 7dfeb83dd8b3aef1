import { HooklineError } from '../../engine/errors.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { findPoint } from '../../engine/point.ts';
import type { FireInput, FireRef } from '../../engine/point-types.ts';
import type { Call, Run } from '../command.ts';
import { readEvent } from '../read-event.ts';
import { showOutcome } from '../show-outcome.ts';
import { withConfig } from '../with-config.ts';

/** Fires one point and shows what came of it. */
export const fire: Run = async (call) => {
  const { point, matcher } = findPoint(call.arguments[0] ?? '');
  if (matcher !== undefined) {
    throw new HooklineError('point-unknown', `${point.name} is fired whole; put "${matcher}" in the event`);
  }
  const event = await readEvent(point, call.options['input']);
  const hooksOptions = { timing: true, base: { cwd: process.cwd() } };
  const outcome = await withConfig(call, { hooksOptions }, ({ hooks }) =>
    hooks.fire(point as FireRef, event as FireInput<FireRef>, { signal: call.signal, ...agentOf(call) }),
  );
  if (call.options['json'] === true) call.terminal.print(JSON.stringify(outcome, null, 2));
  else for (const line of showOutcome(outcome, call.terminal)) call.terminal.print(line);
  return goesAhead(outcome) ? 0 : 2;
};

function agentOf({ options }: Call): { agent?: string } {
  return typeof options['agent'] === 'string' ? { agent: options['agent'] } : {};
}

function goesAhead({ decision, halted, resume }: Outcome): boolean {
  return decision !== 'deny' && decision !== 'ask' && !halted && !resume;
}
