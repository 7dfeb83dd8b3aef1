import { HooklineError } from '../../engine/values/errors.ts';
import { findTraces } from '../../trace/read/find-traces.ts';
import { gatherFirings, type RecordedFiring } from '../../trace/read/read-firings.ts';
import { readTrace } from '../../trace/read/read-lines.ts';

/** The trace files that are meant. Throws where there is none. */
export async function recordedFiles(named: readonly string[]): Promise<readonly string[]> {
  const files = await findTraces(named);
  if (files.length > 0) return files;
  throw new HooklineError(
    'trace-missing',
    'nothing is recorded yet; "trace: true" in hookline.yaml turns the record on',
  );
}

/** The recorded events of files, one file after the other. */
export async function* eventsOf(files: readonly string[]): AsyncGenerator<RecordedFiring> {
  for (const file of files) yield* gatherFirings(readTrace(file));
}
