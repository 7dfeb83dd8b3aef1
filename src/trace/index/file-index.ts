import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { codeNumber } from '../decision-code.ts';
import type { TraceLine } from '../format/lines.ts';
import { gatherFirings, type RecordedFiring } from '../read/read-firings.ts';
import { parseLine, rawLines } from '../read/read-lines.ts';
import { type StatsKey, type StoredStats, statsKeys, TraceStats } from '../read/stats.ts';
import { indexPath } from '../write/session-files.ts';
import { Columns } from './columns.ts';

const indexVersion = 1;
/** A line ends with the hash of all before it, so this text proves that the start is unchanged. */
const tailBytes = 80;
/** After this long, a file gets no more runs of its last events. */
const restMs = 60_000;

interface Header {
  readonly version: number;
  readonly zone: string;
  readonly inode: number;
  readonly size: number;
  readonly time: number;
  readonly position: number;
  readonly tail: string;
  readonly count: number;
  readonly texts: readonly string[];
  readonly unreadable: number;
  readonly lost: readonly (readonly [lines: number, why: string])[];
  readonly late: readonly (readonly [id: number, start: number, end: number])[];
  readonly stats: Readonly<Record<StatsKey, StoredStats>>;
}

/** Keyed by position: what is read again counts once. */
interface Aside {
  readonly unreadable: number[];
  readonly lost: { readonly start: number; readonly lines: number; readonly why: string }[];
  readonly late: (readonly [id: number, start: number, end: number])[];
}

/** The trace file always wins: an index that doesn't fit is rebuilt. */
export class FileIndex {
  readonly path: string;
  columns = new Columns();
  texts: string[] = [''];
  unreadable = 0;
  readonly lost: (readonly [lines: number, why: string])[] = [];
  readonly late: (readonly [id: number, start: number, end: number])[] = [];
  stats = newStats();
  #position = 0;
  #tail = '';
  #file = { inode: 0, size: 0, time: 0 };
  #ids = new Map([['', 0]]);

  private constructor(path: string) {
    this.path = path;
  }

  static async of(path: string, isStored: boolean): Promise<FileIndex> {
    const { size, ino, mtimeMs } = await stat(path);
    const index = new FileIndex(path);
    if (isStored && !(await index.#load(size, ino, mtimeMs))) index.#clear();
    if (index.#position < size && (await index.#read(size, Date.now() - mtimeMs > restMs))) {
      index.#file = { inode: ino, size, time: mtimeMs };
      index.#tail = await textBefore(path, index.#position);
      if (isStored) await index.#store();
    }
    return index;
  }

  #clear(): void {
    this.columns = new Columns();
    this.texts = [''];
    this.#ids = new Map([['', 0]]);
    this.unreadable = 0;
    this.lost.length = 0;
    this.late.length = 0;
    this.stats = newStats();
    this.#position = 0;
  }

  async #read(size: number, isResting: boolean): Promise<boolean> {
    const starts = new Map<string, number>();
    const state = { end: this.#position };
    const found: { readonly recorded: RecordedFiring; readonly start: number; readonly end: number }[] = [];
    const from = this.#position;
    const aside: Aside = { unreadable: [], lost: [], late: [] };
    let open = Number.POSITIVE_INFINITY;
    for await (const recorded of gatherFirings(this.#lines(from, size, starts, state, aside))) {
      const { id, runCount } = recorded.firing;
      const start = starts.get(id) ?? from;
      starts.delete(id);
      if (recorded.runs.length < runCount && !isResting && state.end >= size) open = Math.min(open, start);
      found.push({ recorded, start, end: state.end });
      if (found.length >= 2000 && open === Number.POSITIVE_INFINITY) this.#add(found.splice(0));
    }
    this.#add(found.filter(({ start }) => start < open));
    this.unreadable += aside.unreadable.filter((start) => start < open).length;
    this.lost.push(
      ...aside.lost.filter(({ start }) => start < open).map(({ lines, why }) => [lines, why] as const),
    );
    this.late.push(...aside.late.filter(([, start]) => start < open));
    this.#position = Math.min(state.end, open);
    return this.#position > from;
  }

  async *#lines(
    from: number,
    size: number,
    starts: Map<string, number>,
    state: { end: number },
    aside: Aside,
  ): AsyncGenerator<TraceLine> {
    for await (const { text, start, end, isTorn } of rawLines(this.path, from, size)) {
      if (isTorn) return;
      const line = parseLine(text);
      state.end = end;
      if (line === null) {
        if (text !== '') aside.unreadable.push(start);
        continue;
      }
      if (line.type === 'firing') starts.set(line.id, start);
      if (line.type === 'run' && line.late) aside.late.push([hashOf(line.firing), start, end]);
      if (line.type === 'lost') aside.lost.push({ start, lines: line.lines, why: line.why });
      yield line;
    }
  }

  #add(
    found: readonly { readonly recorded: RecordedFiring; readonly start: number; readonly end: number }[],
  ): void {
    for (const { recorded, start, end } of found) {
      const { firing, runs } = recorded;
      const { at, session, agent, agentType, product, point, tool, folder, outcome, code, id } = firing;
      this.columns.push({
        ...{
          at: Date.parse(at) || 0,
          start,
          end,
          code: code === null ? -1 : codeNumber(code),
          id: hashOf(id),
        },
        session: this.#text(session),
        who: this.#text([agent ?? 'main', agentType, product].filter((name) => name !== null).join('\n')),
        product: this.#text(product ?? ''),
        point: this.#text(point),
        tool: this.#text(tool ?? ''),
        decision: this.#text(outcome.decision ?? 'none'),
        folder: this.#text(folder ?? ''),
        hooks: this.#text([...new Set(runs.map(({ hook }) => hook))].join('\n')),
      });
      for (const key of statsKeys) this.stats[key].add(recorded);
    }
  }

