import { writeFile } from 'node:fs/promises';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { firingsOf } from '../../trace/read/find-firings.ts';
import { recordedTraces } from '../../trace/read/find-traces.ts';
import type { CommandCall } from '../command.ts';
import { counted } from '../show/show-problem.ts';
import { testsFromEvents } from './event-test.ts';

/** Writes what happened in a session as policy tests, to the file that is named or to stdout. */
export async function writeTests(
  session: string,
  { arguments: [file], terminal, signal }: CommandCall,
): Promise<number> {
  const { text, count, leftOut } = await testsFromEvents(
    firingsOf(await recordedTraces([session]), {}, signal),
  );
  for (const [why, events] of leftOut) terminal.tell(`${counted(events, 'event')} left out: ${why}`);
  if (count === 0) {
    throw new HooklineError('trace-missing', `no test can be made of ${session}`);
  }
  if (file === undefined) {
    terminal.print(text.trimEnd());
    return 0;
  }
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (problem) {
    throw new HooklineError('file-unwritable', `${file} cannot be written: ${messageOf(problem)}`);
  }
  terminal.print(`${file}  ${counted(count, 'test')}; try: hookline test ${file}`);
  return 0;
}
