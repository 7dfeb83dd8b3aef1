import type { Outcome } from '../../engine/outcome/outcome.ts';
import { agentNamed } from '../../gateway/agents/agent-table.ts';
import { type AnsweredCall, answerPayload, refusal } from '../../gateway/answer-call.ts';
import { exitCodeOffset } from '../../gateway/install/exit-code-offset.ts';
import { judgeCall } from '../../gateway/judge-call.ts';
import { guardOwnFiles } from '../../gateway/own-guard/own-guard.ts';
import type { AgentCall } from '../../gateway/payload/read-call.ts';
import { recordConfig } from '../../gateway/record-config.ts';
import { recordUnjudged } from '../../gateway/record-unjudged.ts';
import { AfterAnswer } from '../../gateway/state/after-answer.ts';
import { GuardNotes } from '../../gateway/state/guards/guard-notes.ts';
import { checkOrTakeUp } from '../../gateway/state/kept-configs.ts';
import { keepRecordProblem, recordProblem } from '../../gateway/state/problem-record.ts';
import { keepPythonApart } from '../../gateway/state/python-cache.ts';
import { checkLoaded } from '../../gateway/trust/find-trust.ts';
import type { Recording } from '../../trace/record/record.ts';
import type { CommandCall, CommandRun } from '../command.ts';
import { payloadOnce } from '../input/kept-payload.ts';
import { withConfig } from '../input/with-config.ts';
import { goesAhead } from '../show/goes-ahead.ts';

/** Answers one call of an agent's hook. */
export const runHook: CommandRun = async (call) => {
  keepPythonApart();
  const agent = agentNamed(call.arguments[0] ?? '');
  const recordings: Recording[] = [];
  // Whoever only looks leaves no trace, and is no second announcement of a call.
  const afterAnswer = call.options['json'] === true ? null : new AfterAnswer(new GuardNotes());
  const answered = await payloadOnce(call.signal).then(
    (payload) =>
      answerPayload(agent, payload, (announced) => judge(call, announced, recordings, afterAnswer)),
    (problem: unknown) => ({ call: null, outcome: null, answer: refusal(agent, problem), problem }),
  );
  if (call.options['json'] === true) return printJson(call, answered);
  const { problem } = answered;
  if (problem !== null) recordProblem(agent.name, answered.call?.eventName ?? null, problem);
  const { stdout, stderr, exitCode } = answered.answer;
  if (stdout !== '') call.terminal.print(stdout);
  if (stderr !== '') call.terminal.tell(stderr);
  await call.terminal.flush();
  afterAnswer?.run();
  await Promise.all(recordings.map((recording) => recording.stop()));
  if (problem !== null && answered.call !== null)
    await recordUnjudged(answered.call, problem, keepRecordProblem(agent.name)).catch(() => undefined);
  return call.options['launched'] === true ? exitCodeOffset + exitCode : exitCode;
};

function judge(
  call: CommandCall,
  announced: AgentCall,
  recordings: Recording[],
  afterAnswer: AfterAnswer | null,
): Promise<Outcome> {
  const { config: named, required } = call.options;
  const isReal = afterAnswer !== null;
  return judgeCall(announced, {
    named,
    required: required === true,
    signal: call.signal,
    afterAnswer,
    use: (chosen, fire) =>
      withConfig(
        call,
        async (config) => {
          checkLoaded(chosen, config);
          guardOwnFiles(config, chosen.folder);
          const recording = isReal
            ? await recordConfig(config, keepRecordProblem(announced.agent.name))
            : null;
          if (recording !== null) recordings.push(recording);
          return fire(config.hooks);
        },
        { chosen, nativeNames: true, check: checkOrTakeUp },
      ),
  });
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
