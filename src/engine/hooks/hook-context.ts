import type { HookFailure } from '../outcome/failure.ts';
import type { Outcome } from '../outcome/outcome.ts';

/** Output of a running hook, passed on to whoever listens. */
export interface Progress {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
}

/** A run's place in a distributed trace, in the words of W3C Trace Context. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** What a hook is told beside its input. */
export interface HookContext {
  readonly point: string;
  readonly hook: string;
  /** Whether the hook is a guard, so that whoever reads its answer takes no doubt for an allow. */
  readonly guard?: boolean | undefined;
  readonly agent: string | null;
  /** What kind of agent it is: the type of a subagent, `main` for a session's own; absent where the host did not say. */
  readonly agentType?: string | undefined;
  readonly toolUseId: string | null;
  /** 1, or 2 when the hook answered `{ async: true }` and is run again for its real answer. */
  readonly phase: 1 | 2;
  /** The id of this run in outcomes and messages; null unless someone listens or `timing` is on. */
  readonly runId: string | null;
  /** How long the hook has from its start. */
  readonly timeoutMs: number;
  /** Aborted when the hook timed out or the firing was cancelled. */
  readonly signal: AbortSignal;
  /** What was decided so far: for hooks that observe or run in the background, else null. */
  readonly outcome: Outcome | null;
  /** The wire whose words the event is in; absent where it is in hookline's own. */
  readonly wire?: string | undefined;
  /** How a value in the place of the subject reads to the model; absent where the host did not say. */
  readonly render?: ((subject: unknown) => string) | undefined;
  /** For whatever the hook calls; absent unless an interceptor traces. */
  readonly traceContext?: TraceContext | undefined;
  progress(progress: Progress): void;
  /** Whether somebody has opened a rule of the hook, so that it holds nothing back; never for a hook that is final. */
  isOpen?(rule: string): boolean;
  /** Whether the action goes ahead without the hook, so that it can only tell something. */
  readonly late?: boolean | undefined;
  /**
   * Answers later what the hook has to tell: the firing goes on, and what it injects waits for the next one. `cancel` is
   * called when the hooks are disposed of.
   */
  later?(reply: Promise<unknown>, cancel: (failure: HookFailure) => void): void;
}
