import { type Outcome, quietOutcome } from '../engine/outcome/outcome.ts';
import { messageOf } from '../engine/values/text.ts';
import type { AgentProduct } from './agents/agent-product.ts';
import { type AgentAnswer, blockedOutcome } from './answer/answer.ts';
import { express } from './answer/express.ts';
import { dialectOf } from './payload/dialect.ts';
import { parsePayload } from './payload/parse-payload.ts';
import { type AgentCall, readCall } from './payload/read-call.ts';
import { keepContext, takeContext } from './state/waiting-context.ts';

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
  let call: AgentCall;
  try {
    const payload = parsePayload(text);
    call = readCall(dialectOf(named, payload), payload);
  } catch (problem) {
    return { call: null, outcome: null, answer: refusal(named, problem), problem };
  }
  try {
    const outcome = await judge(call);
    return { call, outcome, answer: await say(call, outcome), problem: null };
  } catch (problem) {
    const outcome = unjudged(call, problem);
    const { answer } = express(call, outcome, []);
    const isHeld = outcome.decision !== null || outcome.suppressed || outcome.resume || outcome.halted;
    const told = { ...answer, stderr: [answer.stderr, howToMend(problem)].filter(Boolean).join('\n') };
    return { call, outcome, answer: isHeld ? told : { ...told, exitCode: 1 }, problem };
  }
}

/** The refusal of a call of which nothing is known: exit code 2 and a reason, which every agent takes for a deny. */
export function refusal(agent: AgentProduct, problem: unknown): AgentAnswer {
  const stderr = howToMend(problem);
  const stdout = agent.timeout === null ? JSON.stringify({ throw: stderr }) : '';
  return { stdout, stderr, exitCode: 2 };
}

/** What a closed failure does at the point. A turn that was resumed once already may end: nothing would end it else. */
function unjudged({ point, input }: AgentCall, problem: unknown): Outcome {
  const quiet = quietOutcome(point, point.subject === null ? null : input[point.subject], []);
  const isAgain = point.block === 'resume' && input['stop_hook_active'] === true;
  return point.block === null || isAgain ? quiet : blockedOutcome(quiet, point.block, howToMend(problem));
}

function howToMend(problem: unknown): string {
  return `hookline cannot judge this, so it holds it back: ${messageOf(problem)}\nTo mend it: hookline validate. To stop guarding: hookline uninstall.`;
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
