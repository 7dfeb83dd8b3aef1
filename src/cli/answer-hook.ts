import { askToAnswer, usesDaemon } from '../gateway/daemon/daemon-client.ts';
import { answeredCode } from '../gateway/install/answered-code.ts';
import { keepPayload, type ReadPayload } from './input/kept-payload.ts';
import { readPayload } from './input/read-payload.ts';

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
    payload = await readPayload();
  } catch (problem) {
    return inProcess(words, { problem });
  }
  const answer = options.includes('--asked')
    ? null
    : await askToAnswer(agent, options.includes('--required'), payload).catch(() => null);
  if (answer === null) {
    const exitCode = await inProcess(words, { payload });
    await import('../gateway/daemon/start-daemon.ts')
      .then(async ({ startDaemon }) => {
        const { programModule } = await import('../gateway/daemon/program-module.ts');
        await startDaemon(programModule());
      })
      // The answer is given. The next call tries again.
      .catch(() => undefined);
    return exitCode;
  }
  await written(process.stdout, answer.stdout);
  await written(process.stderr, answer.stderr);
  return options.includes('--launched') ? answeredCode + answer.exitCode : answer.exitCode;
}

async function inProcess(words: readonly string[], read?: ReadPayload): Promise<number> {
  if (read !== undefined) keepPayload(read);
  const { runProgram } = await import('./program.ts');
  return runProgram(words);
}

function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => (text === '' ? resolve() : stream.write(`${text}\n`, () => resolve())));
}
