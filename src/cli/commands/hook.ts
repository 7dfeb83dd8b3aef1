import { resolve } from 'node:path';
import { type Outcome, quietOutcome } from '../../engine/outcome/outcome.ts';
import { textOf } from '../../engine/values/text.ts';
import { agentNamed } from '../../gateway/agents/agent-table.ts';
import { type AnsweredCall, answerPayload, refusal } from '../../gateway/answer-call.ts';
import { answeredCode } from '../../gateway/install/launcher.ts';
import { keepGuard } from '../../gateway/install/own-guard.ts';
import type { AgentCall } from '../../gateway/payload/read-call.ts';
import { judgeOnce } from '../../gateway/state/judge-once.ts';
import { recordProblem } from '../../gateway/state/problem-record.ts';
import type { CommandCall, CommandRun } from '../command.ts';
import { type ChosenFiles, chooseFiles, noConfig } from '../input/find-config.ts';
import { fireEvent } from '../input/fire-event.ts';
import { readPayload } from '../input/read-payload.ts';
import { withConfig } from '../input/with-config.ts';
import { goesAhead } from '../show/goes-ahead.ts';

/** An agent waits for its hooks for ten minutes, by the entries that hookline installs; the answer must come before. */
const deadlineMs = 585_000;

/** Answers one call of an agent's hook. */
export const runHook: CommandRun = async (call) => {
  const agent = agentNamed(call.arguments[0] ?? '');
  const answered = await readPayload(call.signal).then(
    (payload) => answerPayload(agent, payload, (announced) => judgeInTurn(call, announced)),
    (problem: unknown) => ({ call: null, outcome: null, answer: refusal(agent, problem), problem }),
  );
  if (call.options['json'] === true) return printJson(call, answered);
  const { problem } = answered;
  // What cannot be kept is said on stderr all the same.
  if (problem !== null)
    await recordProblem(agent.name, answered.call?.eventName ?? null, problem).catch(() => undefined);
  const { stdout, stderr, exitCode } = answered.answer;
  if (stdout !== '') call.terminal.print(stdout);
  if (stderr !== '') call.terminal.tell(stderr);
  return call.options['launched'] === true ? answeredCode + exitCode : exitCode;
};

/** Finds the configuration of the session's folder. Whoever only looks, by `--json`, is no second announcement of a call. */
async function judgeInTurn(call: CommandCall, announced: AgentCall): Promise<Outcome> {
  const { agent, point, input, payload } = announced;
  const { projectVariable: variable } = agent;
  const session = variable === undefined ? undefined : process.env[variable];
  const folder = resolve(session || textOf(payload['cwd']));
  const { config: named, required, json } = call.options;
  const isNeeded = required === true || Array.isArray(named);
  const chosen = chooseFiles(named, folder);
  if (chosen.files.length === 0 && isNeeded) throw noConfig(folder);
  if (chosen.files.length === 0)
    return quietOutcome(point, point.subject === null ? null : input[point.subject], []);
  const found = () => judge(call, announced, { folder, chosen });
  // The lines of a user and of a project differ, but not in what they find.
  return json === true ? found() : judgeOnce(announced, JSON.stringify([folder, chosen]), found);
}

/** Fires the point of the call. */
function judge(
  call: CommandCall,
  announced: AgentCall,
  { folder, chosen }: { readonly folder: string; readonly chosen: ChosenFiles },
): Promise<Outcome> {
  const { point, input } = announced;
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(deadlineMs)]);
  const subagent = typeof input['agent_id'] === 'string' ? input['agent_id'] : null;
  return withConfig(
    call,
    async (config) => {
      const outcome = await fireEvent(config.hooks, point, { ...input }, { agent: subagent, signal });
      return keepGuard(announced, outcome, config, folder);
    },
    { chosen },
  );
}

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
