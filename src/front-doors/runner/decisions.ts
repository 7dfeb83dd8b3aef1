import { isObject, valueAt } from '../../engine/values/shapes.ts';
import type { AsyncHookJSONOutput, HookJSONOutputLike } from '../../protocols/agent-sdk/types.ts';

type SyncLike = Exclude<HookJSONOutputLike, AsyncHookJSONOutput>;

type Results = readonly HookJSONOutputLike[];

/** The decision about a tool call: deny beats ask beats allow. Default: `ask`. */
export function processPreToolUseResults(results: Results): 'allow' | 'deny' | 'ask' {
  const words = results
    .filter(isSync)
    .flatMap(({ decision, hookSpecificOutput }) => [
      decision,
      field(hookSpecificOutput, 'permissionDecision'),
    ]);
  if (words.includes('deny') || words.includes('block')) return 'deny';
  if (words.includes('ask')) return 'ask';
  return words.includes('allow') || words.includes('approve') ? 'allow' : 'ask';
}

export function processStopResults(results: Results): boolean {
  return results
    .filter(isSync)
    .some((result) => result.continue === true || result.decision === 'block' || result.decision === 'deny');
}

export function collectAdditionalContext(results: Results): string {
  return results
    .filter(isSync)
    .flatMap(({ systemMessage, hookSpecificOutput }) => [
      systemMessage,
      field(hookSpecificOutput, 'additionalContext'),
    ])
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n');
}

function isSync(result: HookJSONOutputLike | null | undefined): result is SyncLike {
  return isObject(result) && valueAt(result, ['async']) !== true;
}

function field(specific: unknown, name: string): unknown {
  return valueAt(specific, [name]);
}
