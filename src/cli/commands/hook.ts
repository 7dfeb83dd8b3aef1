import { keepPythonApart } from '../../files/state/state-folder.ts';
import { callerNamed } from '../../gateway/agents/agent-table.ts';
import { exitCodeOffset } from '../../gateway/daemon/wire.ts';
import { type AnsweredCall, Host } from '../../gateway/host/host.ts';
import { refusal } from '../../gateway/host/unjudged.ts';
import type { CommandCall, CommandRun } from '../command.ts';
import { payloadOnce } from '../input/read-payload.ts';
import { aborted, logTo } from '../input/with-config.ts';
import { goesAhead } from '../show/show-outcome.ts';

export const runHook: CommandRun = async (call) => {
  keepPythonApart();
  const { terminal, signal, options } = call;
  const { config: named, required, launched } = options;
  const [asked = ''] = call.arguments;
  const { agent } = callerNamed(asked);
  // A dry run leaves no trace, and doesn't announce the call a second time.
  const host = new Host({ named, signal, log: logTo(call), isDryRun: call.isJson });
  const answered = await payloadOnce(signal).then(
    (payload) => host.answer({ agent: asked, payload, required: required === true }),
    (problem: unknown) => ({ call: null, outcome: null, answer: refusal(agent, problem), problem }),
  );
  try {
    if (call.isJson) return printJson(call, answered);
    const { stdout, stderr, exitCode } = answered.answer;
    if (stdout !== '') terminal.print(stdout);
    if (stderr !== '') terminal.tell(stderr);
    await terminal.flush();
    return launched === true ? exitCodeOffset + exitCode : exitCode;
  } finally {
    await host.finish(agent.name, answered);
    if (!signal.aborted) await Promise.race([host.drain(), aborted(signal)]);
    await host.close();
  }
};

function printJson({ terminal }: CommandCall, { call, outcome, answer, problem }: AnsweredCall): number {
  const native = call === null ? null : { event: call.eventName, tool_name: call.tool?.name ?? null };
  const failure =
    problem === null ? {} : { error: problem instanceof Error ? problem.message : String(problem) };
  const exitCode = problem !== null ? 1 : outcome === null || goesAhead(outcome) ? 0 : 2;
  const agent = call?.agent.name ?? null;
  return terminal.printJson({ ...outcome, agent, native, answer, ...failure }, exitCode);
}
