import type { HookFailure } from '../outcome/failure.ts';
import type { Outcome } from '../outcome/outcome.ts';

export interface Progress {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
}

export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

export interface HookContext {
  readonly point: string;
  readonly hook: string;
  readonly guard?: boolean | undefined;
  readonly agent: string | null;
  /** The type of a subagent, or `main`; absent where the host did not say. */
  readonly agentType?: string | undefined;
  readonly toolUseId: string | null;
  /** 1, or 2 when the hook answered `{ async: true }` and is run again for its real answer. */
  readonly phase: 1 | 2;
  /** The id of this run in outcomes and messages; null unless someone listens or `timing` is on. */
  readonly runId: string | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly outcome: Outcome | null;
  readonly wire?: string | undefined;
  readonly render?: ((subject: unknown) => string) | undefined;
  readonly traceContext?: TraceContext | undefined;
  progress(progress: Progress): void;
  /** Whether a person opened a rule of the hook, so it blocks nothing; never for a final hook. */
  isOpen?(rule: string): boolean;
  /** Whether the action goes ahead without the hook. */
  readonly late?: boolean | undefined;
  /** The firing goes on; what it injects waits for the next one. `cancel` is called when the hooks are disposed of. */
  later?(reply: Promise<unknown>, cancel: (failure: HookFailure) => void): void;
}
