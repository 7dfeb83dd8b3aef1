import { isObject, valueAt } from '../../engine/values/shapes.ts';
import type { AsyncHookJSONOutput, HookJSONOutputLike } from '../../protocols/agent-sdk/types.ts';

type SyncLike = Exclude<HookJSONOutputLike, AsyncHookJSONOutput>;

/** Results of a firing, or outputs of any hooks written for the SDK. */
type Results = readonly HookJSONOutputLike[];

/** What becomes of a tool call. A deny wins wherever it stands, then an ask; `ask` too when nobody decided. */
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

/** Whether the agent goes on though it would have stopped. */
export function processStopResults(results: Results): boolean {
  return results
    .filter(isSync)
    .some((result) => result.continue === true || result.decision === 'block' || result.decision === 'deny');
}

/** What the next model call is told. */
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

/** A hook that answers later says nothing yet; what is no object, as a hook in JavaScript may return, says nothing at all. */
function isSync(result: HookJSONOutputLike | null | undefined): result is SyncLike {
  return isObject(result) && valueAt(result, ['async']) !== true;
}

function field(specific: unknown, name: string): unknown {
  return valueAt(specific, [name]);
}
