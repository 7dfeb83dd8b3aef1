import type { AllowEffect, AskEffect, DenyEffect, Effect } from '../../engine/outcome/effects.ts';
import type { HookSpecificOutput, SyncHookJSONOutput } from '../../protocols/agent-sdk/output-types.ts';

export interface RunnerResult extends Omit<SyncHookJSONOutput, 'decision' | 'hookSpecificOutput'> {
  decision?: 'approve' | 'block' | 'allow' | 'deny';
  hookSpecificOutput?: HookSpecificOutput | PreCompactSpecificOutput;
}

export interface PreCompactSpecificOutput {
  hookEventName: 'PreCompact';
  custom_instructions: unknown;
}

type DecisionEffect = AllowEffect | AskEffect | DenyEffect;

export function inWords(point: string, effects: readonly Effect[]): RunnerResult {
  const result: RunnerResult = {};
  const specific = specificOutput(point, effects);
  if (specific !== undefined) result.hookSpecificOutput = specific;
  const refusal = refusalIn(point, effects);
  if (refusal !== undefined) {
    result.decision = 'block';
    if (refusal.reason !== null) result.reason = refusal.reason;
  }
  if (effects.some(({ type }) => type === 'suppress')) result.suppressOutput = true;
  const halt = effects.find((effect) => effect.type === 'halt');
  if (halt !== undefined) {
    result.continue = false;
    if (halt.reason !== null) result.stopReason = halt.reason;
  }
  const context = contextIn(effects);
  if (context !== undefined && !hasAdditionalContext(point)) result.systemMessage = context;
  return result;
}

/** A halt has no field before a tool, and must not let the tool run. */
function decisionIn(effects: readonly Effect[]): DecisionEffect | undefined {
  const halt = effects.find((effect) => effect.type === 'halt' && effect.chainOnly !== true);
  return (
    effects.find((effect) => effect.type === 'deny') ??
    (halt?.type === 'halt' ? { type: 'deny' as const, reason: halt.reason } : undefined) ??
    effects.find((effect) => effect.type === 'ask') ??
    effects.find((effect) => effect.type === 'allow')
  );
}

export function contextIn(effects: readonly Effect[]): string | undefined {
  const contents = effects.flatMap((effect) => (effect.type === 'inject' ? [effect.content] : []));
  return contents.length === 0 ? undefined : contents.join('\n');
}

function refusalIn(
  point: string,
  effects: readonly Effect[],
): { readonly reason: string | null } | undefined {
  const decidesElsewhere = point === 'PreToolUse' || point === 'PermissionRequest';
  return effects.find(({ type }) => type === 'resume' || (type === 'deny' && !decidesElsewhere)) as
    | DenyEffect
    | undefined;
}

const contextEvents = [
  'PostToolUseFailure',
  'SessionStart',
  'SubagentStart',
  'Setup',
  'Notification',
  'UserPromptSubmit',
] as const;

function hasAdditionalContext(point: string): boolean {
  return point === 'PreToolUse' || point === 'PostToolUse' || contextEvents.some((event) => event === point);
}

function specificOutput(point: string, effects: readonly Effect[]): RunnerResult['hookSpecificOutput'] {
  const text = contextIn(effects);
  const context = text === undefined ? {} : { additionalContext: text };
  const rewrite = effects.findLast((effect) => effect.type === 'modify');
  if (point === 'PreToolUse') return preToolUse(decisionIn(effects), rewrite?.value, context);
  if (point === 'PermissionRequest') return permissionRequest(decisionIn(effects), rewrite?.value);
  if (point === 'PostToolUse') {
    if (rewrite === undefined && text === undefined) return undefined;
    const output = rewrite === undefined ? {} : { updatedMCPToolOutput: rewrite.value };
    return { hookEventName: point, ...output, ...context };
  }
  if (point === 'PreCompact') {
    return rewrite === undefined ? undefined : { hookEventName: point, custom_instructions: rewrite.value };
  }
  const event = contextEvents.find((name) => name === point);
  return event === undefined || text === undefined ? undefined : { hookEventName: event, ...context };
}

function preToolUse(
  decision: DecisionEffect | undefined,
  value: unknown,
  context: { readonly additionalContext?: string },
): HookSpecificOutput | undefined {
  const permission = decision === undefined ? {} : { permissionDecision: decision.type };
  const reason =
    decision === undefined || decision.reason === null ? {} : { permissionDecisionReason: decision.reason };
  const said = { ...permission, ...reason, ...updatedInput(value), ...context };
  return Object.keys(said).length === 0 ? undefined : { hookEventName: 'PreToolUse', ...said };
}

/** A rewrite needs an allow here. */
function permissionRequest(
  decision: DecisionEffect | undefined,
  value: unknown,
): HookSpecificOutput | undefined {
  if (decision === undefined || decision.type === 'ask') return undefined;
  const { reason } = decision;
  return {
    hookEventName: 'PermissionRequest',
    decision:
      decision.type === 'allow'
        ? { behavior: 'allow', ...updatedInput(value) }
        : { behavior: 'deny', ...(reason === null ? {} : { message: reason }) },
  };
}

function updatedInput(value: unknown): { updatedInput?: Record<string, unknown> } {
  return value === undefined ? {} : { updatedInput: value as Record<string, unknown> };
}
