import { writeSync } from 'node:fs';
import { askToAnswer, usesDaemon } from '../gateway/daemon/daemon-client.ts';
import { exitCodeOffset } from '../gateway/install/exit-code-offset.ts';
import type { ReadPayload } from './input/kept-payload.ts';
import { readPayloadAtOnce } from './input/read-payload.ts';

/** The options of installed lines. With others, a person asks. */
const installedOptions: ReadonlySet<string> = new Set(['--required', '--launched', '--asked']);

/**
 * Answers a call of an agent's hook: by the daemon where there is one, which is all that is loaded then; else by this process,
 * which starts one for the next call.
 */
export async function answerHook(words: readonly string[]): Promise<number> {
  const [, agent = '', ...options] = words;
  const isPlain = !agent.startsWith('-') && options.every((option) => installedOptions.has(option));
  if (!isPlain || !usesDaemon()) return inProcess(words);
  let payload: string;
  try {
    payload = await readPayloadAtOnce();
  } catch (problem) {
    return inProcess(words, { problem });
  }
  const answer = options.includes('--asked')
    ? null
    : await askToAnswer(agent, options.includes('--required'), payload).catch(() => null);
  if (answer === null) {
    const exitCode = await inProcess(words, { payload });
    const { startNext } = await import('./answer-inside.ts');
    await startNext();
    return exitCode;
  }
  await written(1, answer.stdout);
  await written(2, answer.stderr);
  return options.includes('--launched') ? exitCodeOffset + answer.exitCode : answer.exitCode;
}

async function inProcess(words: readonly string[], read: ReadPayload | null = null): Promise<number> {
  const { useKeptCode } = await import('./kept-code.ts');
  const kept = useKeptCode('hook');
  const { answerInside } = await import('./answer-inside.ts');
  const exitCode = await answerInside(words, read);
  kept.write();
  return exitCode;
}

/** Writes a line to stdout or stderr. Without a stream where it can be: those take longer to load than to write. */
function written(descriptor: 1 | 2, text: string): Promise<void> {
  if (text === '') return Promise.resolve();
  let rest = Buffer.from(`${text}\n`);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
    return Promise.resolve();
  } catch {
    // Whoever reads is slow, or gone: the stream knows what to do.
    const stream = descriptor === 1 ? process.stdout : process.stderr;
    return new Promise((resolve) => stream.write(rest, () => resolve()));
  }
}
