import type { Hook } from '../hooks/hook.ts';
import type { Outcome, Run } from '../outcome/outcome.ts';
import { now } from '../values/clock.ts';
import { nextId, partId } from '../values/ids.ts';
import type { Fields } from '../values/shapes.ts';
import type { FireOptions, Progress, RunSink, TraceContext } from './context.ts';
import type { FiringInfo, Listeners } from './interceptor.ts';
import { newRun, timeRun } from './run.ts';

/** What a firing that is timed, or that someone listens to, has beside its hooks: an id, a clock and its runs. */
export class FiringTrace implements FiringInfo, RunSink {
  readonly id = nextId();
  readonly point: string;
  readonly agent: string | null;
  readonly toolUseId: string | null;
  /** As the next hook receives it. */
  input: Fields;
  readonly runs: Run[] = [];
  readonly #listeners: Listeners;
  #startedCount = 0;
  #clock = 0;

  constructor(listeners: Listeners, point: string, input: Fields, options: FireOptions) {
    this.point = point;
    this.agent = options.agent ?? null;
    this.toolUseId = options.toolUseId ?? null;
    this.input = input;
    this.#listeners = listeners;
    listeners.fired(this);
    this.#clock = now();
  }

  begin(hook: Hook): Run {
    this.#startedCount += 1;
    const run = newRun(hook, partId(this.id, this.#startedCount));
    this.#listeners.started(this, run);
    return run;
  }

  /** Ends the run of a hook that said nothing. */
  endQuietly(run: Run): void {
    timeRun(run, this.lap());
    this.runs.push(run);
    this.#listeners.finished(this, run);
  }

  /** The time since the last lap. One clock reading ends a run and begins the next. */
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
    this.#listeners.settled(this, outcome);
  }
}
