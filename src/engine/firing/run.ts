import { type Hook, nameOf } from '../hooks/hook.ts';
import { type Effect, noEffects } from '../outcome/effects.ts';
import type { HookFailure } from '../outcome/failure.ts';
import type { Dropped, Run } from '../outcome/outcome.ts';

type Draft = { -readonly [K in keyof Run]: Run[K] };

export function newRun(hook: Hook, id: string | null): Run {
  return {
    id,
    hook: nameOf(hook),
    status: 'ok',
    failure: null,
    error: null,
    durationMs: null,
    effects: noEffects,
    dropped: noEffects,
  };
}

export function skippedRun(hook: Hook): Run {
  return { ...newRun(hook, null), status: 'skipped' };
}

export interface RunResult {
  readonly effects: readonly Effect[];
  readonly dropped: readonly Dropped[];
  readonly failure: HookFailure | null;
}

export const quietResult: RunResult = { effects: noEffects, dropped: noEffects, failure: null };

export function timeRun(run: Run, durationMs: number | null): void {
  const draft: Draft = run;
  draft.durationMs = durationMs;
}

export function completeRun(run: Run, result: RunResult, durationMs: number | null): void {
  const draft: Draft = run;
  draft.durationMs = durationMs;
  draft.effects = result.effects;
  draft.dropped = result.dropped;
  if (result.failure === null) return;
  draft.status = 'failed';
  draft.failure = result.failure.kind;
  draft.error = result.failure.message;
}
