import { type Hook, nameOf } from '../hooks/hook.ts';
import type { HookContext, Progress, TraceContext } from '../hooks/hook-context.ts';
import type { HookFailure } from '../outcome/failure.ts';
import type { Outcome, Run } from '../outcome/outcome.ts';
import { type Excuses, isRuleOpen } from './excuses.ts';

/** Whoever takes answers that come after their firing. */
export interface LateReplies {
  await(
    hook: Hook,
    agent: string | null,
    reply: Promise<unknown>,
    cancel: (failure: HookFailure) => void,
  ): void;
}

/** Whoever passes the output of a running hook on, and knows the trace that it belongs to. */
export interface RunSink {
  report(run: Run, progress: Progress): void;
  traceContext(run: Run): TraceContext | undefined;
}

export interface FireOptions {
  /** Whose firing it is: its own hooks and its ancestors' join the global ones; null is the main agent, `*` every open scope. */
  readonly agent?: string | null;
  /** What kind of agent it is, for hooks to see: the type of a subagent, or `main`. */
  readonly agentType?: string;
  readonly toolUseId?: string;
  /** Cancels the firing; the action does not go ahead then. */
  readonly signal?: AbortSignal;
  /** Gives every run of this firing an id and a duration. Default: as the Hooks say. */
  readonly timing?: boolean;
  /** The wire whose words the input is in: hooks of that wire get them unchanged. */
  readonly wire?: string;
  /** How a value in the place of the subject reads to the model: what wires send as text. */
  readonly render?: (subject: unknown) => string;
  /** Lets single things pass that hooks hold back. */
  readonly excuses?: Excuses;
  /** Where the event comes from, for listeners; hooks do not see it. */
  readonly origin?: unknown;
}

/**
 * The context of one hook after another: a chain shares one, since most hooks never look at it, and what is made only
 * when it is looked at costs nothing. A hook that is given up keeps the context it has. The engine writes to it and
 * never reads back, so that whatever a hook does to its context changes nothing but what that hook sees.
 */
export class Context implements HookContext {
  phase: 1 | 2 = 1;
  timeoutMs: number;
  readonly outcome: Outcome | null;
  readonly #options: FireOptions;
  readonly #replies: LateReplies;
  readonly #sink: RunSink | null;
  #hook: Hook;
  #run: Run | null = null;
  #controller: AbortController | null = null;

  constructor(
    hook: Hook,
    options: FireOptions,
    replies: LateReplies,
    sink: RunSink | null,
    outcome: Outcome | null = null,
  ) {
    this.timeoutMs = hook.timeoutMs;
    this.outcome = outcome;
    this.#options = options;
    this.#replies = replies;
    this.#sink = sink;
    this.#hook = hook;
  }

  get point(): string {
    return this.#hook.point.name;
  }

  get hook(): string {
    return nameOf(this.#hook);
  }

  get guard(): boolean {
    return this.#hook.guard;
  }

  get late(): boolean {
    return this.#hook.mode === 'background';
  }

  get agent(): string | null {
    return this.#options.agent ?? null;
  }

  get agentType(): string | undefined {
    return this.#options.agentType;
  }

  get toolUseId(): string | null {
    return this.#options.toolUseId ?? null;
  }

  get runId(): string | null {
    return this.#run?.id ?? null;
  }

  get wire(): string | undefined {
    return this.#options.wire;
  }

  get render(): ((subject: unknown) => string) | undefined {
    return this.#options.render;
  }

  get traceContext(): TraceContext | undefined {
    return this.#run === null ? undefined : this.#sink?.traceContext(this.#run);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  progress(progress: Progress): void {
    if (this.#run !== null) this.#sink?.report(this.#run, progress);
  }

  isOpen(rule: string): boolean {
    return isRuleOpen(this.#options.excuses, this.#hook, rule);
  }

  later(reply: Promise<unknown>, cancel: (failure: HookFailure) => void): void {
    this.#replies.await(this.#hook, this.agent, reply, cancel);
  }

  /** Hands the context on to the next hook of the chain. */
  static pass(context: Context, hook: Hook, run: Run | null, phase: 1 | 2, limitMs: number): void {
    context.#hook = hook;
    context.#run = run;
    context.phase = phase;
    context.timeoutMs = limitMs;
    context.#controller = null;
  }

  /** The record that a hook's run is written to; null where nobody traces. */
  static runOf(context: HookContext): Run | null {
    return context instanceof Context ? context.#run : null;
  }

  static abort(context: Context, reason: unknown): void {
    context.#controller ??= new AbortController();
    context.#controller.abort(reason);
  }
}
