import { type Hook, nameOf } from '../hooks/hook.ts';
import type { Progress, TraceContext } from '../hooks/hook-context.ts';
import type { Outcome, Run } from '../outcome/outcome.ts';
import { ignoreRejection } from '../values/shapes.ts';
import { messageOf } from '../values/text.ts';
import type { RunResult } from './run.ts';

export interface FiringInfo {
  readonly id: string;
  readonly point: string;
  readonly input: unknown;
  readonly original: unknown;
  readonly agent: string | null;
  readonly agentType: string | null;
  readonly toolUseId: string | null;
  readonly origin: unknown;
  readonly startedAt: number;
  /** When each of its runs began, on the same clock, in the order of starting: run 1 is the first. */
  readonly starts: readonly number[];
  readonly isSettled: boolean;
}

/** A missing method costs nothing. What a listener throws is logged and changes nothing. */
export interface Interceptor {
  fired?(firing: FiringInfo): void;
  started?(firing: FiringInfo, run: Run): void;
  progress?(firing: FiringInfo, run: Run, progress: Progress): void;
  finished?(firing: FiringInfo, run: Run): void;
  settled?(firing: FiringInfo, outcome: Outcome): void;
  /** Asked when a hook passes the trace on that its run belongs to. The first interceptor that knows one is heard. */
  traceContext?(firing: FiringInfo, run: Run): TraceContext | undefined;
}

export interface LogEntry {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly point: string | null;
  readonly hook: string | null;
}

export function logToConsole({ level, message }: LogEntry): void {
  // biome-ignore lint/suspicious/noConsole: a hook that fails without a listener must still be noticed
  console[level === 'error' ? 'error' : 'warn'](`hookline: ${message}`);
}

type Telling<Method extends keyof Interceptor> = Required<Pick<Interceptor, Method>>;

function tells<Method extends keyof Interceptor>(method: Method) {
  return (interceptor: Interceptor): interceptor is Telling<Method> & Interceptor =>
    interceptor[method] !== undefined;
}

export class Listeners {
  readonly #log: (entry: LogEntry) => void;
  readonly #timing: boolean;
  #all: readonly Interceptor[] = [];
  #fired: readonly Telling<'fired'>[] = [];
  #started: readonly Telling<'started'>[] = [];
  #progress: readonly Telling<'progress'>[] = [];
  #finished: readonly Telling<'finished'>[] = [];
  #settled: readonly Telling<'settled'>[] = [];
  #tracing: readonly Telling<'traceContext'>[] = [];
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
      ignoreRejection(this.#log(entry));
    } catch (problem) {
      ignoreRejection(problem);
    }
  }

  fired(firing: FiringInfo): void {
    this.#tell(this.#fired, firing, (listener) => listener.fired(firing));
  }

  started(firing: FiringInfo, run: Run): void {
    this.#tell(this.#started, firing, (listener) => listener.started(firing, run));
  }

  progress(firing: FiringInfo, run: Run, progress: Progress): void {
    this.#tell(this.#progress, firing, (listener) => listener.progress(firing, run, progress));
  }

  finished(firing: FiringInfo, run: Run): void {
    this.#tell(this.#finished, firing, (listener) => listener.finished(firing, run));
  }

  settled(firing: FiringInfo, outcome: Outcome): void {
    this.#tell(this.#settled, firing, (listener) => listener.settled(firing, outcome));
  }

  traceContext(firing: FiringInfo, run: Run): TraceContext | undefined {
    for (const listener of this.#tracing) {
      try {
        const found = listener.traceContext(firing, run);
        if (found !== undefined) return found;
      } catch (error) {
        this.#listenerFailed(firing, error);
      }
    }
    return undefined;
  }

  #tell<Listener>(
    listeners: readonly Listener[],
    firing: FiringInfo,
    tell: (listener: Listener) => unknown,
  ): void {
    for (let index = 0; index < listeners.length; index += 1) {
      try {
        const result = tell(listeners[index] as Listener);
        if (result !== undefined) this.#await(firing, result);
      } catch (error) {
        this.#listenerFailed(firing, error);
      }
    }
  }

  #set(all: readonly Interceptor[]): void {
    this.#all = all;
    this.#fired = all.filter(tells('fired'));
    this.#started = all.filter(tells('started'));
    this.#progress = all.filter(tells('progress'));
    this.#finished = all.filter(tells('finished'));
    this.#settled = all.filter(tells('settled'));
    this.#tracing = all.filter(tells('traceContext'));
    this.active = this.#timing || all.length > 0;
  }

  #await(firing: FiringInfo, result: unknown): void {
    if (result instanceof Promise) result.catch((error: unknown) => this.#listenerFailed(firing, error));
  }

  #listenerFailed({ point }: FiringInfo, error: unknown): void {
    this.log({ level: 'error', message: `a listener failed: ${messageOf(error)}`, point, hook: null });
  }
}
