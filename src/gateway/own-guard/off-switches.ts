import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lookUp } from '../../engine/values/look-up.ts';
import { isMissing } from '../../files/file-facts.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';
import { hooksFile, userFile } from '../install/agent-places.ts';
import { isHookLine } from '../install/hook-line.ts';

/** Further files by which an agent's hooks are switched off or no longer trusted: of its user, and of a project. */
const switches: Readonly<
  Record<string, { readonly user: readonly string[]; readonly project: readonly string[] }>
> = {
  'claude-code': { user: [], project: ['.claude/settings.local.json'] },
  codex: { user: ['.codex/config.toml'], project: ['.codex/config.toml'] },
  gemini: { user: ['.gemini/trustedFolders.json'], project: [] },
};

/** The files of agents that ask hookline here, by which one could have them ask no longer. */
export function offSwitches(folder: string): readonly string[] {
  const files = Object.values(agentTable).flatMap((agent) => filesOfAgent(agent, folder));
  const { GEMINI_CLI_TRUSTED_FOLDERS_PATH: moved } = process.env;
  return [...files, ...(moved ? [moved] : [])];
}

function filesOfAgent(agent: AgentProduct, folder: string): readonly string[] {
  const own = (['user', 'project'] as const).map((scope) => hooksFile(agent, scope, folder));
  if (!own.some(mayAsk)) return [];
  const { user = [], project = [] } = lookUp(switches, agent.name) ?? {};
  return [...own, ...user.map((path) => userFile(agent, path)), ...project.map((path) => join(folder, path))];
}

/** Longer files are no settings that people have. */
const maxBytes = 16 * 1024 * 1024;

/** One that cannot be read may have hookline's lines. To read a pipe would never end, and a huge file takes long. */
function mayAsk(file: string): boolean {
  try {
    const facts = statSync(file);
    return !facts.isFile() || facts.size > maxBytes || isHookLine(readFileSync(file, 'utf8'));
  } catch (problem) {
    return !isMissing(problem);
  }
}
