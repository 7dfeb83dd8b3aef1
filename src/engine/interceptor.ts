import type { Progress } from './context.ts';
import { type Hook, nameOf } from './hook.ts';
import type { Outcome, Run } from './outcome.ts';
import type { RunResult } from './run.ts';

/** One firing as a listener sees it. */
export interface FiringInfo {
  readonly id: string;
  readonly point: string;
  readonly input: unknown;
  readonly agent: string | null;
  readonly toolUseId: string | null;
}

/**
 * The one seam through which recorders, tracing and message streams see what happens. A method that is left out costs
 * nothing. What a listener throws is logged and changes nothing.
 */
export interface Interceptor {
  fired?(firing: FiringInfo): void;
  started?(firing: FiringInfo, run: Run): void;
  progress?(firing: FiringInfo, run: Run, progress: Progress): void;
  /** Called once for every run that was started; `run` is complete then. */
  finished?(firing: FiringInfo, run: Run): void;
  settled?(firing: FiringInfo, outcome: Outcome): void;
}

/** Something that people should see though the firing went on: a failure, or an effect that was not obeyed. */
export interface LogEntry {
  readonly level: 'warning' | 'error';
  readonly message: string;
  readonly point: string;
  readonly hook: string | null;
}

const idPrefix = Math.random().toString(36).slice(2, 8).padEnd(6, '0');
let lastId = 0;

/** Unique among all firings and runs of this process, and unlikely to be another process's. */
export function nextId(): string {
  lastId += 1;
  return `${idPrefix}-${lastId}`;
}

type Listening<K extends keyof Interceptor> = Interceptor & Required<Pick<Interceptor, K>>;

function listeningTo<K extends keyof Interceptor>(
  all: readonly Interceptor[],
  event: K,
): readonly Listening<K>[] {
  return all.filter((interceptor): interceptor is Listening<K> => interceptor[event] !== undefined);
}

/** The listeners of one Hooks, and where it logs. */
export class Listeners {
  readonly #log: (entry: LogEntry) => void;
  readonly #timing: boolean;
  #all: readonly Interceptor[] = [];
  #toFired: readonly Listening<'fired'>[] = [];
  #toStarted: readonly Listening<'started'>[] = [];
  #toProgress: readonly Listening<'progress'>[] = [];
  #toFinished: readonly Listening<'finished'>[] = [];
  #toSettled: readonly Listening<'settled'>[] = [];
  /** Whether runs are timed and told to listeners one by one. */
  active: boolean;

  constructor(log: (entry: LogEntry) => void, timing: boolean) {
    this.#log = log;
    this.#timing = timing;
    this.active = timing;
  }

  add(interceptor: Interceptor): () => void {
    this.#set([...this.#all, interceptor]);
    return () => this.#set(this.#all.filter((other) => other !== interceptor));
  }

  /** Makes sure that a failure, or an effect that was not obeyed, is seen by someone. */
  report(hook: Hook, { failure, dropped }: RunResult): void {
    const place = { point: hook.point.name, hook: nameOf(hook) };
    if (failure !== null && !hook.silent) {
      const message = `hook "${place.hook}" failed (${failure.kind}): ${failure.message}`;
      this.log({ level: 'error', message, ...place });
    }
    if (hook.mode === 'observe') return;
    for (const { type, why } of dropped) {
      this.log({ level: 'warning', message: `${type} was not obeyed: ${why}`, ...place });
    }
  }

  log(entry: LogEntry): void {
    try {
      this.#log(entry);
    } catch {
      // A logger that fails must not decide anything.
    }
  }

  fired(firing: FiringInfo): void {
    for (const interceptor of this.#toFired) {
      try {
        interceptor.fired(firing);
      } catch (error) {
        this.#listenerFailed(firing, error);
      }
    }
  }

  started(firing: FiringInfo, run: Run): void {
    for (const interceptor of this.#toStarted) {
      try {
        interceptor.started(firing, run);
      } catch (error) {
        this.#listenerFailed(firing, error);
      }
    }
  }

  progress(firing: FiringInfo, run: Run, progress: Progress): void {
    for (const interceptor of this.#toProgress) {
      try {
        interceptor.progress(firing, run, progress);
      } catch (error) {
        this.#listenerFailed(firing, error);
      }
    }
  }

  finished(firing: FiringInfo, run: Run): void {
    for (const interceptor of this.#toFinished) {
      try {
        interceptor.finished(firing, run);
      } catch (error) {
        this.#listenerFailed(firing, error);
      }
    }
  }

  settled(firing: FiringInfo, outcome: Outcome): void {
    for (const interceptor of this.#toSettled) {
      try {
        interceptor.settled(firing, outcome);
      } catch (error) {
        this.#listenerFailed(firing, error);
      }
    }
  }

  #set(all: readonly Interceptor[]): void {
    this.#all = all;
    this.#toFired = listeningTo(all, 'fired');
    this.#toStarted = listeningTo(all, 'started');
    this.#toProgress = listeningTo(all, 'progress');
    this.#toFinished = listeningTo(all, 'finished');
    this.#toSettled = listeningTo(all, 'settled');
    this.active = this.#timing || all.length > 0;
  }

  #listenerFailed({ point }: FiringInfo, error: unknown): void {
    this.log({ level: 'error', message: `a listener failed: ${String(error)}`, point, hook: null });
  }
}
