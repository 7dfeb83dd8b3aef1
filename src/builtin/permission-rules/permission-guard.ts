import type { Declaration } from '../../config/load/declaration.ts';
import type { Place } from '../../config/source/problem.ts';
import { matchAll } from '../../engine/hooks/matcher.ts';
import { ask, deny, type Effect, type Reply } from '../../engine/outcome/effects.ts';
import { pointNamed } from '../../engine/points/point.ts';
import type { Fields, HookFunction } from '../../handlers/handler.ts';
import { PermissionRules, type RuleCall, type RuleLists } from '../../permissions/permission-rules.ts';

/** Behind nothing but what has a lower priority of its own. */
const rulesPriority = 10;

/** The guard that holds tool calls back as deny and ask rules say; null where there are none. */
export function permissionGuard(
  { deny: denied = [], ask: asked = [] }: RuleLists,
  place: Place,
): Declaration | null {
  if (denied.length + asked.length === 0) return null;
  const parts = [
    denied.length > 0 && `deny ${denied.join(', ')}`,
    asked.length > 0 && `ask ${asked.join(', ')}`,
  ];
  return {
    point: pointNamed('PreToolUse'),
    name: 'permission rules',
    agent: null,
    matcher: matchAll,
    options: { priority: rulesPriority, guard: true, source: place.file },
    group: null,
    handler: judge(new PermissionRules({ deny: denied, ask: asked })),
    type: 'rules',
    runs: parts.filter((part) => part !== false).join('; '),
    description: 'Holds back the tool calls that the permission rules name.',
    place,
  };
}

function judge(rules: PermissionRules): HookFunction {
  const verdict = (call: RuleCall): Effect | undefined => {
    const denies = rules.denies(call);
    if (denies !== null) return deny(`the rule ${denies} denies it`);
    const asks = rules.asks(call);
    return asks === null ? undefined : ask(`the rule ${asks} asks for approval`);
  };
  // A handler of any point could ask for anything; this one is only ever at PreToolUse.
  return async (input: Fields) => verdict(callOf(input)) as Reply<never>;
}

function callOf(input: Fields): RuleCall {
  const call = input['tool_input'];
  return {
    toolName: String(input['tool_name']),
    // What is no object has no field that a rule could judge, and a rule in doubt holds back.
    input: typeof call === 'object' && call !== null ? { ...call } : {},
    cwd: String(input['cwd'] || process.cwd()),
  };
}
