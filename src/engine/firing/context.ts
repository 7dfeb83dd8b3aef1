import { type Hook, nameOf } from '../hooks/hook.ts';
import type { HookContext, Progress, TraceContext } from '../hooks/hook-context.ts';
import type { Effect } from '../outcome/effects.ts';
import type { HookFailure } from '../outcome/failure.ts';
import type { Outcome, Run } from '../outcome/outcome.ts';

export interface LateReplies {
  await(
    hook: Hook,
    agent: string | null,
    reply: Promise<unknown>,
    cancel: (failure: HookFailure) => void,
  ): void;
}

export interface RunSink {
  report(run: Run, progress: Progress): void;
  traceContext(run: Run): TraceContext | undefined;
}

export interface FireOptions {
  /** The agent: its hooks and its ancestors' join the global ones; null is the main agent, `*` every open scope. */
  readonly agent?: string | null;
  readonly agentType?: string;
  readonly toolUseId?: string;
  readonly signal?: AbortSignal;
  /** Gives every run of this firing an id and a duration. Default: as the Hooks say. */
  readonly timing?: boolean;
  /** The wire whose words the input is in: hooks of that wire get them unchanged. */
  readonly wire?: string;
  /** How a value in the place of the subject reads to the model: what wires send as text. */
  readonly render?: (subject: unknown) => string;
  readonly excuses?: Excuses;
  /** Where the event comes from, for listeners; hooks do not see it. */
  readonly origin?: unknown;
}

/** A chain shares one, since most hooks never look at it. The engine writes to it and never reads back. */
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

  static pass(context: Context, hook: Hook, run: Run | null, phase: 1 | 2, limitMs: number): void {
    context.#hook = hook;
    context.#run = run;
    context.phase = phase;
    context.timeoutMs = limitMs;
    context.#controller = null;
  }

  static runOf(context: HookContext): Run | null {
    return context instanceof Context ? context.#run : null;
  }

  static abort(context: Context, reason: unknown): void {
    context.#controller ??= new AbortController();
    context.#controller.abort(reason);
  }
}

/** Allows some of what hooks block, such as a call that a person approved. Final hooks are not excused. */
export interface Excuses {
  /** Why a deny or an ask of the hook isn't obeyed; null when it is. */
  decision?(hook: string, effect: 'deny' | 'ask', subject: unknown, reason: string): string | null;
  rule?(hook: string, rule: string): boolean;
}

export function excuseFor(
  excuses: Excuses | undefined,
  hook: Hook,
  effect: Effect,
  subject: unknown,
): string | null {
  const { type } = effect;
  if (excuses?.decision === undefined || hook.final || (type !== 'deny' && type !== 'ask')) return null;
  try {
    return excuses.decision(nameOf(hook), type, subject, effect.reason ?? '');
  } catch {
    return null;
  }
}

function isRuleOpen(excuses: Excuses | undefined, hook: Hook, rule: string): boolean {
  if (excuses?.rule === undefined || hook.final) return false;
  try {
    return excuses.rule(nameOf(hook), rule) === true;
  } catch {
    return false;
  }
}
