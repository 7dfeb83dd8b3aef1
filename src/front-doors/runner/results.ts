import { Context } from '../../engine/firing/context.ts';
import type { Effect, Reply } from '../../engine/outcome/effects.ts';
import { type BlockEffect, blockEffect, type Outcome, type Run } from '../../engine/outcome/outcome.ts';
import { isPostponed } from '../../engine/outcome/reply.ts';
import { pointNamed } from '../../engine/points/point.ts';
import { agentSdk } from '../../protocols/agent-sdk/agent-sdk.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import { readWritten } from '../../protocols/reply/json-reply.ts';
import { inWords, type RunnerResult } from './words.ts';

const rawReplies = new WeakMap<Run, RunnerResult>();

export const keepingProtocol: Protocol = {
  ...agentSdk,
  readValue: (value, call) => {
    const reply = agentSdk.readValue(value, call);
    keep(call, value, reply);
    return reply;
  },
  readOutput: (output, call) => {
    const reply = agentSdk.readOutput(output, call);
    const written = readWritten(output.stdout);
    if (written.kind === 'json') keep(call, written.value, reply);
    return reply;
  },
};

function keep({ context }: WireCall, value: unknown, reply: Reply): void {
  const run = Context.runOf(context);
  if (run === null || typeof value !== 'object' || value === null || isPostponed(reply)) return;
  try {
    rawReplies.set(run, structuredClone(value) as RunnerResult);
  } catch {
    // A reply that can't be copied is reported by its effects.
  }
}

export interface FireResults extends Array<RunnerResult> {
  readonly outcome: Outcome;
  /** The run of each result; null when it isn't from a hook of this firing. */
  readonly runs: readonly (Run | null)[];
}

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

/** Not enumerable, so the list equals a plain list of results. */
function withOutcome(results: RunnerResult[], outcome: Outcome, runs: FireResults['runs']): FireResults {
  return Object.defineProperties(results, {
    outcome: { value: outcome },
    runs: { value: runs },
  }) as FireResults;
}

function resultOf(point: string, run: Run): RunnerResult | null {
  if (run.status === 'skipped' || (run.status === 'failed' && run.effects.length === 0)) return null;
  // The hook's own reply would ask the host again for what was dropped.
  const isObeyed = run.status === 'ok' && run.dropped.length === 0;
  return (isObeyed ? rawReplies.get(run) : undefined) ?? inWords(point, run.effects);
}

/** Without a hook: the firing was cancelled, or a background hook answered meanwhile. */
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
