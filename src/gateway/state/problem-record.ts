import { messageOf } from '../../engine/values/text.ts';
import { plainReason } from '../answer/answer-text.ts';
import { keptText } from './kept-text.ts';
import { appendStateLog } from './state-log.ts';

const maxText = 4000;

/**
 * Records that a call could not be judged: agents show little of what their hooks say on stderr. Where it cannot be recorded,
 * stderr still says it.
 */
export function recordProblem(agent: string, event: string | null, problem: unknown): void {
  const error = keptText(plainReason(messageOf(problem)), maxText);
  try {
    appendStateLog('problems', `${agent}.jsonl`, { at: new Date().toISOString(), agent, event, error });
  } catch {
    // A judgement does not depend on it.
  }
}

/** Keeps that something of the record is lost. An agent would take it for an answer if it were said. */
export function keepRecordProblem(agent: string): (entry: { readonly message: string }) => void {
  return ({ message }) => recordProblem(agent, null, message);
}
