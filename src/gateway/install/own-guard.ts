import { ProtectedPaths } from '../../builtin/own-files/protected-paths.ts';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import type { Config } from '../../config/load/config.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { readIfThere } from '../../files/take-file.ts';
import { agentTable } from '../agents/agent-table.ts';
import type { AgentCall } from '../payload/read-call.ts';
import { hooksFile } from './agent-places.ts';
import { isHookLine } from './hook-line.ts';
import { dataFolder } from './launcher.ts';

/**
 * Denies a tool call that would write to what guards the agent: the configuration, what its handlers run, the launcher and the
 * files of agents with hookline's lines. Otherwise an agent could edit its own guard away.
 */
export async function keepGuard(
  call: AgentCall,
  outcome: Outcome,
  config: Config,
  folder: string,
): Promise<Outcome> {
  const { point, input } = call;
  if (point.name !== 'PreToolUse' || outcome.decision === 'deny') return outcome;
  const files = [...config.files, ...handlerFiles(config.declarations, folder)];
  const guarding = new ProtectedPaths([...files, dataFolder(), ...(await installedFiles(folder))], folder);
  const { value } = outcome;
  const cwd = typeof input['cwd'] === 'string' ? input['cwd'] : folder;
  const given = { toolName: String(input['tool_name']), input: isObject(value) ? value : {}, cwd };
  const touched = guarding.touchedBy(given);
  if (touched === null) return outcome;
  return {
    ...outcome,
    decision: 'deny',
    reason: `${touched} belongs to what guards this session`,
    decidedBy: null,
  };
}

/** The agents' own files that have hookline's lines. */
async function installedFiles(folder: string): Promise<readonly string[]> {
  const files = Object.values(agentTable).flatMap((agent) =>
    (['user', 'project'] as const).map((scope) => hooksFile(agent, scope, folder)),
  );
  // One that cannot be read may have them.
  const own = await Promise.all(files.map((file) => readIfThere(file).then(isHookLine, () => true)));
  return files.filter((_, index) => own[index] === true);
}
