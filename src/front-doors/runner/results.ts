import type { Effect } from '../../engine/outcome/effects.ts';
import { type BlockEffect, blockEffect, type Outcome, type Run } from '../../engine/outcome/outcome.ts';
import { pointNamed } from '../../engine/points/point.ts';
import { rawReplyOf } from './raw-replies.ts';
import { inWords, type RunnerResult } from './words.ts';

/** The results of one firing in the order of the hooks. */
export interface FireResults extends Array<RunnerResult> {
  /** The engine's outcome: what the host must do now. */
  readonly outcome: Outcome;
  /** The run of each result; null when no hook of this firing stands behind it. */
  readonly runs: readonly (Run | null)[];
}

/** One result per hook that answered. A failed hook has none, unless its failure holds something back. */
export function resultsOf(outcome: Outcome): FireResults {
  const results: RunnerResult[] = [];
  const runs: (Run | null)[] = [];
  for (const run of outcome.runs) {
    const result = resultOf(outcome.point, run);
    if (result === null) continue;
    results.push(result);
    runs.push(run);
  }
  const rest = effectsOfNobody(outcome);
  if (rest.length > 0) {
    results.push(inWords(outcome.point, rest));
    runs.push(null);
  }
  return withOutcome(results, outcome, runs);
}

/** The properties are not enumerable, so that the list equals a plain list of results. */
function withOutcome(results: RunnerResult[], outcome: Outcome, runs: FireResults['runs']): FireResults {
  return Object.defineProperties(results, {
    outcome: { value: outcome },
    runs: { value: runs },
  }) as FireResults;
}

function resultOf(point: string, run: Run): RunnerResult | null {
  if (run.status === 'skipped' || (run.status === 'failed' && run.effects.length === 0)) return null;
  // The hook's own words would ask the host again for what was dropped.
  const isObeyed = run.status === 'ok' && run.dropped.length === 0;
  return (isObeyed ? rawReplyOf(run) : undefined) ?? inWords(point, run.effects);
}

/** Effects without a hook: the firing was cancelled, or a background hook answered in the meantime. */
function effectsOfNobody(outcome: Outcome): readonly Effect[] {
  const effects = outcome.runs.flatMap((run) => run.effects);
  const rest: Effect[] = [];
  const block = blockOf(outcome);
  if (block !== null && !effects.some(({ type }) => type === block.type)) rest.push(block);
  const arrived = outcome.injections.length - effects.filter(({ type }) => type === 'inject').length;
  for (const { content, into } of outcome.injections.slice(0, arrived)) {
    rest.push({ type: 'inject', content, into });
  }
  return rest;
}

function blockOf({ point, decision, suppressed, resume, halted, reason }: Outcome): BlockEffect | null {
  const { block } = pointNamed(point);
  const isBlocked = { deny: decision === 'deny', suppress: suppressed, resume, halt: halted };
  return block !== null && isBlocked[block] ? blockEffect(block, reason ?? 'the firing was cancelled') : null;
}
