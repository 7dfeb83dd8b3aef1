import { programModule } from '../gateway/daemon/program-module.ts';
import { startDaemon } from '../gateway/daemon/start-daemon.ts';
import { keepPayload, type ReadPayload } from './input/kept-payload.ts';
import { runProgram } from './program.ts';

/** Answers a call of an agent's hook in this process. What was read from stdin already counts. */
export function answerInside(words: readonly string[], read: ReadPayload | null): Promise<number> {
  if (read !== null) keepPayload(read);
  return runProgram(words);
}

/** Starts a daemon for the next call. That one tries again where it cannot be. */
export function startNext(): Promise<void> {
  return startDaemon(programModule()).catch(() => undefined);
}
