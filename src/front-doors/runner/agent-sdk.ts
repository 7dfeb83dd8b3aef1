import { asSubagent } from '../../engine/hooks/agent-names.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import { deny, type Effect } from '../../engine/outcome/effects.ts';
import { blockEffect, type Outcome } from '../../engine/outcome/outcome.ts';
import { pointNamed } from '../../engine/points/point.ts';
import type { FireInput } from '../../engine/points/point-types.ts';
import { checkOptions, isNumber, type OptionChecks, textCheck } from '../../engine/values/options.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { HookSpecificOutput, SyncHookJSONOutput } from '../../protocols/agent-sdk/output-types.ts';
import type { AgentSdkEvent } from '../../protocols/agent-sdk/types.ts';
import { suppressedText } from '../../protocols/wire-input.ts';
import { checkEvent, HOOK_EVENTS } from './config.ts';
import { contextIn, inWords } from './words.ts';

export interface AgentSdkMatcher {
  hooks: AgentSdkCallback[];
  timeout: number;
  onFailure?: 'continue' | 'block';
}

type AgentSdkCallback = (
  input: { readonly hook_event_name: string; readonly agent_id?: string; readonly agent_type?: string },
  toolUseID: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<AgentSdkOutput>;

export type AgentSdkHooks = { [Event in AgentSdkEvent]?: AgentSdkMatcher[] };

export interface AgentSdkHooksOptions {
  /** The events to listen to. Each costs the SDK a round trip when it happens. Default: all fifteen. */
  readonly events?: readonly AgentSdkEvent[];
  /** Seconds until the SDK gives the whole chain up. Hooks have their own, shorter timeouts. Default: 600. */
  readonly timeout?: number;
  /** What the SDK does if it cannot ask the chain at all. Only newer versions know it. */
  readonly onFailure?: 'continue' | 'block';
  /** Whose hooks run for events that come from no subagent. Default: those of every agent. */
  readonly agent?: string;
}

const checks: OptionChecks<AgentSdkHooksOptions> = {
  events: ['a list of events', Array.isArray],
  timeout: ['a number of seconds above 0', (value) => isNumber(value) && value > 0],
  onFailure: ['"continue" or "block"', (value) => value === 'continue' || value === 'block'],
  agent: textCheck,
};

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
    table[event] = [{ hooks: [callbackFor(hooks, event, options.agent)], ...rest }];
  }
  return table;
}

function callbackFor(hooks: Hooks, event: AgentSdkEvent, main: string | undefined): AgentSdkCallback {
  return async (input, toolUseID, { signal }) => {
    const { agent_id: agent = main, agent_type: agentType } = input;
    try {
      const outcome = await asSubagent(hooks, input.agent_id ?? null, agentType ?? null, () =>
        hooks.fire(event, input as FireInput<typeof event>, {
          signal,
          ...(agent !== undefined && { agent }),
          ...(agentType !== undefined && { agentType }),
          ...(toolUseID !== undefined && { toolUseId: toolUseID }),
        }),
      );
      return inProductWords(event, effectsOf(outcome), input);
    } catch (problem) {
      return inProductWords(event, refusal(event, problem), input);
    }
  };
}

/** The SDK ignores a callback that throws, so a failure becomes a refusal. */
function refusal(event: AgentSdkEvent, problem: unknown): readonly Effect[] {
  const message = `the hooks could not be asked: ${messageOf(problem)}`;
  const { block } = pointNamed(event);
  return block === null ? [{ type: 'notify', message, level: 'error' }] : [blockEffect(block, message)];
}

function effectsOf(outcome: Outcome): readonly Effect[] {
  const { decision, reason, modified, value, injections, suppressed, resume, halted, haltReason } = outcome;
  const effects: Effect[] = [];
  if (decision !== null) effects.push({ type: decision, reason });
  // In the SDK, ending the turn does not stop the tool by itself.
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

export interface AgentSdkOutput extends Omit<SyncHookJSONOutput, 'hookSpecificOutput'> {
  hookSpecificOutput?: HookSpecificOutput | ReplacedOutput;
}

interface ReplacedOutput {
  hookEventName: 'PostToolUse';
  additionalContext?: string;
  updatedMCPToolOutput?: unknown;
  updatedToolOutput?: unknown;
}

function inProductWords(point: string, effects: readonly Effect[], input: object): AgentSdkOutput {
  const {
    decision,
    hookSpecificOutput,
    systemMessage: context,
    suppressOutput,
    ...rest
  } = inWords(point, effects);
  const output: AgentSdkOutput = { ...rest };
  if (decision !== undefined) {
    output.decision = 'block';
    // The model sees only the reason, and an agent that goes on needs a reason.
    output.reason = [output.reason, context].filter((text) => text !== undefined).join('\n') || 'Go on.';
  }
  const forPerson = effects.flatMap((effect) => (effect.type === 'notify' ? [effect.message] : []));
  if (decision === undefined && context !== undefined) forPerson.push(context);
  if (forPerson.length > 0) output.systemMessage = forPerson.join('\n');
  const specific = suppressOutput === true ? suppressedOutput(effects, input) : replacing(hookSpecificOutput);
  if (specific !== undefined) output.hookSpecificOutput = specific;
  return interrupting(output, effects);
}

function replacing(
  specific: ReturnType<typeof inWords>['hookSpecificOutput'],
): AgentSdkOutput['hookSpecificOutput'] {
  if (specific?.hookEventName === 'PreCompact') return undefined;
  if (specific?.hookEventName !== 'PostToolUse' || !('updatedMCPToolOutput' in specific)) return specific;
  return { ...specific, updatedToolOutput: specific.updatedMCPToolOutput };
}

function interrupting(output: AgentSdkOutput, effects: readonly Effect[]): AgentSdkOutput {
  const specific = output.hookSpecificOutput;
  const isHalted = effects.some(({ type }) => type === 'halt');
  if (!isHalted || specific?.hookEventName !== 'PermissionRequest') return output;
  if (specific.decision.behavior !== 'deny') return output;
  return {
    ...output,
    hookSpecificOutput: { ...specific, decision: { ...specific.decision, interrupt: true } },
  };
}

function suppressedOutput(effects: readonly Effect[], input: object): ReplacedOutput {
  const response = 'tool_response' in input ? hidden(input.tool_response) : suppressedText;
  const context = contextIn(effects);
  return {
    hookEventName: 'PostToolUse',
    ...(context === undefined ? {} : { additionalContext: context }),
    updatedMCPToolOutput: response,
    updatedToolOutput: response,
  };
}

function hidden(value: unknown, name = ''): unknown {
  // `type` names the shape, so it stays.
  if (typeof value === 'string') return name === 'type' || value === '' ? value : suppressedText;
  if (Array.isArray(value))
    return value.map((item: unknown) => (isOtherBlock(item) ? textBlock : hidden(item)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, hidden(field, key)]));
}

const textBlock = { type: 'text', text: suppressedText };

function isOtherBlock(item: unknown): boolean {
  return (
    typeof item === 'object' && item !== null && 'type' in item && item.type !== 'text' && !('text' in item)
  );
}
