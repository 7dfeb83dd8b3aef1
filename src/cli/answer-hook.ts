import { writeSync } from 'node:fs';
import { programModule } from '../gateway/daemon/daemon-address.ts';
import { askForAnswer, usesDaemon } from '../gateway/daemon/daemon-client.ts';
import { exitCodeOffset } from '../gateway/daemon/wire.ts';
import { keepPayload, readPayloadAtOnce } from './input/read-payload.ts';

const installedOptions: ReadonlySet<string> = new Set(['--required', '--launched', '--asked']);

/** Loads only the daemon's client; without a daemon, answers here and starts one for the next call. */
export async function answerHook(words: readonly string[]): Promise<number> {
  const [, agent = '', ...options] = words;
  const isPlain = !agent.startsWith('-') && options.every((option) => installedOptions.has(option));
  if (!isPlain || !usesDaemon()) return inProcess(words);
  let payload: string;
  try {
    payload = await readPayloadAtOnce();
  } catch (problem) {
    keepPayload(Promise.reject(problem));
    return inProcess(words);
  }
  const answer = options.includes('--asked')
    ? null
    : await askForAnswer({
        agent,
        payload,
        required: options.includes('--required'),
        cwd: process.cwd(),
        environment: process.env,
      }).catch(() => null);
  if (answer === null) {
    keepPayload(Promise.resolve(payload));
    const exitCode = await inProcess(words);
    const { startDaemon } = await import('../gateway/daemon/start-daemon.ts');
    await startDaemon(programModule()).catch(() => undefined);
    return exitCode;
  }
  await written(1, answer.stdout);
  await written(2, answer.stderr);
  return options.includes('--launched') ? exitCodeOffset + answer.exitCode : answer.exitCode;
}

async function inProcess(words: readonly string[]): Promise<number> {
  const { useCompileCache } = await import('./compile-cache.ts');
  useCompileCache();
  const { runProgram } = await import('./program.ts');
  return runProgram(words);
}

/** Without a stream, which takes longer to load than to write. */
function written(descriptor: 1 | 2, text: string): Promise<void> {
  if (text === '') return Promise.resolve();
  let rest = Buffer.from(`${text}\n`);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
    return Promise.resolve();
  } catch {
    // The reader is slow or gone: the stream can wait.
    const stream = descriptor === 1 ? process.stdout : process.stderr;
    return new Promise((resolve) => stream.write(rest, () => resolve()));
  }
}
