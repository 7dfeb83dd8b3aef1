import { Fold } from '../engine/outcome/fold.ts';
import { blockEffect, type Outcome } from '../engine/outcome/outcome.ts';
import { HooklineError } from '../engine/values/errors.ts';
import { lookUp } from '../engine/values/look-up.ts';
import type { Fields } from '../engine/values/shapes.ts';
import { messageOf, textOf } from '../engine/values/text.ts';
import { type AgentProduct, exitTwo } from './agents/agent-product.ts';
import type { AgentAnswer } from './answer/answer.ts';
import { plainReason } from './answer/answer-text.ts';
import { express } from './answer/express.ts';
import { fillForms } from './answer/fill-form.ts';
import { waysToSay } from './answer/ways.ts';
import { dialectOf } from './payload/dialect.ts';
import { parsePayload } from './payload/parse-payload.ts';
import { type AgentCall, readCall } from './payload/read-call.ts';
import { endRounds, withRounds } from './state/stop-rounds.ts';
import { keepContext, takeContext } from './state/waiting-context.ts';
import { PersonNeeded } from './trust/person-needed.ts';

/** What came of one call of an agent's hook. */
export interface AnsweredCall {
  readonly call: AgentCall | null;
  readonly outcome: Outcome | null;
  readonly answer: AgentAnswer;
  /** Why hookline could not judge; null when it did. */
  readonly problem: unknown;
}

export type Judge = (call: AgentCall) => Promise<Outcome>;

/** Judges what an agent announced, and answers in its words. Never rejects: what cannot be judged is refused. */
export async function answerPayload(named: AgentProduct, text: string, judge: Judge): Promise<AnsweredCall> {
  let agent = named;
  let payload: Fields = {};
  let call: AgentCall;
  try {
    payload = parsePayload(text);
    agent = dialectOf(named, payload);
    call = await withRounds(readCall(agent, payload));
  } catch (problem) {
    return { call: null, outcome: null, answer: refusal(agent, problem, payload), problem };
  }
  try {
    const outcome = await endRounds(call, await judge(call));
    return { call, outcome, answer: await say(call, outcome), problem: null };
  } catch (problem) {
    const message = howToMend(problem, isHeldBack(call));
    const outcome = await endRounds(call, unjudged(call, message));
    const { answer } = express(call, outcome, []);
    const failsClosed = call.point.block !== null;
    const stderr = [answer.stderr, message].filter(Boolean).join('\n');
    const exitCode = failsClosed || answer.exitCode !== 0 ? answer.exitCode : 1;
    return { call, outcome, answer: { ...answer, stderr, exitCode }, problem };
  }
}

/**
 * The refusal of a call that is not understood: exit code 2 and a reason, which agents take for a deny at most events, and the
 * words of the event where it is known.
 */
export function refusal(agent: AgentProduct, problem: unknown, payload: Fields = {}): AgentAnswer {
  const stderr = howToMend(problem, true);
  if (agent.timeout === null) return { stdout: JSON.stringify({ throw: stderr }), stderr, exitCode: 2 };
  const { deny, halt } = lookUp(agent.events, textOf(payload['hook_event_name']))?.says ?? {};
  const form = deny ?? halt;
  const words = { $reason: stderr };
  const stdout = form === undefined || form === exitTwo ? '' : JSON.stringify(fillForms([form], words));
  return { stdout, stderr, exitCode: 2 };
}

/** Whether the agent holds back a call that cannot be judged, and has words for it. */
function isHeldBack(call: AgentCall): boolean {
  const block = blockOf(call);
  return block !== null && waysToSay(block).some((verb) => call.event.says[verb] !== undefined);
}

/** A turn that was resumed once already may end: nothing would end it else. */
function blockOf({ point, input }: AgentCall): AgentCall['point']['block'] {
  return point.block === 'resume' && input['stop_hook_active'] === true ? null : point.block;
}

/** What a closed failure does at the point. */
function unjudged(call: AgentCall, message: string): Outcome {
  const { point, input } = call;
  const fold = new Fold(point, point.subject === null ? null : input[point.subject], []);
  const block = blockOf(call);
  if (block !== null) fold.block('hookline', blockEffect(block, message));
  return { ...fold.outcome([]), notices: [{ message, level: 'error', hook: 'hookline' }] };
}

/** No more than a person reads, and never a text that an agent could take for an answer. */
function howToMend(problem: unknown, failsClosed: boolean): string {
  const why = plainReason(messageOf(problem));
  const isPolicy = problem instanceof HooklineError && problem.code === 'config-invalid';
  const mend =
    problem instanceof PersonNeeded
      ? problem.mend
      : `To mend it: hookline ${isPolicy ? 'validate' : 'doctor'}`;
  const effect = failsClosed ? 'so it holds it back' : 'so this goes unchecked';
  return `hookline cannot judge this, ${effect}: ${why}\n${mend}. To stop guarding: hookline uninstall.`;
}

async function say(call: AgentCall, outcome: Outcome): Promise<AgentAnswer> {
  const problems: string[] = [];
  const orTell =
    <Value>(value: Value) =>
    (problem: unknown): Value => {
      problems.push(`hookline: text for the model was lost: ${messageOf(problem)}`);
      return value;
    };
  const canTell = call.event.says.inject !== undefined;
  const told = canTell ? await takeContext(call).catch(orTell([])) : [];
  const { answer, waiting } = express(call, outcome, told);
  await keepContext(call, waiting).catch(orTell(undefined));
  return { ...answer, stderr: [answer.stderr, ...problems].filter(Boolean).join('\n') };
}
