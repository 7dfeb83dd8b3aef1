import type { Attributes } from '@opentelemetry/api';
import type { FiringInfo } from '../../engine/firing/interceptor.ts';
import type { Effect } from '../../engine/outcome/effects.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { cutName, attributeNames as names } from './names.ts';

const forms = [
  /^([a-z][a-z0-9-]{0,60}\.[a-z0-9][a-z0-9.-]{0,100}): /,
  /^the rule (\S.{0,200}?) (?:denies it|asks for approval)(?:: |$)/,
];

/**
 * The rule that a reason names. Hooks write their reasons themselves, and `notes.txt: …` reads the same: what the event has
 * too is content, and no rule.
 */
function ruleIn(reason: string | null, { input }: FiringInfo): string | null {
  if (reason === null) return null;
  const rule = forms.map((form) => form.exec(reason)?.[1]).find((found) => found !== undefined);
  if (rule === undefined) return null;
  const { tool_name: _, ...content } = input as Fields;
  try {
    return JSON.stringify(content).includes(JSON.stringify(rule).slice(1, -1)) ? null : rule;
  } catch {
    return null;
  }
}

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

export function toolCallOf({ toolUseId, input }: FiringInfo): string | null {
  const own = toolUseId ?? (input as Fields)['tool_use_id'];
  return typeof own === 'string' && own !== '' ? own : null;
}

export function decisionIn(effects: readonly Effect[]): string | null {
  return ['deny', 'ask', 'allow'].find((type) => effects.some((effect) => effect.type === type)) ?? null;
}

function levelOf(hook: string): string | null {
  return /^(managed|user|local)\//.exec(hook)?.[1] ?? null;
}

function types(name: string, effects: readonly Effect[]): Attributes {
  return effects.length === 0 ? {} : { [name]: [...new Set(effects.map(({ type }) => type))] };
}

function text(name: string, value: unknown): Attributes {
  return typeof value === 'string' && value !== '' ? { [name]: cutName(value) } : {};
}
