import { compileMatcher } from '../../engine/hooks/matcher.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import {
  checkOptions,
  isNumber,
  type OptionChecks,
  refuseOption,
  truthCheck,
} from '../../engine/values/options.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe } from '../../engine/values/text.ts';
import { textsCheck } from '../../handlers/option-checks.ts';
import { agentSdkRights } from '../../protocols/agent-sdk/agent-sdk.ts';
import type { AgentSdkEvent, HookCallbackLike } from '../../protocols/agent-sdk/types.ts';

export const HOOK_EVENTS = Object.keys(agentSdkRights) as readonly AgentSdkEvent[];

export interface RunnerMatcher {
  readonly matcher?: string;
  readonly hooks?: readonly HookCallbackLike[];
  readonly commands?: readonly string[];
  /** Seconds for all hooks of this group together. 0 means none. */
  readonly timeout?: number;
  /** What a failure does: `continue` goes ahead, `block` does not. */
  readonly onFailure?: 'continue' | 'block';
  /** The hooks of this group must hold: nothing skips them, and every failure blocks. */
  readonly guard?: boolean;
}

export type RunnerConfig = { readonly [Event in AgentSdkEvent]?: readonly RunnerMatcher[] };

export interface RunnerGroup {
  readonly event: AgentSdkEvent;
  readonly path: string;
  readonly group: RunnerMatcher;
}

const groupChecks: OptionChecks<RunnerMatcher> = {
  matcher: ['a pattern', (value) => typeof value === 'string'],
  hooks: ['a list of functions', Array.isArray],
  commands: textsCheck,
  timeout: ['a number of seconds', (value) => isNumber(value) && value >= 0],
  onFailure: ['"continue" or "block"', (value) => value === 'continue' || value === 'block'],
  guard: truthCheck,
};

export function checkEvent(event: unknown): asserts event is AgentSdkEvent {
  if (typeof event === 'string' && Object.hasOwn(agentSdkRights, event)) return;
  const hint = typeof event === 'string' ? didYouMean(event, HOOK_EVENTS) : '';
  throw new HooklineError('point-unknown', `unknown hook event ${describe(event)}${hint}`);
}

export function readRunnerConfig(who: string, config: unknown): readonly RunnerGroup[] {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    refuseOption(who, `takes an object from events to lists of matchers, not ${describe(config)}`);
  }
  return Object.entries(config).flatMap(([event, groups]: [string, unknown]) => {
    if (groups === undefined) return [];
    checkEvent(event);
    const path = `${who}.${event}`;
    if (!Array.isArray(groups)) refuseOption(path, `takes a list of matchers, not ${describe(groups)}`);
    return groups.map((group: unknown, index) => readGroup(event, `${path}[${index}]`, group));
  });
}

function readGroup(event: AgentSdkEvent, path: string, group: unknown): RunnerGroup {
  checkOptions(path, group, groupChecks);
  const { matcher, hooks = [], commands = [] } = group as RunnerMatcher;
  if (hooks.length + commands.length === 0 && hooks !== (group as RunnerMatcher).hooks) {
    refuseOption(path, 'needs "hooks" or "commands"');
  }
  for (const [index, hook] of hooks.entries()) {
    if (typeof hook !== 'function')
      refuseOption(`${path}.hooks[${index}]`, `is a function, not ${describe(hook)}`);
  }
  for (const [index, line] of commands.entries()) {
    if (line.trim() === '') refuseOption(`${path}.commands[${index}]`, 'is a command line, not blank');
  }
  compileMatcher(matcher);
  return { event, path, group: group as RunnerMatcher };
}
