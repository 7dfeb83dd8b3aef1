import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { unwritable } from '../../files/unwritable.ts';
import { recordedTraces } from '../../trace/read/find-traces.ts';
import type { CommandCall } from '../command.ts';
import { toldFirings } from '../commands/trace/source.ts';
import { counted } from '../show/show-problem.ts';
import { testsFromEvents } from './event-test.ts';

/** Writes what happened in a session as policy tests, to the file that is named or to stdout. */
export async function writeTests(session: string, call: CommandCall): Promise<number> {
  const {
    arguments: [file],
    terminal,
  } = call;
  const { text, count, leftOut } = await testsFromEvents(
    toldFirings(call, await recordedTraces([session]), {}),
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
    throw unwritableTests(problem, file);
  }
  terminal.print(`${file}  ${counted(count, 'test')}; try: hookline test ${file}`);
  return 0;
}

function unwritableTests(problem: unknown, file: string): HooklineError {
  if (existsSync(file))
    return new HooklineError(
      'file-unwritable',
      `${file} is there already, and is not overwritten; name another file, or delete it first`,
    );
  if (!existsSync(dirname(file)))
    return new HooklineError(
      'file-unwritable',
      `${file} cannot be written: there is no folder ${dirname(file)}`,
    );
  return unwritable(problem, file);
}
