import { redactText } from '../../builtin/audit-log/redaction.ts';
import { createScan } from '../../builtin/secrets/scan.ts';
import { redact } from '../../builtin/secrets/texts.ts';
import { messageOf } from '../../engine/values/text.ts';
import { StateLog } from '../../files/state/state-log.ts';
import { plainReason } from '../answer/answer-text.ts';

const maxText = 4000;

/** Agents show little of a hook's stderr. */
export function recordProblem(agent: string, event: string | null, problem: unknown): void {
  const error = keptText(plainReason(messageOf(problem)), maxText);
  try {
    new StateLog('problems', agent).append({ at: new Date().toISOString(), agent, event, error });
  } catch {
    // A judgement does not depend on it.
  }
}

/** On stdout, an agent would read this as an answer. */
export function keepRecordProblem(agent: string): (entry: { readonly message: string }) => void {
  return ({ message }) => recordProblem(agent, null, message);
}

const scan = createScan({ preset: () => [], allow: [], ignore: [], values: [] });

export function keptText(text: string, maxLength: number): string {
  // What is redacted must be whole, and a text of any length must not take long.
  const beginning = text.slice(0, 2 * maxLength);
  const found = scan(beginning);
  if (found === null) return '[redacted]';
  return redactText(redact(beginning, found), { names: null, texts: [] }).slice(0, maxLength);
}
