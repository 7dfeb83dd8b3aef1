import { Hooks } from '../../engine/hooks/hooks.ts';
import { deny, type Effect } from '../../engine/outcome/effects.ts';
import { blockEffect, type Outcome } from '../../engine/outcome/outcome.ts';
import { pointNamed } from '../../engine/points/point.ts';
import type { FireInput } from '../../engine/points/point-types.ts';
import { checkOptions, isNumber, type OptionChecks } from '../../engine/values/options.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { AgentSdkEvent } from '../../protocols/agent-sdk/types.ts';
import { checkEvent, HOOK_EVENTS } from './config.ts';
import { type AgentSdkOutput, inProductWords } from './product-words.ts';

export interface AgentSdkMatcher {
  hooks: AgentSdkCallback[];
  timeout: number;
  onFailure?: 'continue' | 'block';
}

/** A callback that the SDK can call with any of its events. */
type AgentSdkCallback = (
  input: { readonly hook_event_name: string; readonly agent_id?: string },
  toolUseID: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<AgentSdkOutput>;

/** The `hooks` of the options of `query()`. */
export type AgentSdkHooks = { [Event in AgentSdkEvent]?: AgentSdkMatcher[] };

export interface AgentSdkHooksOptions {
  /** The events to listen to. Each costs the SDK a round trip when it happens. Default: all fifteen. */
  readonly events?: readonly AgentSdkEvent[];
  /** Seconds until the SDK gives the whole chain up. Hooks have their own, shorter timeouts. Default: 600. */
  readonly timeout?: number;
  /** What the SDK does if it cannot ask the chain at all. Only newer versions know it. */
  readonly onFailure?: 'continue' | 'block';
}

const checks: OptionChecks<AgentSdkHooksOptions> = {
  events: ['a list of events', Array.isArray],
  timeout: ['a number of seconds above 0', (value) => isNumber(value) && value > 0],
  onFailure: ['"continue" or "block"', (value) => value === 'continue' || value === 'block'],
};

/** Hooks for the Claude Agent SDK: `query({ prompt, options: { hooks: toAgentSdkHooks(runner) } })`. */
export function toAgentSdkHooks(
  source: Hooks | { readonly hooks: Hooks },
  options: AgentSdkHooksOptions = {},
): AgentSdkHooks {
  checkOptions('toAgentSdkHooks()', options, checks);
  const hooks = source instanceof Hooks ? source : source.hooks;
  const { events = HOOK_EVENTS, timeout = 600, onFailure } = options;
  const rest = onFailure === undefined ? { timeout } : { timeout, onFailure };
  const table: AgentSdkHooks = {};
  for (const event of events) {
    checkEvent(event);
    table[event] = [{ hooks: [callbackFor(hooks, event)], ...rest }];
  }
  return table;
}

function callbackFor(hooks: Hooks, event: AgentSdkEvent): AgentSdkCallback {
  return async (input, toolUseID, { signal }) => {
    const { agent_id: agent } = input;
    try {
      const outcome = await hooks.fire(event, input as FireInput<typeof event>, {
        signal,
        ...(agent === undefined ? {} : { agent }),
        ...(toolUseID === undefined ? {} : { toolUseId: toolUseID }),
      });
      return inProductWords(event, effectsOf(outcome), input);
    } catch (problem) {
      return inProductWords(event, refusal(event, problem), input);
    }
  };
}

/** For the SDK, a callback that throws does not object. So a failure becomes a refusal. */
function refusal(event: AgentSdkEvent, problem: unknown): readonly Effect[] {
  const message = `the hooks could not be asked: ${messageOf(problem)}`;
  const { block } = pointNamed(event);
  return block === null ? [{ type: 'notify', message, level: 'error' }] : [blockEffect(block, message)];
}

/** The outcome as the effects of one hook. */
function effectsOf(outcome: Outcome): readonly Effect[] {
  const { decision, reason, modified, value, injections, suppressed, resume, halted, haltReason } = outcome;
  const effects: Effect[] = [];
  if (decision !== null) effects.push({ type: decision, reason });
  // There, ending the turn does not by itself stop the tool.
  if (halted && pointNamed(outcome.point).block === 'deny')
    effects.push(deny(haltReason ?? 'stopped by a hook'));
  if (modified) effects.push({ type: 'modify', value });
  for (const { content, into } of injections) effects.push({ type: 'inject', content, into });
  if (suppressed) effects.push({ type: 'suppress' });
  if (resume) effects.push({ type: 'resume', reason });
  if (halted) effects.push({ type: 'halt', reason: haltReason });
  for (const { message, level } of outcome.notices) effects.push({ type: 'notify', message, level });
  return effects;
}
