import type { UnattendedMode } from '../../config/schema/schema.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import { textOf } from '../../engine/values/text.ts';
import type { AgentCall } from '../payload/read-call.ts';

/** Modes in which an agent asks no one, or only about its own doubts. */
const unattended = /^(?:bypassPermissions|dontAsk|auto|auto-(?:low|medium|high)|yolo)$/;

/** Why no person answers questions in this session; null where one does. */
function whyUnattended({ agent, input }: AgentCall): string | null {
  const mode = textOf(input['permission_mode']);
  if (unattended.test(mode)) return `the permission mode is ${mode}`;
  const { attendedVariable: variable } = agent.payload;
  if (variable !== undefined && process.env[variable] === '0') return `${agent.title} runs headless`;
  return /^(?:1|true)$/.test(process.env['HOOKLINE_UNATTENDED'] ?? '') ? 'HOOKLINE_UNATTENDED is set' : null;
}

export interface UnattendedAsk {
  readonly mode: 'allow' | 'deny' | 'queue';
  readonly why: string;
}

export function unattendedAsk(
  call: AgentCall,
  { decision, halted, runs }: Outcome,
  setting: UnattendedMode | null,
  hooks: Hooks,
): UnattendedAsk | null {
  const why = decision === 'ask' && !halted && setting !== null ? whyUnattended(call) : null;
  if (why === null || setting === null) return null;
  if (setting !== 'allow-listed') return { mode: setting, why };
  const guards = new Set(hooks.list().flatMap(({ guard, name }) => (guard ? [name] : [])));
  const has = (type: 'allow' | 'ask', isCounted: (hook: string) => boolean): boolean =>
    runs.some(({ hook, effects }) => isCounted(hook) && effects.some((effect) => effect.type === type));
  const isListed = has('allow', () => true) && !has('ask', (hook) => guards.has(hook));
  return { mode: isListed ? 'allow' : 'deny', why };
}

export function withoutAsk(outcome: Outcome, ask: UnattendedAsk | null): Outcome {
  if (ask === null || outcome.decision !== 'ask') return outcome;
  const said = (outcome.reason ?? '').trim();
  const what = ask.mode === 'allow' ? 'allowed by the policy' : 'denied: there is no person to ask';
  const reason = `${said === '' ? '' : `${said}\n`}This question is ${what}, since ${ask.why}.`;
  return { ...outcome, decision: ask.mode === 'allow' ? 'allow' : 'deny', reason };
}

export function askNote(mode: UnattendedMode): string {
  const becomes: Readonly<Record<UnattendedMode, string>> = {
    deny: 'is denied',
    queue: 'is denied and waits for `hookline allow`',
    'allow-listed':
      'is allowed where another hook or an allow rule allows it and no guard asks, and denied otherwise',
  };
  return `an ask ${becomes[mode]} when the agent runs unattended (ask.unattended: ${mode})`;
}
