import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ProtectedPaths } from '../../builtin/own-files/protected-paths.ts';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import type { Config } from '../../config/load/config.ts';
import { possibleFiles } from '../../config/load/levels.ts';
import { ask, deny } from '../../engine/outcome/effects.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { isMissing } from '../../files/file-facts.ts';
import { stateRoot } from '../../files/state/state-folder.ts';
import { actionsOf } from '../../shell/actions/actions-of.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';
import { daemonFolder } from '../daemon/daemon-address.ts';
import { hooksFile, userFile } from '../install/agent-places.ts';
import { dataFolder } from '../install/checksums.ts';
import { isHookLine } from '../install/hook-line.ts';
import { mcpFiles } from '../install/mcp/mcp-files.ts';
import { isWrappedText } from '../install/mcp/wrap-server.ts';
import { personsCommandIn } from './persons-commands.ts';
import { installedProgram } from './program-files.ts';

function offSwitches(folder: string): readonly string[] {
  const files = Object.values(agentTable).flatMap((agent) => filesOfAgent(agent, folder));
  const { GEMINI_CLI_TRUSTED_FOLDERS_PATH: moved } = process.env;
  const servers = mcpFiles(folder).filter(({ file }) => mayHave(file, isWrappedText));
  return [...files, ...servers.map(({ file }) => file), ...(moved ? [moved] : [])];
}

function filesOfAgent(agent: AgentProduct, folder: string): readonly string[] {
  const own = (['user', 'project'] as const).map((scope) => hooksFile(agent, scope, folder));
  if (!own.some((file) => mayHave(file, isHookLine))) return [];
  const { user = [], project = [] } = agent.files.switches ?? {};
  return [...own, ...user.map((path) => userFile(agent, path)), ...project.map((path) => join(folder, path))];
}

const maxBytes = 16 * 1024 * 1024;

/** An unreadable or huge file may have hookline's lines; reading a pipe would never end. */
function mayHave(file: string, isOurs: (text: string) => boolean): boolean {
  try {
    const facts = statSync(file);
    return !facts.isFile() || facts.size > maxBytes || isOurs(readFileSync(file, 'utf8'));
  } catch (problem) {
    return !isMissing(problem);
  }
}

export const ownGuard = 'hookline';
/** Last, so it sees the final call. */
const ownPriority = Number.MAX_SAFE_INTEGER;

export function guardOwnFiles(
  { hooks, files, declarations }: Pick<Config, 'hooks' | 'files' | 'declarations'>,
  folder: string,
): () => void {
  const paths = new ProtectedPaths(
    [
      ...files,
      ...possibleFiles(folder),
      ...handlerFiles(declarations, folder),
      ...offSwitches(folder),
      dataFolder(),
      stateRoot(),
      daemonFolder(),
    ],
    folder,
    installedProgram(),
  );
  const options = { name: ownGuard, guard: true, final: true, priority: ownPriority } as const;
  return hooks.on('PreToolUse', options, ({ tool_name: toolName, tool_input: given, cwd }) => {
    if (!isObject(given)) return undefined;
    const call = { toolName, input: given, cwd: String(cwd ?? folder) };
    const actions = actionsOf(call);
    const touched = paths.mayTouch(call, actions);
    if (touched?.isCertain === true)
      return deny(`${touched.path} belongs to what guards this session; a person may change it`);
    const persons = personsCommandIn(actions, call.cwd);
    if (persons !== null)
      return deny(`"${persons}" is for a person to run: it changes what guards this agent`);
    return touched === null
      ? undefined
      : ask(
          `what this unpacks is unknown, and may replace ${touched.path}, which belongs to what guards this session`,
        );
  });
}
