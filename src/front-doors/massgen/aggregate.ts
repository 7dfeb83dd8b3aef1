import type { Effect } from '../../engine/outcome/effects.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { HookType, ToolPoint } from './event.ts';
import {
  ChainResult,
  type ExecutedHook,
  type HookInject,
  type HookInjection,
  type HookResultFields,
} from './result.ts';

export function aggregate(outcome: Outcome, hookType: HookType, durationMs: number): ChainResult {
  const injections = outcome.injections.map(({ content, into, hook }) => ({
    content,
    strategy: into,
    hook_name: hook,
  }));
  const fields: Partial<HookResultFields> = {
    ...verdictOf(outcome),
    ...rewriteOf(outcome),
    inject: combine(injections),
    hook_errors: errorsOf(outcome),
    hook_name: outcome.decidedBy,
    hook_type: hookType,
    execution_time_ms: durationMs,
    executed_hooks: outcome.runs
      .filter(({ status }) => status !== 'skipped')
      .map((run) => audit(run, outcome)),
  };
  return new ChainResult(fields, injections, outcome);
}

/** Suppressed output and an ended turn are refusals too: MassGen has no other term for them. */
function verdictOf(outcome: Outcome): Pick<HookResultFields, 'decision' | 'reason'> {
  const { decision, halted, haltReason, suppressed } = outcome;
  if (decision !== 'deny' && !halted && !suppressed)
    return { decision: decision ?? 'allow', reason: outcome.reason };
  return {
    decision: 'deny',
    reason: failureBehind(outcome) ?? outcome.reason ?? haltReason ?? refusal(outcome),
  };
}

function failureBehind({ runs, decidedBy, reason }: Outcome): string | null {
  const run = runs.find(({ hook, status }) => hook === decidedBy && status === 'failed');
  if (run === undefined || (reason !== null && !reason.endsWith(String(run.error)))) return null;
  return errorOf(run);
}

function refusal({ suppressed, decidedBy, runs }: Outcome): string {
  const who = decidedBy ?? runs.find(({ effects }) => effects.some(({ type }) => type === 'halt'))?.hook;
  const what = suppressed ? 'Output suppressed' : 'Turn ended';
  return who === undefined ? what : `${what} by hook ${who}`;
}

function rewriteOf({ modified, value, point }: Outcome): Partial<HookResultFields> {
  if (!modified) return {};
  if (point !== 'PreToolUse') return { updated_output: value };
  return { modified_args: JSON.stringify(value), ...(isObject(value) && { updated_input: value }) };
}

function combine(injections: readonly HookInjection[]): HookInject | null {
  if (injections.length === 0) return null;
  const content = injections.map((injection) => injection.content).join('\n');
  const isMessage = injections.every(({ strategy }) => strategy === 'user_message');
  return { content, strategy: isMessage ? 'user_message' : 'tool_result' };
}

function errorsOf({ runs, notices }: Outcome): readonly string[] {
  const failures = runs.filter(({ status }) => status === 'failed').map(errorOf);
  const dropped = runs.flatMap((run) =>
    run.dropped.map(({ type, why }) => `Hook ${run.hook}: ${type} was not obeyed: ${why}`),
  );
  const reported = notices
    .filter(({ level }) => level === 'warning' || level === 'error')
    .map(({ message }) => message);
  return [...failures, ...dropped, ...reported];
}

function errorOf({ hook, failure, error }: Run): string {
  return failure === 'timeout'
    ? `Hook ${hook} timed out: ${error}`
    : `Hook ${hook} failed: ${error} (${failure})`;
}

const maxPreviewLength = 100;

function audit(run: Run, { point }: Outcome): ExecutedHook {
  const texts = run.effects.flatMap((effect) => (effect.type === 'inject' ? [effect.content] : []));
  const content = texts.length === 0 ? null : texts.join('\n');
  const isLong = content !== null && content.length > maxPreviewLength;
  return {
    hook_name: run.hook,
    hook_type: (point as ToolPoint) === 'PreToolUse' ? 'pre' : 'post',
    decision: run.status === 'failed' ? 'error' : decisionOf(run.effects),
    reason: run.status === 'failed' ? run.error : reasonOf(run.effects),
    execution_time_ms: run.durationMs,
    injection_preview: isLong ? `${content.slice(0, maxPreviewLength)}...` : content,
    injection_content: content,
  };
}

function decisionOf(effects: readonly Effect[]): ExecutedHook['decision'] {
  const has = (...types: readonly string[]): boolean => effects.some(({ type }) => types.includes(type));
  if (has('deny', 'suppress', 'halt')) return 'deny';
  return has('ask') ? 'ask' : 'allow';
}

function reasonOf(effects: readonly Effect[]): string | null {
  for (const effect of effects) if ('reason' in effect && effect.reason !== null) return effect.reason;
  return null;
}
