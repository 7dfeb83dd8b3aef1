import type { Config } from '../../config/load/config.ts';
import { mainAgent, meansAgent } from '../../engine/hooks/agent-names.ts';
import { didYouMean } from '../../engine/values/suggest.ts';

export function agentNote({ declarations, overrides }: Config, agent: string | null): string | null {
  if (agent === null || agent === '*' || agent === mainAgent) return null;
  const ids = [...new Set([...declarations, ...overrides].map((item) => item.agent))].filter(
    (id) => id !== null,
  );
  if (ids.length === 0 || ids.some((id) => meansAgent(id, agent))) return null;
  const hint = didYouMean(agent, ids);
  return `no hooks of the agent "${agent}" exist${hint === '' ? `: there are hooks of ${ids.join(', ')}` : hint}`;
}
