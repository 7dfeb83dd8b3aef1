import { join } from 'node:path';
import { lookUp } from '../engine/values/look-up.ts';
import { readIfThere } from '../files/take-file.ts';
import type { AgentProduct } from './agents/agent-product.ts';
import { agentTable } from './agents/agent-table.ts';
import { hooksFile, userFile } from './install/agent-places.ts';
import { isHookLine } from './install/hook-line.ts';

/** Further files by which an agent's hooks are switched off or no longer trusted: of its user, and of a project. */
const switches: Readonly<
  Record<string, { readonly user: readonly string[]; readonly project: readonly string[] }>
> = {
  'claude-code': { user: [], project: ['.claude/settings.local.json'] },
  codex: { user: ['.codex/config.toml'], project: ['.codex/config.toml'] },
  gemini: { user: ['.gemini/trustedFolders.json'], project: [] },
};

/** The files of agents that ask hookline here, by which one could have them ask no longer. */
export async function switchingFiles(folder: string): Promise<readonly string[]> {
  const files = await Promise.all(Object.values(agentTable).map((agent) => filesOfAgent(agent, folder)));
  const { GEMINI_CLI_TRUSTED_FOLDERS_PATH: moved } = process.env;
  return [...files.flat(), ...(moved ? [moved] : [])];
}

async function filesOfAgent(agent: AgentProduct, folder: string): Promise<readonly string[]> {
  const own = (['user', 'project'] as const).map((scope) => hooksFile(agent, scope, folder));
  // One that cannot be read may have hookline's lines.
  const asks = await Promise.all(own.map((file) => readIfThere(file).then(isHookLine, () => true)));
  if (!asks.includes(true)) return [];
  const { user = [], project = [] } = lookUp(switches, agent.name) ?? {};
  return [...own, ...user.map((path) => userFile(agent, path)), ...project.map((path) => join(folder, path))];
}
