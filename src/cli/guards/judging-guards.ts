import { resolve } from 'node:path';
import { createBuiltin } from '../../builtin/builtin-handler.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { type CommandCall, wrongCall } from '../command.ts';
import { withConfig } from '../input/with-config.ts';

export const guardNames = ['destructive-commands', 'protected-files', 'secrets'] as const;

interface LineAnswer {
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly rule: string | null;
  readonly reason: string | null;
}

export interface GuardAnswer extends LineAnswer {
  readonly guard: string;
}

export interface JudgingGuard {
  readonly guard: string;
  judge(command: string, cwd: string): Promise<GuardAnswer>;
}

export async function withGuards<T>(
  call: CommandCall,
  use: (guards: readonly JudgingGuard[]) => Promise<T>,
): Promise<T> {
  const { config } = call.options;
  if (!Array.isArray(config) || config.length === 0) {
    const directory = resolve(String(call.options['cwd'] ?? '.'));
    return use(guardNames.map((name) => judging(name, createBuiltin(name, undefined, { directory }))));
  }
  return withConfig(call, async ({ declarations }) => {
    const guards = declarations
      .filter(({ point, matcher }) => point.name === 'PreToolUse' && matcher.matches('Bash'))
      .filter(({ type, runs }) => type === 'builtin' && isGuard(runs))
      .map(({ runs, handler }) => judging(runs, handler));
    if (guards.length === 0)
      throw wrongCall(
        `the configuration has none of ${guardNames.join(', ')} at PreToolUse for Bash; hookline init --guards writes them`,
      );
    return use(guards);
  });
}

export function isGuard(name: string): boolean {
  return guardNames.some((guard) => guard === name);
}

function judging(guard: string, handler: HookFunction): JudgingGuard {
  const hooks = new Hooks();
  hooks.on('PreToolUse', { name: guard, guard: true }, handler);
  return {
    guard,
    async judge(command, cwd) {
      const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'check', cwd };
      const { decision, reason } = await hooks.fire('PreToolUse', call);
      if (decision !== 'deny' && decision !== 'ask')
        return { guard, decision: 'allow', rule: null, reason: null };
      const [, rule = guard] = /^([a-z][a-z0-9-]*\.[\w.-]+): /.exec(reason ?? '') ?? [];
      return { guard, decision, rule, reason };
    },
  };
}

export function together(answers: readonly GuardAnswer[]): LineAnswer {
  const worst =
    answers.find(({ decision }) => decision === 'deny') ?? answers.find(({ decision }) => decision === 'ask');
  if (worst === undefined) return { decision: 'allow', rule: null, reason: null };
  const { decision, rule, reason } = worst;
  return { decision, rule, reason };
}
