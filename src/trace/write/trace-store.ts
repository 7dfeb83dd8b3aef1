import type { ContentMode } from '../format/lines.ts';
import type { LineBody } from './chain.ts';
import { SessionWriter } from './session-writer.ts';

export interface StoreSetting {
  readonly folder: string;
  readonly content: ContentMode;
  readonly maxFileBytes: number;
  readonly maxWaitingBytes: number;
  readonly onProblem: (message: string) => void;
}

interface Waiting {
  readonly writer: SessionWriter;
  lines: LineBody[];
  bytes: number;
  lost: number;
  why: string;
}

const maxSessions = 256;

/** Adding a line never waits and never throws. */
export class TraceStore {
  readonly #setting: StoreSetting;
  readonly #sessions = new Map<string, Waiting>();
  #waitingBytes = 0;
  #writing: Promise<void> | null = null;
  #isAsked = false;
  #isFailing = false;

  constructor(setting: StoreSetting) {
    this.#setting = setting;
  }

  writerId(session: string): string {
    return this.#waitingOf(session).writer.id;
  }

  add(session: string, line: LineBody): void {
    const waiting = this.#waitingOf(session);
    const bytes = line.json.length;
    if (this.#waitingBytes + bytes > this.#setting.maxWaitingBytes) {
      this.lose(session, 1, 'the disk is slower than the trace');
      return;
    }
    waiting.lines.push(line);
    waiting.bytes += bytes;
    this.#waitingBytes += bytes;
  }

  lose(session: string, lines: number, why: string): void {
    const waiting = this.#waitingOf(session);
    waiting.lost += lines;
    waiting.why = why;
    this.#tell(`the trace has gaps: ${why}. What is lost is counted in it. Decisions are not affected.`);
  }

  flush(): Promise<void> {
    this.#isAsked = true;
    this.#writing ??= this.#writeAll();
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    await null;
    try {
      for (;;) {
        // A loss is written at most once per flush: the disk may still be full.
        const isAsked = this.#isAsked;
        this.#isAsked = false;
        const ready = [...this.#sessions].filter(
          ([, { lines, lost }]) => lines.length > 0 || (isAsked && lost > 0),
        );
        if (ready.length === 0) return;
        for (const [session, waiting] of ready) await this.#writeSession(session, waiting);
        this.#forgetOld();
      }
    } finally {
      this.#writing = null;
    }
  }

  async #writeSession(session: string, waiting: Waiting): Promise<void> {
    const { lines, bytes, lost, why } = waiting;
    waiting.lines = [];
    waiting.bytes = 0;
    waiting.lost = 0;
    const told = lost === 0 ? lines : [lostLine(lost, why), ...lines];
    const { count, problem } = await waiting.writer.write(told);
    this.#waitingBytes -= bytes;
    if (problem === null) {
      this.#isFailing = false;
      return;
    }
    const isTold = lost === 0 || count > 0;
    const missing = lines.length - (lost === 0 ? count : Math.max(0, count - 1));
    this.lose(session, missing + (isTold ? 0 : lost), problem);
  }

  #waitingOf(session: string): Waiting {
    const known = this.#sessions.get(session);
    if (known !== undefined) return known;
    const { folder, content, maxFileBytes } = this.#setting;
    const writer = new SessionWriter({ folder, session, content, maxFileBytes });
    const waiting = { writer, lines: [], bytes: 0, lost: 0, why: '' };
    this.#sessions.set(session, waiting);
    return waiting;
  }

  #forgetOld(): void {
    for (const [session, { lines, lost }] of this.#sessions) {
      if (this.#sessions.size <= maxSessions) return;
      if (lines.length === 0 && lost === 0) this.#sessions.delete(session);
    }
  }

  #tell(message: string): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#setting.onProblem(message);
  }
}

function lostLine(lines: number, why: string): LineBody {
  return { type: 'lost', json: JSON.stringify({ at: new Date().toISOString(), lines, why }) };
}
