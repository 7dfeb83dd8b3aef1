import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { Agent } from './agent.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

/** Every agent that hookline can guard. */
export const agentTable: Readonly<Record<string, Agent>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  opencode,
};

export function agentNamed(name: string): Agent {
  const agent = lookUp(agentTable, name);
  if (agent !== undefined) return agent;
  const names = Object.keys(agentTable);
  throw new HooklineError(
    'input-invalid',
    `there is no agent "${name}"${didYouMean(name, names)}; known are ${names.join(', ')}`,
  );
}
