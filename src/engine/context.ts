import { type Hook, nameOf } from './hook.ts';
import type { Outcome, Run } from './outcome.ts';

/** Output of a running hook, passed on to whoever listens. */
export interface Progress {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
}

/** What a hook is told beside its input. */
export interface HookContext {
  readonly point: string;
  readonly hook: string;
  readonly agent: string | null;
  readonly toolUseId: string | null;
  /** 1, or 2 when the hook answered `{ async: true }` and is run again for its real answer. */
  readonly phase: 1 | 2;
  /** How long the hook has from its start. */
  readonly timeoutMs: number;
  /** Aborted when the hook timed out or the firing was cancelled. */
  readonly signal: AbortSignal;
  /** What was decided so far: for hooks that observe or run in the background, else null. */
  readonly outcome: Outcome | null;
  progress(progress: Progress): void;
}

/** Whoever passes the output of a running hook on. */
export interface ProgressSink {
  report(run: Run, progress: Progress): void;
}

export interface FireOptions {
  /** Whose firing it is: its own hooks and its ancestors' join the global ones; `*` is every open scope. */
  readonly agent?: string;
  readonly toolUseId?: string;
  /** Cancels the firing; the action does not go ahead then. */
  readonly signal?: AbortSignal;
}

/**
 * The context of one hook after another: a chain shares one, since most hooks never look at it, and what is made only
 * when it is looked at costs nothing. A hook that is given up keeps the context it has.
 */
export class Context implements HookContext {
  phase: 1 | 2 = 1;
  limitMs = 0;
  outcome: Outcome | null = null;
  run: Run | null = null;
  sink: ProgressSink | null = null;
  current: Hook;
  readonly #options: FireOptions;
  #controller: AbortController | null = null;

  constructor(hook: Hook, options: FireOptions) {
    this.current = hook;
    this.#options = options;
  }

  get point(): string {
    return this.current.point.name;
  }

  get hook(): string {
    return nameOf(this.current);
  }

  get agent(): string | null {
    return this.#options.agent ?? null;
  }

  get toolUseId(): string | null {
    return this.#options.toolUseId ?? null;
  }

  get timeoutMs(): number {
    return this.limitMs === 0 ? this.current.timeoutMs : this.limitMs;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  progress(progress: Progress): void {
    if (this.run !== null) this.sink?.report(this.run, progress);
  }

  /** Hands the context on to the next hook of the chain. */
  pass(hook: Hook): void {
    this.current = hook;
    this.#controller = null;
  }

  abort(reason: unknown): void {
    this.#controller?.abort(reason);
  }
}
