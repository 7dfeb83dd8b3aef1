import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { AgentProduct } from './agent-product.ts';
import { claudeCodeAgent } from './claude-code.ts';
import { codexAgent } from './codex.ts';
import { geminiAgent } from './gemini.ts';
import { opencodeAgent } from './opencode.ts';

/** Every agent that hookline can guard. */
export const agentTable: Readonly<Record<string, AgentProduct>> = {
  'claude-code': claudeCodeAgent,
  codex: codexAgent,
  gemini: geminiAgent,
  opencode: opencodeAgent,
};

export function agentNamed(name: string): AgentProduct {
  const agent = lookUp(agentTable, name);
  if (agent !== undefined) return agent;
  const names = Object.keys(agentTable);
  const hint = didYouMean(wholeName(name, names), names) || `; known are ${names.join(', ')}`;
  throw new HooklineError('input-invalid', `there is no agent "${name}"${hint}`);
}

/** People type the name of the program, `claude`, or of the package, `gemini-cli`. */
function wholeName(name: string, names: readonly string[]): string {
  const typed = name.toLowerCase();
  const isPart = (known: string): boolean => known.startsWith(`${typed}-`) || typed.startsWith(`${known}-`);
  return names.find(isPart) ?? name;
}
