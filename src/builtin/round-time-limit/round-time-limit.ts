import { z } from 'zod';
import { mainAgent } from '../../engine/hooks/agent-names.ts';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { compileMatcher } from '../../engine/hooks/matcher.ts';
import { deny, halt, inject, type Place, type Reply } from '../../engine/outcome/effects.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { AgentStates, agentNames } from '../agent-states.ts';
import { builtinFunction, defineBuiltin } from '../builtin.ts';
import { durationMs, filled, pattern, place, readOptions } from '../builtin-options.ts';
import { once } from '../once.ts';

const options = once(() =>
  z.strictObject({
    limit: durationMs().describe(
      'How long a round may take before the agent is told to finish: seconds, or text such as "5m".',
    ),
    grace: durationMs()
      .default(120_000)
      .describe('How long the agent has after the warning. Then tools are denied. Default: 2 minutes.'),
    allow: pattern()
      .default('vote|new_answer|mcp__*__vote|mcp__*__new_answer')
      .describe(
        'The tools it may still use to finish, as a matcher. Default: vote and new_answer, also of MCP servers.',
      ),
    warning: filled().optional().describe('The warning. Default: a text that names the grace.'),
    into: place().default('tool_result').describe('Where the warning goes. Default: tool_result.'),
    maxDenials: z
      .int()
      .min(1)
      .default(10)
      .describe('The turn ends after so many denials in a row. Default: 10.'),
  }),
);

type Limits = z.output<ReturnType<typeof options>>;

export interface RoundTimeLimitOptions {
  readonly limit: number | string;
  readonly grace?: number | string | undefined;
  readonly allow?: string | undefined;
  readonly warning?: string | undefined;
  readonly into?: Place | undefined;
  readonly maxDenials?: number | undefined;
  readonly now?: () => number;
}

/** Register it at PreToolUse, where it warns and denies, and at PostToolUse, where it warns with the result. */
export type RoundTimeLimit = HookFunction & {
  /** Starts a new round for one agent (null is the main one), for those of one type, or with `*` or nothing for all. */
  reset(agent?: string | null): void;
  /** Ends an agent's round with a warning at the next tool call or result, where the grace starts. Default: the main agent. */
  wrapUp(agent?: string | null): void;
};

export const roundTimeLimitRow = defineBuiltin({
  name: 'round-time-limit',
  summary: 'Warns the agent when a round takes too long, and later lets it only finish.',
  points: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit'],
  options,
  create: (limits) => create(limits, Date.now),
});

export function roundTimeLimit({ now = Date.now, ...given }: RoundTimeLimitOptions): RoundTimeLimit {
  return create(readOptions(roundTimeLimitRow, given), now);
}

interface Round {
  readonly startedAt: number;
  warnedAt: number | null;
  denials: number;
}

function create(limits: Limits, now: () => number): RoundTimeLimit {
  const { limit, grace, into, maxDenials, warning = warningFor(grace) } = limits;
  const finishing = compileMatcher(limits.allow, 'tool_name');
  const rounds = new AgentStates((): Round => ({ startedAt: now(), warnedAt: null, denials: 0 }));
  const called = new Set<string>();

  const warn = (round: Round, isCalled: boolean): Reply => {
    if (round.warnedAt !== null || (!isCalled && now() - round.startedAt < limit)) return undefined;
    round.warnedAt = now();
    return inject(warning, { into });
  };

  const judge = (round: Round, tool: string, isCalled: boolean): Reply => {
    // Where tools fail or their results are not reported, only this point can warn.
    if (round.warnedAt === null) return warn(round, isCalled);
    if (now() - round.warnedAt < grace) return undefined;
    if (finishing.matches(tool)) {
      round.denials = 0;
      return undefined;
    }
    round.denials += 1;
    const reason = `The time of this round is over. You can only finish it now, with: ${limits.allow}`;
    if (round.denials < maxDenials) return deny(reason);
    return [
      deny(reason),
      halt(`${round.denials} tool calls in a row were denied after the time of the round was over`),
    ];
  };

  const answer = (input: Fields, context: HookContext): Reply => {
    if (context.point === 'UserPromptSubmit') {
      rounds.renew(input, context);
      return undefined;
    }
    const round = rounds.of(input, context);
    const isCalled = agentNames(input, context).filter((name) => called.delete(name)).length > 0;
    return context.point === 'PreToolUse'
      ? judge(round, String(input['tool_name']), isCalled)
      : warn(round, isCalled);
  };

  return Object.assign(builtinFunction(roundTimeLimitRow, answer), {
    reset: (agent: string | null = '*'): void => {
      rounds.forget(agent);
      if (agent === '*') called.clear();
      else called.delete(agent ?? mainAgent);
    },
    wrapUp: (agent: string | null = null): void => {
      for (const name of agent === '*' ? rounds.agents : [agent ?? mainAgent]) called.add(name);
    },
  });
}

function warningFor(grace: number): string {
  const seconds = Math.round(grace / 1000);
  return `The time of this round is over. Finish within ${seconds} seconds; after that tools are denied.`;
}
