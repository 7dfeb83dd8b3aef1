import { stat } from 'node:fs/promises';
import type { TraceLine } from '../../trace/format/lines.ts';
import { gatherFirings, type RecordedFiring } from '../../trace/read/read-firings.ts';
import { parseLine, rawLines } from '../../trace/read/read-lines.ts';
import { eventRow } from './event-row.ts';
import { RowTable } from './row-table.ts';

/** The page is for looking; more than these are for `hookline trace`. */
const maxRows = 250_000;

interface FollowedFile {
  readonly path: string;
  /** Everything before it is in the table. */
  position: number;
  /** Its size when it was read last. */
  size: number;
}

interface KnownEvent {
  readonly path: string;
  readonly start: number;
  readonly id: string;
}

/** The events of trace files: rows for the list, and where the whole of each stands. */
export class TraceIndex {
  readonly rows = new RowTable();
  readonly #files = new Map<string, FollowedFile>();
  readonly #events: KnownEvent[] = [];
  readonly #numbers = new Map<string, number>();
  /** Whether there are more events than the page takes. */
  isFull = false;

  /** Reads what is new in these files. Gives way after each batch, so that others are served meanwhile. */
  async update(paths: readonly string[], onRows: () => void): Promise<void> {
    for (const path of paths) {
      if (this.isFull) return;
      const file = this.#files.get(path) ?? { path, position: 0, size: -1 };
      this.#files.set(path, file);
      const size = await stat(path).then(
        (facts) => facts.size,
        () => null,
      );
      // A file that was taken away keeps its rows, and says so when one of them is opened.
      if (size === null || (size === file.size && file.position >= size)) continue;
      await this.#read(file, size, onRows);
    }
  }

  /** The whole of an event; null when its file is gone or has been cut. */
  async event(row: number): Promise<RecordedFiring | null> {
    const known = this.#events[row];
    if (known === undefined) return null;
    try {
      for await (const recorded of gatherFirings(linesFrom(known.path, known.start))) {
        if (recorded.firing.id === known.id) return recorded;
      }
    } catch {
      return null;
    }
    return null;
  }

  /** The whole of many events, each file read once. */
  async *events(rows: readonly number[]): AsyncGenerator<RecordedFiring> {
    const wanted = rows.flatMap((row) => this.#events[row] ?? []);
    const ids = new Set(wanted.map(({ id }) => id));
    for (const path of new Set(wanted.map((event) => event.path))) {
      for await (const recorded of gatherFirings(linesFrom(path, 0))) {
        if (ids.has(recorded.firing.id)) yield recorded;
      }
    }
  }

  rowOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  async #read(file: FollowedFile, size: number, onRows: () => void): Promise<void> {
    const starts = new Map<string, number>();
    let end = file.position;
    const isQuiet = size === file.size;
    const lines = linesFrom(file.path, file.position, (line, start, next) => {
      if (line?.type === 'firing') starts.set(line.id, start);
      end = next;
    });
    let unfinished = Number.POSITIVE_INFINITY;
    for await (const recorded of gatherFirings(lines)) {
      const { id, runCount } = recorded.firing;
      const start = starts.get(id) ?? file.position;
      starts.delete(id);
      // Its runs may still be on their way. A file that rests has all that it will ever have.
      if (recorded.runs.length < runCount && !isQuiet) unfinished = Math.min(unfinished, start);
      else this.#add({ path: file.path, start, id }, recorded);
      if (this.isFull) break;
      if (this.rows.length % 2000 === 0) onRows();
    }
    file.position = Math.min(end, unfinished);
    file.size = size;
    onRows();
  }

  #add(event: KnownEvent, recorded: RecordedFiring): void {
    if (this.#numbers.has(event.id)) return;
    const row = eventRow(recorded);
    this.#numbers.set(event.id, this.#events.push(event) - 1);
    this.rows.add(row);
    this.isFull = this.#events.length >= maxRows;
  }
}

type OnLine = (line: TraceLine | null, start: number, next: number) => void;

async function* linesFrom(
  path: string,
  from: number,
  onLine: OnLine = () => undefined,
): AsyncGenerator<TraceLine> {
  for await (const { text, start, end, isTorn } of rawLines(path, from)) {
    if (isTorn) return;
    const line = parseLine(text);
    onLine(line, start, end);
    if (line !== null) yield line;
  }
}
