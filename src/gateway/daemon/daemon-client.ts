import type { AgentAnswer } from '../answer/answer.ts';
import { readAnswerMessage } from './answer-message.ts';
import { askDaemon } from './ask-daemon.ts';

/** Whether calls go to the daemon at all. */
export function usesDaemon(): boolean {
  return process.env['HOOKLINE_DAEMON'] !== 'off';
}

/** Asks the daemon to answer a call. Null where it cannot: then this process must. */
export async function askToAnswer(
  agent: string,
  required: boolean,
  payload: string,
): Promise<AgentAnswer | null> {
  const body = JSON.stringify({ payload, cwd: process.cwd(), environment: process.env });
  const text = await askDaemon(
    'POST',
    `hook/${encodeURIComponent(agent)}${required ? '?required' : ''}`,
    body,
  );
  return text === null ? null : readAnswerMessage(text);
}
