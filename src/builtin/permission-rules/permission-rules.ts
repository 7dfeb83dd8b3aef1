import { ask, deny, type Effect, type Reply } from '../../engine/outcome/effects.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { PermissionRules, type RuleCall, type RuleLists } from '../../permissions/permission-rules.ts';

/** A hook at PreToolUse that enforces deny and ask rules. */
export function permissionRulesHook(lists: Pick<RuleLists, 'deny' | 'ask'>): HookFunction {
  const rules = new PermissionRules(lists);
  const verdict = (call: RuleCall): Effect | undefined => {
    const denies = rules.denies(call);
    if (denies !== null) return deny(`the rule ${denies} denies it`);
    const asks = rules.asks(call);
    return asks === null ? undefined : ask(`the rule ${asks} asks for approval`);
  };
  // A handler for any point may answer anything. This one is only used at PreToolUse.
  return async (input: Fields) => verdict(callOf(input)) as Reply<never>;
}

function callOf(input: Fields): RuleCall {
  const call = input['tool_input'];
  return {
    toolName: String(input['tool_name']),
    // Without an object there is no field to judge, and a rule in doubt holds back.
    input: typeof call === 'object' && call !== null ? { ...call } : {},
    cwd: String(input['cwd'] || process.cwd()),
  };
}
