import { type Hook, nameOf } from '../hooks/hook.ts';
import type { Outcome, Run } from '../outcome/outcome.ts';
import { messageOf } from '../values/text.ts';
import type { Progress } from './context.ts';
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
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  /** Null where it is about a configuration rather than a firing. */
  readonly point: string | null;
  readonly hook: string | null;
}

/** Where entries go that nobody else takes. */
export function logToConsole({ level, message }: LogEntry): void {
  // biome-ignore lint/suspicious/noConsole: a hook that fails with nobody listening must still be noticed
  console[level === 'error' ? 'error' : 'warn'](`hookline: ${message}`);
}

const idPrefix = Math.random().toString(36).slice(2, 8).padEnd(6, '0');
let lastId = 0;

/** Unique among all firings and runs of this process, and unlikely to be another process's. */
export function nextId(): string {
  lastId += 1;
  return `${idPrefix}-${lastId}`;
}

/** A method of an interceptor, made safe to call. */
type Tell<K extends keyof Interceptor> = NonNullable<Interceptor[K]>;

/** The listeners of one Hooks, and where it logs. */
export class Listeners {
  readonly #log: (entry: LogEntry) => void;
  readonly #timing: boolean;
  #all: readonly Interceptor[] = [];
  #fired: readonly Tell<'fired'>[] = [];
  #started: readonly Tell<'started'>[] = [];
  #progress: readonly Tell<'progress'>[] = [];
  #finished: readonly Tell<'finished'>[] = [];
  #settled: readonly Tell<'settled'>[] = [];
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
      const result: unknown = this.#log(entry);
      if (result instanceof Promise) result.catch(() => {});
    } catch {
      // A logger that fails must not decide anything.
    }
  }

  fired(firing: FiringInfo): void {
    for (const tell of this.#fired) tell(firing);
  }

  started(firing: FiringInfo, run: Run): void {
    for (const tell of this.#started) tell(firing, run);
  }

  progress(firing: FiringInfo, run: Run, progress: Progress): void {
    for (const tell of this.#progress) tell(firing, run, progress);
  }

  finished(firing: FiringInfo, run: Run): void {
    for (const tell of this.#finished) tell(firing, run);
  }

  settled(firing: FiringInfo, outcome: Outcome): void {
    for (const tell of this.#settled) tell(firing, outcome);
  }

  #set(all: readonly Interceptor[]): void {
    this.#all = all;
    this.#fired = this.#safe(all.map((interceptor) => interceptor.fired?.bind(interceptor)));
    this.#started = this.#safe(all.map((interceptor) => interceptor.started?.bind(interceptor)));
    this.#progress = this.#safe(all.map((interceptor) => interceptor.progress?.bind(interceptor)));
    this.#finished = this.#safe(all.map((interceptor) => interceptor.finished?.bind(interceptor)));
    this.#settled = this.#safe(all.map((interceptor) => interceptor.settled?.bind(interceptor)));
    this.active = this.#timing || all.length > 0;
  }

  /** The methods that are there, each caught when it throws: a listener must not decide anything. */
  #safe<Method extends (firing: FiringInfo, second: never, third: never) => void>(
    methods: readonly (Method | undefined)[],
  ): Method[] {
    // Two parameters stand for the rest: a list of them would be made anew for every call.
    const safe = (method: Method) => (firing: FiringInfo, second: never, third: never) => {
      try {
        const result: unknown = method(firing, second, third);
        if (result !== undefined && result instanceof Promise)
          result.catch((error: unknown) => this.#listenerFailed(firing, error));
      } catch (error) {
        this.#listenerFailed(firing, error);
      }
    };
    return methods.filter((method) => method !== undefined).map((method) => safe(method) as Method);
  }

  #listenerFailed({ point }: FiringInfo, error: unknown): void {
    this.log({ level: 'error', message: `a listener failed: ${messageOf(error)}`, point, hook: null });
  }
}
