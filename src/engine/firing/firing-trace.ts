import type { Hook } from '../hooks/hook.ts';
import type { Progress, TraceContext } from '../hooks/hook-context.ts';
import type { Outcome, Run } from '../outcome/outcome.ts';
import { now } from '../values/clock.ts';
import { nextId, partId } from '../values/ids.ts';
import type { Fields } from '../values/shapes.ts';
import type { FireOptions, RunSink } from './context.ts';
import type { FiringInfo, Listeners } from './interceptor.ts';
import { newRun, timeRun } from './run.ts';

export class FiringTrace implements FiringInfo, RunSink {
  readonly id = nextId();
  readonly point: string;
  readonly agent: string | null;
  readonly toolUseId: string | null;
  readonly original: Fields;
  input: Fields;
  readonly runs: Run[] = [];
  readonly starts: number[] = [];
  startedAt = 0;
  isSettled = false;
  readonly #options: FireOptions;
  readonly #listeners: Listeners;
  #clock = 0;

  constructor(listeners: Listeners, point: string, input: Fields, options: FireOptions) {
    this.point = point;
    this.agent = options.agent ?? null;
    this.toolUseId = options.toolUseId ?? null;
    this.original = input;
    this.input = input;
    this.#options = options;
    this.#listeners = listeners;
    listeners.fired(this);
    this.startedAt = now();
    this.#clock = this.startedAt;
  }

  get agentType(): string | null {
    return this.#options.agentType ?? null;
  }

  get origin(): unknown {
    return this.#options.origin;
  }

  begin(hook: Hook): Run {
    this.starts.push(this.#clock);
    const run = newRun(hook, partId(this.id, this.starts.length));
    this.#listeners.started(this, run);
    return run;
  }

  endQuietly(run: Run): void {
    timeRun(run, this.lap());
    this.runs.push(run);
    this.#listeners.finished(this, run);
  }

  lap(): number {
    const time = now();
    const durationMs = time - this.#clock;
    this.#clock = time;
    return durationMs;
  }

  report(run: Run, progress: Progress): void {
    this.#listeners.progress(this, run, progress);
  }

  traceContext(run: Run): TraceContext | undefined {
    return this.#listeners.traceContext(this, run);
  }

  finished(run: Run): void {
    this.#listeners.finished(this, run);
  }

  settled(outcome: Outcome): void {
    this.isSettled = true;
    this.#listeners.settled(this, outcome);
  }
}
