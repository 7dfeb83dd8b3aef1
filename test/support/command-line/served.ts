import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type CallOptions, type Ended, main } from './cli.ts';

const program = fileURLToPath(new URL('../../fixtures/cli/serve.mjs', import.meta.url));

let server: Promise<ChildProcess> | null = null;
let last: Promise<unknown> = Promise.resolve();

/**
 * Calls the built command in a process that serves all calls of this worker, one after the other: most calls take less time
 * than a process takes to start. What is about the process (signals, terminals, pipes, exits) calls that of `cli.ts`.
 */
export function hookline(words: readonly string[], options: CallOptions = {}): Promise<Ended> {
  let isOver = false;
  const ended = serve(words, options).finally(() => {
    isOver = true;
  });
  // A call that its test gave up must not keep those of the next.
  onTestFinished(async () => void (!isOver && (await server)?.kill('SIGKILL')));
  return ended;
}

/** The same where no test is running. */
export function serve(words: readonly string[], options: CallOptions = {}): Promise<Ended> {
  const ended = last.then(() => call(words, options));
  last = ended.catch(() => undefined);
  return ended;
}

async function call(
  words: readonly string[],
  { cwd = process.cwd(), input = '', env }: CallOptions,
): Promise<Ended> {
  const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env;
  server ??= startServer();
  const child = await server;
  child.send({ words, cwd, input, env: { ...inherited, ...env } });
  const { isLast, ...ended } = await answerOf<Ended & { readonly isLast: boolean }>(child);
  if (isLast) {
    server = null;
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
  }
  return ended;
}

async function startServer(): Promise<ChildProcess> {
  const child = fork(program, [main], {
    execArgv: [],
    serialization: 'advanced',
    // The command looks whether something is piped in.
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  await answerOf(child);
  return child;
}

/** Keeps this worker alive only while it is waited for. */
function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  child.ref();
  child.channel?.ref();
  return new Promise((resolve, reject) => {
    const settle = (work: () => void): void => {
      child.off('message', answered).off('exit', gone);
      child.unref();
      child.channel?.unref();
      work();
    };
    const answered = (answer: unknown): void => settle(() => resolve(answer as Answer));
    const gone = (code: number | null): void => {
      server = null;
      settle(() => reject(new Error(`the process that serves the command ended with ${code}`)));
    };
    child.on('message', answered).on('exit', gone);
  });
}
