import { stat } from 'node:fs/promises';
import type { TraceLine } from '../../trace/format/lines.ts';
import { gatherFirings, type RecordedFiring } from '../../trace/read/read-firings.ts';
import { parseLine, rawLines } from '../../trace/read/read-lines.ts';
import { RecordGaps } from '../../trace/read/record-gaps.ts';
import {
  emptyColumns,
  namedColumns,
  plainColumns,
  type RowBatch,
  type RowColumns,
  textColumns,
} from '../wire.ts';
import { type EventRow, eventRow } from './event-row.ts';

const maxRows = 1_000_000;

interface FollowedFile {
  readonly path: string;
  /** Everything before it is in the table. */
  position: number;
  size: number;
  inode: number;
  events: number;
}

interface KnownEvent {
  readonly id: string;
  path: string;
  start: number;
}

export class TraceIndex {
  readonly rows = new RowTable();
  readonly #gaps = new RecordGaps();
  readonly #maxRows: number;
  readonly #files = new Map<string, FollowedFile>();
  #there: Set<string> = new Set();
  readonly #events: KnownEvent[] = [];
  readonly #numbers = new Map<string, number>();
  /** The tool calls without a result, by session and call. */
  readonly #calls = new Map<string, number>();

  constructor(limit = maxRows) {
    this.#maxRows = limit;
  }

  /** Reads what is new in these files. Gives way after each batch, so other work goes on. */
  async update(paths: readonly string[], onRows: () => void): Promise<void> {
    this.#there = new Set(paths);
    for (const path of paths) {
      if (this.#isFull) return;
      const file = this.#files.get(path) ?? { path, position: 0, size: -1, inode: 0, events: 0 };
      this.#files.set(path, file);
      const { size, ino: inode } = await stat(path).catch(() => ({ size: null, ino: 0 }));
      if (size === null) {
        this.#there.delete(path);
        continue;
      }
      // Another file of this name, or a shorter one: its events may be elsewhere now.
      if (size < file.position || (file.size >= 0 && inode !== file.inode)) file.position = 0;
      else if (size === file.size && file.position >= size) continue;
      file.inode = inode;
      await this.#read(file, size, onRows);
    }
  }

  /** What the page must not hide: events that are not in it. */
  problems(): readonly string[] {
    const isGone = ({ path, events }: FollowedFile): boolean => events > 0 && !this.#there.has(path);
    const gone = [...this.#files.values()].filter(isGone).length;
    return [
      ...(this.#isFull
        ? [`only the first ${this.#maxRows} events that were read are shown; hookline trace shows all`]
        : []),
      ...(gone > 0 ? [`trace files that are gone, so their events can't be opened: ${gone}`] : []),
      ...this.#gaps.messages(),
    ];
  }

  async event(row: number): Promise<RecordedFiring | null> {
    for await (const recorded of this.events([row])) return recorded;
    return null;
  }

  /** The whole of many events. Each file is read from the first of them to the last. */
  async *events(rows: readonly number[]): AsyncGenerator<RecordedFiring> {
    const byPath = new Map<string, { readonly ids: Set<string>; start: number }>();
    for (const row of rows) {
      const known = this.#events[row];
      if (known === undefined) continue;
      const wanted = byPath.get(known.path) ?? { ids: new Set(), start: known.start };
      wanted.ids.add(known.id);
      wanted.start = Math.min(wanted.start, known.start);
      byPath.set(known.path, wanted);
    }
    for (const [path, { ids, start }] of byPath) {
      try {
        for await (const recorded of gatherFirings(linesFrom(path, start))) {
          if (ids.delete(recorded.firing.id)) yield recorded;
          if (ids.size === 0) break;
        }
      } catch {
        // A file that is gone has no events.
      }
    }
  }

  rowOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  get #isFull(): boolean {
    return this.#events.length >= this.#maxRows;
  }

  async #read(file: FollowedFile, size: number, onRows: () => void): Promise<void> {
    const starts = new Map<string, number>();
    let end = file.position;
    const isQuiet = size === file.size;
    const lines = linesFrom(file.path, file.position, (line, start, next) => {
      if (line?.type === 'firing') starts.set(line.id, start);
      if (line === null && next > file.size) this.#gaps.passOver({ isTorn: false });
      end = next;
    });
    let unfinished = Number.POSITIVE_INFINITY;
    const onLost = (lost: { readonly lines: number; readonly why: string }): void => this.#gaps.lose(lost);
    for await (const recorded of gatherFirings(lines, onLost)) {
      const { id, runCount } = recorded.firing;
      const start = starts.get(id) ?? file.position;
      starts.delete(id);
      // Its runs may still be on their way. A file that rests has all that it will ever have.
      if (recorded.runs.length < runCount && !isQuiet) unfinished = Math.min(unfinished, start);
      else this.#add({ path: file.path, start, id }, recorded);
      if (this.#isFull) break;
      if (this.rows.length % 2000 === 0) onRows();
    }
    file.position = Math.min(end, unfinished);
    file.size = size;
    onRows();
  }

  #add(event: KnownEvent, recorded: RecordedFiring): void {
    this.#count(event.path, 1);
    const known = this.#events[this.#numbers.get(event.id) ?? -1];
    if (known !== undefined) {
      this.#count(known.path, -1);
      known.path = event.path;
      known.start = event.start;
      return;
    }
    const number = this.#events.push(event) - 1;
    this.#numbers.set(event.id, number);
    this.rows.add({ ...eventRow(recorded), before: this.#callBefore(recorded, number) });
  }

  #count(path: string, change: number): void {
    const file = this.#files.get(path);
    if (file !== undefined) file.events += change;
  }

  /** The row of the call that this is the result of; -1 where there is none. */
  #callBefore({ firing: { point, session, toolUseId } }: RecordedFiring, number: number): number {
    if (toolUseId === null) return -1;
    const call = `${session}\n${toolUseId}`;
    if (point === 'PreToolUse') this.#calls.set(call, number);
    if (!point.startsWith('PostToolUse')) return -1;
    const before = this.#calls.get(call) ?? -1;
    this.#calls.delete(call);
    return before;
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

class RowTable {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #columns = emptyColumns();

  get length(): number {
    return this.#columns.at.length;
  }

  add({ hooks, hookRules, ...row }: EventRow & { readonly before: number }): void {
    const columns = this.#columns;
    for (const name of namedColumns) columns[name].push(this.#number(row[name]));
    for (const name of plainColumns) columns[name].push(row[name]);
    for (const name of textColumns) columns[name].push(row[name]);
    columns.hooks.push(hooks.map((hook) => this.#number(hook)));
    columns.hookRules.push(hookRules.map((rule) => this.#number(rule)));
    columns.hookMs.push(row.hookMs);
    columns.hookEnds.push(row.hookEnds);
  }

  batch(first: number, knownNames: number, maxRows: number): RowBatch & { readonly knownNames: number } {
    const last = Math.min(first + maxRows, this.length);
    const part = Object.fromEntries(
      Object.entries(this.#columns).map(([name, values]) => [name, values.slice(first, last)]),
    ) as unknown as RowColumns;
    return { first, names: this.#names.slice(knownNames), ...part, knownNames: this.#names.length };
  }

  #number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }
}
