import { HooklineError } from '../../engine/values/errors.ts';
import type { TraceFile } from './find-traces.ts';
import { NoMatch } from './no-match.ts';
import { gatherFirings, type RecordedFiring } from './read-firings.ts';
import { readTrace } from './read-lines.ts';
import { RecordGaps } from './record-gaps.ts';
import { selects, type TraceFilter } from './select.ts';

export interface FoundFiring extends RecordedFiring {
  readonly file: string;
}

export async function* firingsOf(
  files: readonly Pick<TraceFile, 'path'>[],
  filter: TraceFilter,
  signal: AbortSignal,
  gaps: RecordGaps = new RecordGaps(),
): AsyncGenerator<FoundFiring> {
  const noMatch = new NoMatch(filter);
  let isFound = false;
  for (const { path } of files) {
    const lines = readTrace(path, (line) => {
      noMatch.passOver();
      gaps.passOver(line);
    });
    for await (const found of gatherFirings(lines, (lost) => gaps.lose(lost))) {
      signal.throwIfAborted();
      if (selects(filter, found)) {
        isFound = true;
        yield { ...found, file: path };
      } else if (!isFound) noMatch.add(found);
    }
  }
  if (!isFound) throw new HooklineError('trace-missing', noMatch.message());
}
