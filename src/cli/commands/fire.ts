import { findPoint } from '../../engine/points/point.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { fireEvent } from '../../gateway/host/fire-event.ts';
import { HookOutputs } from '../../policy-test/hook-output.ts';
import type { CommandRun } from '../command.ts';
import { readEvent } from '../input/read-event.ts';
import { toolNote } from '../input/tool-note.ts';
import { withConfig } from '../input/with-config.ts';
import { goesAhead } from '../show/goes-ahead.ts';
import { showOutcome } from '../show/show-outcome.ts';

export const runFire: CommandRun = async (call) => {
  const reference = findPoint(call.arguments[0] ?? '');
  const event = await readEvent(reference, call);
  const agent = typeof call.options['agent'] === 'string' ? call.options['agent'] : null;
  const isVerbose = call.options['verbose'] === true;
  const { outcome, outputs } = await withConfig(call, async (config) => {
    const { hooks } = config;
    const note = await toolNote(config, reference.point, call.options['tool'] ?? reference.matcher);
    if (note !== null) call.terminal.tell(call.terminal.messageColors.yellow(visible(note)));
    const kept = new HookOutputs(hooks);
    const fired = await fireEvent(hooks, reference.point, event, { agent, signal: call.signal });
    return { outcome: fired, outputs: kept };
  });
  if (call.options['json'] === true) {
    const output = outcome.runs.map((run) => ({ hook: run.hook, ...outputs.of(run) }));
    call.terminal.print(JSON.stringify(isVerbose ? { ...outcome, event, output } : outcome, null, 2));
    return goesAhead(outcome) ? 0 : 2;
  }
  if (isVerbose) call.terminal.print(call.terminal.colors.dim(`event ${visible(JSON.stringify(event))}`));
  for (const line of showOutcome(outcome, call.terminal, { outputs, isVerbose })) call.terminal.print(line);
  return goesAhead(outcome) ? 0 : 2;
};
