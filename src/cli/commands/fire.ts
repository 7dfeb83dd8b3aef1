import { findPoint } from '../../engine/points/point.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { fireEvent } from '../../gateway/host/fire-event.ts';
import { HookOutputs } from '../../policy-test/hook-output.ts';
import { type CommandRun, textOption } from '../command.ts';
import { readEvent } from '../input/read-event.ts';
import { toolNote, withConfig } from '../input/with-config.ts';
import { goesAhead, showOutcome } from '../show/show-outcome.ts';

export const runFire: CommandRun = async (call) => {
  const { options, terminal, signal } = call;
  const { point, matcher } = findPoint(call.arguments[0] ?? '');
  const event = await readEvent({ point, matcher }, call);
  const agent = textOption(call, 'agent') ?? null;
  const isVerbose = options['verbose'] === true;
  const { outcome, outputs } = await withConfig(call, async (config) => {
    const notes = await toolNote(config, point, options['tool'] ?? matcher);
    terminal.tell(...notes.map((note) => terminal.messageColors.yellow(visible(note))));
    const printed = new HookOutputs(config.hooks);
    const fired = await fireEvent(config.hooks, point, event, { agent, signal });
    return { outcome: fired, outputs: printed };
  });
  const exitCode = goesAhead(outcome) ? 0 : 2;
  if (call.isJson) {
    const output = outcome.runs.map((run) => ({ hook: run.hook, ...outputs.of(run) }));
    return terminal.printJson(isVerbose ? { ...outcome, event, output } : outcome, exitCode);
  }
  if (isVerbose) terminal.print(terminal.colors.dim(`event ${visible(JSON.stringify(event))}`));
  terminal.print(...showOutcome(outcome, terminal, { outputs, isVerbose }));
  return exitCode;
};
