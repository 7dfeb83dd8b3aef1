import type { AgentEvent } from '../../agent/loop/events.ts';
import { recordConfig } from '../../gateway/record-config.ts';
import type { CommandRun } from '../command.ts';
import { withConfig } from '../input/with-config.ts';
import { approverFor } from '../run/approvers.ts';
import { chooseModel } from '../run/choose-model.ts';
import { LastResult } from '../run/last-result.ts';
import { play } from '../run/play.ts';
import { compactAtOf, orchestratorOf, permissionModeOf, sessionOf, setupOf } from '../run/run-options.ts';
import { showEvents } from '../run/show-events.ts';
import { withAgent } from '../run/with-agent.ts';

/** Runs the agent loop on one prompt, or a whole script, and shows its events. */
export const runAgent: CommandRun = async (call) => {
  const { options, terminal, signal } = call;
  const chosen = await chooseModel(call);
  const { prompt, script } = chosen;
  const isJson = options['json'] === true;
  const approver = approverFor(call, script);
  const compactAt = compactAtOf(options, script);
  const orchestratorId = orchestratorOf(options, script);
  const scene = { prompt, setup: setupOf(options, script), steps: script?.steps ?? [] };
  const own = { permissionMode: permissionModeOf(options), hookMessages: isJson, ...sessionOf(options) };
  const end = await withConfig(call, async (config) => {
    const recording = await recordConfig(config, ({ message }) =>
      terminal.tell(terminal.messageColors.yellow(message)),
    );
    let last: LastResult | null = null;
    const setting = {
      config,
      chosen,
      ...own,
      ...(approver && { approver }),
      ...(compactAt !== undefined && { compactAt }),
      ...(orchestratorId !== undefined && { orchestratorId }),
      tell: (message: string) => {
        // After an interrupt, everybody knows why servers end.
        if (!signal.aborted) terminal.tell(terminal.messageColors.yellow(message));
      },
      onEvent: (event: AgentEvent) => last?.show(event),
    };
    return withAgent(setting, async (running) => {
      const { agent } = running;
      const shown = showEvents(terminal, config.hooks, agent, isJson);
      last = new LastResult(agent.sessionId, (event) => shown.show(event));
      await play(running, scene, signal);
      await agent.end();
      const result = last.end();
      await shown.done();
      const { dim } = terminal.messageColors;
      if (!isJson) terminal.tell(dim(`to go on: hookline run --resume ${agent.sessionId} …`));
      return result;
    }).finally(() => recording?.stop());
  });
  return end === null || end.stop_reason === 'error' ? 1 : 0;
};