  #text(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  async #load(size: number, inode: number, time: number): Promise<boolean> {
    try {
      const bytes = await readFile(indexPath(this.path));
      const length = bytes.readUInt32LE(0);
      const header: Header = JSON.parse(bytes.toString('utf8', 4, 4 + length));
      const columns = Columns.fromBytes(bytes.subarray(4 + length), header.count);
      const isSame =
        header.version === indexVersion &&
        header.zone === zone() &&
        header.inode === inode &&
        header.position <= size &&
        (header.size !== size || header.time === time) &&
        header.tail === (await textBefore(this.path, header.position));
      if (!isSame || columns === null) return false;
      this.columns = columns;
      this.texts = [...header.texts];
      this.#ids = new Map(this.texts.map((text, id) => [text, id]));
      this.unreadable = header.unreadable;
      this.lost.push(...header.lost);
      this.late.push(...header.late);
      for (const key of statsKeys) this.stats[key].merge(header.stats[key]);
      this.#position = header.position;
      this.#tail = header.tail;
      this.#file = { inode: header.inode, size: header.size, time: header.time };
      return true;
    } catch {
      return false;
    }
  }

  async #store(): Promise<void> {
    const header: Header = {
      ...{ version: indexVersion, zone: zone(), ...this.#file, position: this.#position },
      ...{ tail: this.#tail, count: this.columns.count, texts: this.texts, unreadable: this.unreadable },
      ...{ lost: this.lost, late: this.late },
      stats: Object.fromEntries(statsKeys.map((key) => [key, this.stats[key].stored()])) as Header['stats'],
    };
    const json = JSON.stringify(header);
    const text = Buffer.from(json + ' '.repeat(7 - ((Buffer.byteLength(json) + 3) % 8)));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    const path = indexPath(this.path);
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      await makeFolder(dirname(path), 0o700);
      await writeFile(draft, Buffer.concat([length, text, ...this.columns.bytes()]), {
        mode: 0o600,
        flag: 'wx',
      });
      await rename(draft, path);
    } catch {
      // A folder that can't be written still answers, only slower.
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }
}

function newStats(): Readonly<Record<StatsKey, TraceStats>> {
  return Object.fromEntries(statsKeys.map((key) => [key, new TraceStats(key)])) as Record<
    StatsKey,
    TraceStats
  >;
}

function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

async function textBefore(path: string, position: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const length = Math.min(position, tailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position - length);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
