import { programModule } from '../gateway/daemon/daemon-address.ts';
import { startDaemon } from '../gateway/daemon/start-daemon.ts';
import { keepPayload, type ReadPayload } from './input/kept-payload.ts';
import { runProgram } from './program.ts';

export function answerInside(words: readonly string[], read: ReadPayload | null): Promise<number> {
  if (read !== null) keepPayload(read);
  return runProgram(words);
}

export function startNext(): Promise<void> {
  return startDaemon(programModule()).catch(() => undefined);
}
