import { keepPythonApart } from '../../files/state/state-folder.ts';
import { callerNamed } from '../../gateway/agents/agent-table.ts';
import { exitCodeOffset } from '../../gateway/daemon/wire.ts';
import { type AnsweredCall, Host } from '../../gateway/host/host.ts';
import { refusal } from '../../gateway/host/unjudged.ts';
import type { CommandCall, CommandRun } from '../command.ts';
import { payloadOnce } from '../input/kept-payload.ts';
import { aborted, logTo } from '../input/with-config.ts';
import { goesAhead } from '../show/goes-ahead.ts';

export const runHook: CommandRun = async (call) => {
  keepPythonApart();
  const { terminal, signal, options } = call;
  const { config: named, required, json, launched } = options;
  const [asked = ''] = call.arguments;
  const { agent } = callerNamed(asked);
  // Whoever only looks leaves no trace, and is no second announcement of a call.
  const host = new Host({ named, signal, log: logTo(call), isDryRun: json === true });
  const answered = await payloadOnce(signal).then(
    (payload) => host.answer({ agent: asked, payload, required: required === true }),
    (problem: unknown) => ({ call: null, outcome: null, answer: refusal(agent, problem), problem }),
  );
  try {
    if (json === true) return printJson(call, answered);
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
  terminal.print(
    JSON.stringify({ ...outcome, agent: call?.agent.name ?? null, native, answer, ...failure }, null, 2),
  );
  if (problem !== null) return 1;
  return outcome === null || goesAhead(outcome) ? 0 : 2;
}
