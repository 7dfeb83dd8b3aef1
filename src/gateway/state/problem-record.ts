import { appendFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../engine/values/text.ts';
import { plainReason } from '../answer/answer-text.ts';
import { keptText } from './kept-text.ts';
import { stateFolder, stateSize } from './state-folder.ts';

/** Then a new file is begun, and the one before is kept. */
const maxBytes = 256 * 1024;
const maxText = 4000;

/** Keeps that a call could not be judged: agents show little of what their hooks say on stderr. */
export async function recordProblem(agent: string, event: string | null, problem: unknown): Promise<void> {
  const file = join(await stateFolder('problems'), `${agent}.jsonl`);
  if ((await stateSize(file)) > maxBytes) await rename(file, `${file}.1`);
  const line = {
    at: new Date().toISOString(),
    agent,
    event,
    error: keptText(plainReason(messageOf(problem)), maxText),
  };
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** Keeps that something of the record is lost. An agent would take it for an answer if it were said. */
export function keepRecordProblem(agent: string): (entry: { readonly message: string }) => void {
  return ({ message }) => void recordProblem(agent, null, message).catch(() => undefined);
}
