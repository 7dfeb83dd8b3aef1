import type { FiringLine, LostLine, RunLine, TraceLine } from '../format/lines.ts';

export interface RecordedFiring {
  readonly firing: FiringLine;
  readonly runs: readonly RunLine[];
}

/**
 * Yields a firing once all its runs are read, or its writer goes on without them. Runs that ended after the decision
 * come later and aren't included.
 */
export async function* gatherFirings(
  lines: AsyncIterable<TraceLine>,
  onLost: (line: LostLine) => void = () => undefined,
): AsyncGenerator<RecordedFiring> {
  const open = new Map<string, { readonly firing: FiringLine; readonly runs: RunLine[] }>();
  for await (const line of lines) {
    const current = open.get(line.writer);
    if (line.type === 'run') {
      if (current?.firing.id !== line.firing || line.late) continue;
      current.runs.push(line);
      if (current.runs.length < current.firing.runCount) continue;
    }
    if (current !== undefined) {
      open.delete(line.writer);
      yield current;
    }
    if (line.type === 'lost') onLost(line);
    if (line.type !== 'firing') continue;
    const gathering = { firing: line, runs: [] };
    if (line.runCount === 0) yield gathering;
    else open.set(line.writer, gathering);
  }
  yield* open.values();
}
