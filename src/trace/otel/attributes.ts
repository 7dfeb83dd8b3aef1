import type { Attributes } from '@opentelemetry/api';
import type { FiringInfo } from '../../engine/firing/interceptor.ts';
import type { Effect } from '../../engine/outcome/effects.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { cutName, attributeNames as names } from './names.ts';
import { ruleIn } from './rule.ts';

/** What every span of a firing has. */
export function firingAttributes(firing: FiringInfo): Attributes {
  const { tool_name, session_id, agent_type, agent_id } = firing.input as Fields;
  return {
    ...text(names.tool, tool_name),
    ...text(names.toolCall, toolCallOf(firing)),
    ...text(names.conversation, session_id),
    ...text(names.agent, firing.agent ?? agent_id),
    ...text(names.agentType, agent_type),
  };
}

export function runAttributes({ point }: FiringInfo, { id, hook }: Run): Attributes {
  return {
    [names.point]: point,
    [names.hook]: cutName(hook),
    ...text(names.level, levelOf(hook)),
    ...text(names.run, id),
  };
}

export function resultAttributes(firing: FiringInfo, { status, failure, effects, dropped }: Run): Attributes {
  const decision = decisionIn(effects);
  const made = effects.find(({ type }) => type === decision);
  const reason = made !== undefined && 'reason' in made ? made.reason : null;
  return {
    [names.status]: status,
    ...text(names.error, failure),
    ...text(names.decision, decision),
    ...text(names.rule, ruleIn(reason, firing)),
    ...types(names.effects, effects),
    ...types(names.dropped, dropped),
  };
}

export function outcomeAttributes(firing: FiringInfo, outcome: Outcome): Attributes {
  const { decision, decidedBy, reason, modified, halted } = outcome;
  return {
    ...text(names.decision, decision),
    ...text(names.decidedBy, decidedBy),
    ...text(names.rule, ruleIn(reason, firing)),
    ...(decidedBy === null ? {} : text(names.level, levelOf(decidedBy))),
    ...(modified && { [names.modified]: true }),
    ...(halted && { [names.halted]: true }),
  };
}

/** The id that joins the firings of one tool call. Null where the host gives none. */
export function toolCallOf({ toolUseId, input }: FiringInfo): string | null {
  const own = toolUseId ?? (input as Fields)['tool_use_id'];
  return typeof own === 'string' && own !== '' ? own : null;
}

/** The strongest decision that a hook's own effects make. */
export function decisionIn(effects: readonly Effect[]): string | null {
  return ['deny', 'ask', 'allow'].find((type) => effects.some((effect) => effect.type === type)) ?? null;
}

/** The level of the file that a hook is from, which its name begins with; a project's hooks have none. */
function levelOf(hook: string): string | null {
  return /^(managed|user|local)\//.exec(hook)?.[1] ?? null;
}

function types(name: string, effects: readonly Effect[]): Attributes {
  return effects.length === 0 ? {} : { [name]: [...new Set(effects.map(({ type }) => type))] };
}

function text(name: string, value: unknown): Attributes {
  return typeof value === 'string' && value !== '' ? { [name]: cutName(value) } : {};
}
