import type { FiringInfo, Interceptor } from '../../engine/firing/interceptor.ts';
import type { Progress } from '../../engine/hooks/hook-context.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import { now } from '../../engine/values/clock.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { TraceStore } from '../write/trace-store.ts';
import type { Redact } from './content.ts';
import { type FiringEntry, type LateEntry, Printed } from './entry.ts';
import { eventSession, firingLines, type LineSetting, lateLine } from './firing-lines.ts';
import { recordedSession } from './names.ts';

const maxNodes = 10_000;
const maxDepth = 100;
const nodeSize = 64;

function snapshot(event: unknown) {
  const copier = new SnapshotCopier();
  return { value: copier.copy(event, 0), size: copier.size };
}

class SnapshotCopier {
  size = 0;
  #nodes = 0;

  copy(value: unknown, depth: number): unknown {
    if (typeof value === 'string') this.size += value.length;
    if (typeof value !== 'object' || value === null) return value;
    this.#nodes += 1;
    this.size += nodeSize;
    if (this.#nodes > maxNodes || depth > maxDepth) return value;
    if (Array.isArray(value)) return value.map((item) => this.copy(item, depth + 1));
    const copy: Record<string, unknown> = { ...value };
    for (const key in copy) {
      const field = copy[key];
      if (typeof field === 'string') this.size += field.length;
      // Assigning it would set the prototype.
      else if (typeof field === 'object' && field !== null && key !== '__proto__')
        copy[key] = this.copy(field, depth + 1);
    }
    return copy;
  }
}

export interface RecorderSetting extends Omit<LineSetting, 'redact'> {
  readonly hooks: Hooks;
  readonly store: TraceStore;
  readonly redact: Promise<Redact> | null;
  readonly ignoredSession: string | undefined;
  readonly maxWaiting: number;
  readonly maxWaitingSize: number;
}

/** How long lines are made of decisions before others have their turn. */
const turnMs = 4;
/** How long a decision waits before anything is done about its record. */
const pauseMs = 25;

/** Queues decisions and writes them later: a decision costs one entry in a list. */
export class Recorder implements Interceptor {
  readonly #setting: RecorderSetting;
  readonly #settled = new WeakMap<FiringInfo, FiringEntry>();
  #waiting: (FiringEntry | LateEntry)[] = [];
  #working: Promise<void> | null = null;
  #waitingSize = 0;
  #count = 0;
  #hurry: (() => void) | null = null;
  readonly #lost = new Map<string, number>();

  constructor(setting: RecorderSetting) {
    this.#setting = setting;
  }

  progress(_: FiringInfo, run: Run, progress: Progress): void {
    const { content, printed } = this.#setting;
    const kept = printed.get(run) ?? new Printed();
    printed.set(run, kept);
    kept.add(
      content === 'none'
        ? { ...(progress.exitCode !== undefined && { exitCode: progress.exitCode }) }
        : progress,
    );
  }

  finished(firing: FiringInfo, run: Run): void {
    if (!firing.isSettled) return;
    const of = this.#settled.get(firing);
    if (of !== undefined) this.#keep({ of, run }, firing);
  }

  settled(firing: FiringInfo, outcome: Outcome): void {
    const { hooks, content, known } = this.#setting;
    const time = Date.now();
    const isSubagent = firing.agent !== null && firing.agent !== 'main';
    if (isSubagent) known.learn(outcome.runs, firing.point, time);
    const { value: input, size } =
      content === 'none' ? { value: firing.original, size: 0 } : snapshot(firing.original);
    const entry: FiringEntry = {
      firing,
      outcome,
      input,
      size,
      endedAt: now(),
      time,
      lineage: isSubagent ? hooks.lineage(firing.agent) : none,
      id: null,
      lateCount: 0,
    };
    if (firing.starts.length > outcome.runs.length) this.#settled.set(firing, entry);
    this.#keep(entry, firing);
  }

  async flush(): Promise<void> {
    this.#hurry?.();
    await this.#working;
    await this.#setting.store.flush();
  }

  #keep(entry: FiringEntry | LateEntry, firing: FiringInfo): void {
    const { ignoredSession, maxWaiting, maxWaitingSize } = this.#setting;
    if (ignoredSession !== undefined && eventSession(firing.original) === ignoredSession) return;
    if (this.#waiting.length >= maxWaiting || this.#waitingSize > maxWaitingSize) {
      const lines = 'outcome' in entry ? entry.outcome.runs.length + 1 : 1;
      const session = eventSession(firing.original);
      this.#lost.set(session, (this.#lost.get(session) ?? 0) + lines);
      return;
    }
    this.#waiting.push(entry);
    if ('size' in entry) this.#waitingSize += entry.size;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  async #work(): Promise<void> {
    await this.#pause();
    const { store } = this.#setting;
    const setting = await this.#lineSetting();
    while (this.#waiting.length > 0) {
      const entries = this.#waiting;
      this.#waiting = [];
      let turnEnds = now() + turnMs;
      for (const entry of entries) {
        this.#addLines(entry, setting);
        if ('size' in entry) this.#waitingSize -= entry.size;
        if (now() < turnEnds) continue;
        void store.flush();
        await nextTurn();
        turnEnds = now() + turnMs;
      }
      this.#tellLost(setting);
      void store.flush();
      await nextTurn();
    }
  }

  #tellLost(setting: LineSetting): void {
    const why = 'decisions came faster than they could be recorded';
    for (const [session, lines] of this.#lost)
      this.#setting.store.lose(recordedSession(session, setting), lines, why);
    this.#lost.clear();
  }

  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#hurry = null;
  }

  /** If secrets can't be detected, nothing is recorded that could hold one. */
  async #lineSetting(): Promise<LineSetting> {
    if (this.#setting.content !== 'redacted') return { ...this.#setting, redact: null };
    const redact = await this.#setting.redact?.catch(() => null);
    return redact === null || redact === undefined
      ? { ...this.#setting, content: 'none', redact: null }
      : { ...this.#setting, redact };
  }

  #addLines(entry: FiringEntry | LateEntry, setting: LineSetting): void {
    const { store } = this.#setting;
    const of = 'of' in entry ? entry.of : entry;
    const session = recordedSession(eventSession(of.firing.original), setting);
    try {
      if ('of' in entry) {
        of.lateCount += 1;
        store.add(session, lateLine(entry, of.outcome.runs.length + of.lateCount, setting));
        return;
      }
      this.#count += 1;
      entry.id = `${store.writerId(session)}-${this.#count}`;
      for (const line of firingLines(entry, entry.id, setting)) store.add(session, line);
    } catch (problem) {
      store.lose(session, 1, `it could not be recorded: ${messageOf(problem)}`);
    }
  }
}

const none: readonly string[] = Object.freeze([]);

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
