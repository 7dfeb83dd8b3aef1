import { keepPythonApart } from '../../files/state/state-folder.ts';
import { Host } from '../host/host.ts';
import { StaleConfig } from '../host/policies.ts';
import { pulse, type WarmQuestion, type WarmReply } from './warm-process.ts';

const graceMs = 2000;

/** So many calls are answered before others may begin, and sent at once. */
const maxTogether = 8;

/** Its hooks may do anything to this process. */
export async function answerCalls(): Promise<void> {
  keepPythonApart();
  const host = new Host({ log: () => undefined, stays: true });
  takeQuestions((question) => answer(host, question));
  endByExit();
  process.send?.(pulse);
  await new Promise<void>((resolve) => process.once('disconnect', resolve));
  // Nobody is left who could be answered. What hooks leave behind ends with this process.
  const grace = new Promise((resolve) => setTimeout(resolve, graceMs));
  await Promise.race([host.close(), grace]);
}

/** One after the other: each call is answered before the next begins, unless a hook makes it wait. */
function takeQuestions(answerOne: (question: WarmQuestion) => Promise<void>): void {
  const waiting: WarmQuestion[] = [];
  const answerAll = async (): Promise<void> => {
    for (let count = 1; waiting.length > 0; count += 1) {
      const [question] = waiting;
      if (question === undefined) return;
      const turn = new Promise((resolve) => setImmediate(resolve));
      await Promise.race([answerOne(question), turn]);
      if (count % maxTogether === 0) await turn;
      // Last: more that come meanwhile find that this goes on.
      waiting.shift();
    }
  };
  process.on('message', (questions: readonly WarmQuestion[] | typeof pulse) => {
    if (questions === pulse) process.send?.(pulse);
    else if (waiting.push(...questions) === questions.length) setImmediate(() => void answerAll());
  });
}

const replies: WarmReply[] = [];

/** Answers that come together go together. */
function reply(one: WarmReply): void {
  const count = replies.push(one);
  if (count === 1) setImmediate(sendReplies);
  else if (count === maxTogether) sendReplies();
}

function sendReplies(): void {
  if (replies.length > 0 && process.connected) process.send?.(replies.splice(0));
}

async function answer(host: Host, { id, ...call }: WarmQuestion): Promise<void> {
  const start = performance.now();
  const answered = await (call.tools === undefined ? host.answer(call) : host.deniedTools(call, call.tools));
  reply(
    answered.problem instanceof StaleConfig
      ? { id, stale: true }
      : { id, answer: answered.answer, ms: performance.now() - start },
  );
  // Those who asked meanwhile come first.
  setImmediate(() => void host.finish(call.agent, answered));
}

/** An exit, because the sender of a signal is unknown. */
function endByExit(): void {
  const { kill } = process;
  process.kill = (pid, signal) =>
    pid === process.pid && signal !== 0 ? process.exit(1) : kill.call(process, pid, signal);
}
