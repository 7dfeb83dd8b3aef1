import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOfNumber } from '../decision-code.ts';
import type { RunLine, TraceLine } from '../format/lines.ts';
import type { FoundFiring } from '../read/find-firings.ts';
import type { TraceFile } from '../read/find-traces.ts';
import { NoMatch } from '../read/no-match.ts';
import { gatherFirings } from '../read/read-firings.ts';
import { parseLine, rawLines } from '../read/read-lines.ts';
import { RecordGaps } from '../read/record-gaps.ts';
import { type NameFilter, nameFilters, type TraceFilter } from '../read/select.ts';
import { type StatsKey, TraceStats } from '../read/stats.ts';
import { isTraceFile } from '../write/session-files.ts';
import type { ColumnRow } from './columns.ts';
import { FileIndex, hashOf } from './file-index.ts';

export interface IndexedEvent {
  readonly index: FileIndex;
  readonly row: number;
  readonly at: number;
}

interface Wanted {
  readonly code?: number | null;
  readonly last?: number;
}

const columnOf = {
  session: 'session',
  agent: 'who',
  point: 'point',
  tool: 'tool',
  hook: 'hooks',
  decision: 'decision',
} as const satisfies Record<NameFilter, string>;

export class IndexedTraces {
  readonly gaps = new RecordGaps();
  readonly #indexes: readonly FileIndex[];

  private constructor(indexes: readonly FileIndex[]) {
    this.#indexes = indexes;
    for (const index of indexes) this.gaps.addIndex(index.unreadable, index.lost);
  }

  static async open(
    files: readonly Pick<TraceFile, 'path'>[],
    folder: string,
    signal: AbortSignal,
  ): Promise<IndexedTraces> {
    const indexes: FileIndex[] = [];
    for (const { path } of files) {
      signal.throwIfAborted();
      const isStored =
        dirname(resolve(path)) === resolve(folder) && isTraceFile(path.split('/').at(-1) ?? '');
      if ((await stat(path).catch(() => null)) !== null) indexes.push(await FileIndex.of(path, isStored));
    }
    return new IndexedTraces(indexes);
  }

  *matching(filter: TraceFilter, code: number | null = null): Generator<IndexedEvent> {
    if (code !== null && code < 0) return;
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = filter;
    for (const index of this.#indexes) {
      const checks = checksOf(index, filter);
      if (checks === null) continue;
      const { columns } = index;
      const [times, codes] = [columns.column('at'), columns.column('code')];
      for (let row = 0; row < columns.count; row += 1) {
        const at = times[row] ?? 0;
        if (at < since || at > until || (code !== null && codes[row] !== code)) continue;
        if (checks.every(({ column, ids }) => ids.has(column[row] ?? 0))) yield { index, row, at };
      }
    }
  }

  events(filter: TraceFilter, { code = null, last = Number.POSITIVE_INFINITY }: Wanted = {}): IndexedEvent[] {
    const byTime = (left: IndexedEvent, right: IndexedEvent): number => left.at - right.at;
    let found: IndexedEvent[] = [];
    for (const event of this.matching(filter, code)) {
      found.push(event);
      if (found.length > 2 * last + 1000) found = found.sort(byTime).slice(-last);
    }
    return found.sort(byTime).slice(last === 0 ? found.length : -last);
  }

  noMatch(filter: TraceFilter): NoMatch {
    const noMatch = new NoMatch(filter);
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = filter;
    for (const { columns, texts, unreadable } of this.#indexes) {
      noMatch.passOver(unreadable);
      if (columns.count === 0) continue;
      const used = (name: NameFilter): readonly string[] =>
        [...new Set(columns.column(columnOf[name]))].flatMap((id) => texts[id]?.split('\n') ?? []);
      noMatch.addNames(
        Object.fromEntries(nameFilters.map((name) => [name, used(name)])) as Record<NameFilter, string[]>,
      );
      const times = columns.column('at');
      let [first, last, isInTime] = [Number.POSITIVE_INFINITY, 0, false];
      for (const at of times) {
        first = Math.min(first, at);
        last = Math.max(last, at);
        isInTime ||= at >= since && at <= until;
      }
      noMatch.addTimes(new Date(first).toISOString(), new Date(last).toISOString(), isInTime);
    }
    if (this.matching({ ...filter }).next().done === true) noMatch.meetText();
    return noMatch;
  }

  withId(id: string): IndexedEvent[] {
    const hash = hashOf(id);
    return this.#indexes.flatMap((index) => {
      const row = index.columns.column('id').indexOf(hash);
      return row < 0 ? [] : [{ index, row, at: index.columns.column('at')[row] ?? 0 }];
    });
  }

  async firing({ index, row }: IndexedEvent): Promise<FoundFiring | null> {
    const [start = 0, end = 0] = [index.columns.column('start')[row], index.columns.column('end')[row]];
    for await (const found of gatherFirings(linesBetween(index.path, start, end))) {
      const { firing } = found;
      const late = await lateRuns(index, firing.id);
      return { firing, runs: [...found.runs, ...late], file: index.path };
    }
    return null;
  }

  stats(by: StatsKey): TraceStats {
    const stats = new TraceStats(by);
    for (const index of this.#indexes) stats.merge(index.stats[by].stored());
    return stats;
  }
}

export function textOfEvent(
  event: IndexedEvent | undefined,
  column: Exclude<keyof ColumnRow, 'at' | 'start' | 'end' | 'code' | 'id'>,
): string {
  if (event === undefined) return '';
  const { index, row } = event;
  return index.texts[index.columns.column(column)[row] ?? 0] ?? '';
}

export function codeOf({ index, row }: IndexedEvent): string {
  return codeOfNumber(index.columns.column('code')[row] ?? -1);
}

interface Check {
  readonly column: Float64Array | Uint32Array;
  readonly ids: ReadonlySet<number>;
}

function checksOf(index: FileIndex, filter: TraceFilter): readonly Check[] | null {
  const checks: Check[] = [];
  for (const [name, column] of Object.entries(columnOf) as [NameFilter, (typeof columnOf)[NameFilter]][]) {
    const asked = filter[name];
    if (asked === undefined) continue;
    const ids = new Set([...index.texts.keys()].filter((id) => index.texts[id]?.split('\n').includes(asked)));
    if (ids.size === 0) return null;
    checks.push({ column: index.columns.column(column), ids });
  }
  return checks;
}

async function* linesBetween(path: string, start: number, end: number): AsyncGenerator<TraceLine> {
  for await (const { text } of rawLines(path, start, end)) {
    const line = parseLine(text);
    if (line !== null) yield line;
  }
}

async function lateRuns(index: FileIndex, firing: string): Promise<readonly RunLine[]> {
  const runs: RunLine[] = [];
  const id = hashOf(firing);
  for (const [of, start, end] of index.late) {
    if (of !== id) continue;
    for await (const line of linesBetween(index.path, start, end))
      if (line.type === 'run' && line.firing === firing) runs.push(line);
  }
  return runs;
}
