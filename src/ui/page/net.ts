import { messageOf } from '../../engine/values/text.ts';
import type { PageState, RowBatch, TestsAnswer, TestsQuestion, WireProblem } from '../wire.ts';
import { addRows } from './state/rows.ts';
import { connection, state } from './state/view.ts';

export function connect(): void {
  const source = new EventSource('events');
  source.addEventListener('open', () => {
    connection.value = 'live';
  });
  source.addEventListener('rows', ({ data }: MessageEvent<string>) => addRows(JSON.parse(data) as RowBatch));
  source.addEventListener('state', ({ data }: MessageEvent<string>) => {
    state.value = JSON.parse(data) as PageState;
  });
  source.addEventListener('error', () => {
    connection.value = source.readyState === EventSource.CLOSED ? 'ended' : 'lost';
  });
}

export async function askServer<Answer>(
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return answerOf<Answer>(await fetch(`${path}?${new URLSearchParams(query)}`));
}

export async function tellServer<Answer>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return answerOf<Answer>(
    await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null }),
  );
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const answer = (await response.json()) as Answer | WireProblem;
  if (response.ok) return answer as Answer;
  throw new Error((answer as WireProblem).problem);
}

/** Writes events as policy tests into a file for the person. Resolves to what is wrong; empty where nothing is. */
export async function saveTests(question: TestsQuestion): Promise<string> {
  try {
    const { text, count, leftOut } = await tellServer<TestsAnswer>('tests', question);
    if (count === 0)
      return `no test can be made of this: ${leftOut.map(([why]) => why).join(', ') || 'no hook judged it'}`;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
    link.download = 'from-trace.test.yaml';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    return '';
  } catch (error) {
    return messageOf(error);
  }
}
