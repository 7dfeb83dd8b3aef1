import type { RowBatch, WaitingCall, WireProblem } from '../wire.ts';
import { addRows } from './state/rows.ts';
import { connection, waiting } from './state/view.ts';

/** Listens for events: those of the record first, then each as it happens. */
export function connect(): void {
  const source = new EventSource('events');
  source.addEventListener('open', () => {
    connection.value = 'live';
  });
  source.addEventListener('rows', ({ data }: MessageEvent<string>) => addRows(JSON.parse(data) as RowBatch));
  source.addEventListener('waiting', ({ data }: MessageEvent<string>) => {
    waiting.value = JSON.parse(data) as readonly WaitingCall[];
  });
  source.addEventListener('error', () => {
    connection.value = source.readyState === EventSource.CLOSED ? 'ended' : 'lost';
  });
}

/** Asks the server. Rejects with its words when it cannot answer. */
export async function askServer<Answer>(
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return answerOf<Answer>(await fetch(`${path}?${new URLSearchParams(query)}`));
}

/** Tells the server. Rejects with its words when it cannot do it. */
export async function tellServer<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return answerOf<Answer>(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const answer = (await response.json()) as Answer | WireProblem;
  if (response.ok) return answer as Answer;
  throw new Error((answer as WireProblem).problem);
}
