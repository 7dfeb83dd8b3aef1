import { allow, ask, deny, type Effect, type Reply } from '../../engine/outcome/effects.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { RuleOptions } from '../../permissions/compile-rule.ts';
import {
  aboutOf,
  PermissionRules,
  type RuleCall,
  type RuleLists,
} from '../../permissions/permission-rules.ts';

export const ruleGuards = { own: 'permission rules', settings: 'permission rules of the settings' } as const;

export const allowRulesName = 'allow rules';

export function isRuleGuard(hook: string): boolean {
  const name = hook.replace(/^(?:managed|user|local)\//, '');
  return name === ruleGuards.own || name === ruleGuards.settings;
}

type RootedRules = Pick<RuleLists, 'deny' | 'ask'> & RuleOptions & { readonly root: string };

export function permissionRulesHook(sets: readonly RootedRules[]): HookFunction {
  const all = sets.map(({ deny: denied = [], ask: asked = [], root, isAnyDepth }) => {
    return new PermissionRules({ deny: denied, ask: asked }, { root, isAnyDepth });
  });
  const verdict = (call: RuleCall): Effect | undefined => {
    for (const rules of all) {
      const denies = rules.denies(call);
      if (denies !== null) return deny(`the rule ${denies.rule} denies it${aboutOf(denies)}`);
    }
    for (const rules of all) {
      const asks = rules.asks(call);
      if (asks !== null) return ask(`the rule ${asks.rule} asks for approval${aboutOf(asks)}`);
    }
    return undefined;
  };
  // This handler only ever runs at PreToolUse.
  return async (input: Fields) => verdict(callOf(input)) as Reply<never>;
}

export function allowRulesHook(
  sets: readonly (Pick<RuleLists, 'allow'> & { readonly root: string })[],
): HookFunction {
  const all = sets.map(({ allow: allowed = [], root }) => new PermissionRules({ allow: allowed }, { root }));
  return async (input: Fields) => {
    const call = callOf(input);
    const rule = all.map((rules) => rules.allows(call)).find((one) => one !== null);
    return (rule === undefined ? undefined : allow(`the rule ${rule} allows it`)) as Reply<never>;
  };
}

function callOf(input: Fields): RuleCall {
  const call = input['tool_input'];
  return {
    toolName: String(input['tool_name']),
    // A rule can't judge what is not an object, and a rule in doubt blocks.
    input: typeof call === 'object' && call !== null ? { ...call } : {},
    cwd: String(input['cwd'] || process.cwd()),
  };
}
