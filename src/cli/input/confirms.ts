import { createInterface } from 'node:readline/promises';

export async function confirms(
  question: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
