import { endWorkers } from '../../handlers/workers/end-workers.ts';
import { agentNamed } from '../agents/agent-table.ts';
import { type AnsweredCall, answerPayload } from '../answer-call.ts';
import { judgeCall } from '../judge-call.ts';
import { recordUnjudged } from '../record-unjudged.ts';
import { AfterAnswer } from '../state/after-answer.ts';
import { GuardNotes } from '../state/guards/guard-notes.ts';
import { JudgedCalls } from '../state/judged-calls.ts';
import { keepRecordProblem, recordProblem } from '../state/problem-record.ts';
import { keepPythonApart } from '../state/python-cache.ts';
import type { CallMessage } from './call-message.ts';
import { StaleConfig, WarmConfigs } from './warm-configs.ts';
import { pulse, type WarmReply } from './warm-process.ts';

type Question = Pick<CallMessage, 'agent' | 'payload' | 'required'> & {
  readonly id: number;
  /** How the hooks of this call have ended another process; null for a call that they are to judge. */
  readonly ended: string | null;
};

/** How long hooks may take to end when the daemon is gone. */
const graceMs = 2000;

/** How long what guards did may wait to be noted. What waits is lost when the process is killed. */
const noteMs = 200;

/** Answers calls until the daemon is gone or has no more of them. Its hooks may do what they want to this process. */
export async function answerCalls(): Promise<void> {
  keepPythonApart();
  const answers = new WarmAnswers();
  takeQuestions((question) => void answers.give(question));
  endByExit();
  process.send?.(pulse);
  await new Promise<void>((resolve) => process.once('disconnect', resolve));
  // Nobody is left who could be answered. What hooks leave behind ends with this process.
  await answers.close();
}

/** Calls that come together begin one after the other: each is answered before the next begins, unless a hook makes it wait. */
function takeQuestions(begin: (question: Question) => void): void {
  const waiting: Question[] = [];
  const beginNext = (): void => {
    const question = waiting.shift();
    if (question === undefined) return;
    if (waiting.length > 0) setImmediate(beginNext);
    begin(question);
  };
  process.on('message', (question: Question | typeof pulse) => {
    if (question === pulse) process.send?.(pulse);
    else if (waiting.push(question) === 1) setImmediate(beginNext);
  });
}

class WarmAnswers {
  readonly #configs = new WarmConfigs();
  readonly #notes = new GuardNotes(noteMs);
  readonly #calls = new JudgedCalls();

  async give(question: Question): Promise<void> {
    const { id, agent } = question;
    const start = performance.now();
    const afterAnswer = new AfterAnswer(this.#notes, this.#calls);
    const { answer, problem, call } = await this.#answer(question, afterAnswer);
    const isStale = problem instanceof StaleConfig;
    if (problem !== null && !isStale) recordProblem(agent, call?.eventName ?? null, problem);
    const reply: WarmReply = isStale ? { id, stale: true } : { id, answer, ms: performance.now() - start };
    if (process.connected) process.send?.(reply);
    // Those who asked meanwhile come first.
    setImmediate(() => afterAnswer.run());
    if (problem !== null && call !== null && !isStale)
      await recordUnjudged(call, problem, keepRecordProblem('daemon')).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#notes.write();
    const grace = new Promise((resolve) => setTimeout(resolve, graceMs));
    await Promise.race([this.#configs.close().then(endWorkers), grace]);
  }

  #answer({ agent, payload, required, ended }: Question, afterAnswer: AfterAnswer): Promise<AnsweredCall> {
    return answerPayload(agentNamed(agent), payload, (announced) =>
      ended !== null
        ? Promise.reject(new Error(ended))
        : judgeCall(announced, {
            required,
            afterAnswer,
            trust: (chosen, folder) => this.#configs.trust(chosen, folder),
            use: (chosen, fire) => this.#configs.use(chosen, fire),
          }),
    );
  }
}

/** A hook that kills this process ends it by an exit: of a signal, nobody knows who sent it. */
function endByExit(): void {
  const { kill } = process;
  process.kill = (pid, signal) =>
    pid === process.pid && signal !== 0 ? process.exit(1) : kill.call(process, pid, signal);
}
