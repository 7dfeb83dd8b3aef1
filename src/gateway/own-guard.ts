import { ProtectedPaths } from '../builtin/own-files/protected-paths.ts';
import { handlerFiles } from '../config/handlers/handler-files.ts';
import type { Config } from '../config/load/config.ts';
import { possibleFiles } from '../config/load/levels.ts';
import { deny } from '../engine/outcome/effects.ts';
import { isObject } from '../engine/values/shapes.ts';
import { readIfThere } from '../files/take-file.ts';
import { agentTable } from './agents/agent-table.ts';
import { daemonFolder } from './daemon/daemon-address.ts';
import { hooksFile } from './install/agent-places.ts';
import { isHookLine } from './install/hook-line.ts';
import { dataFolder } from './install/launcher.ts';
import { personsCommandIn } from './persons-commands.ts';
import { stateRoot } from './state/state-folder.ts';

/** Runs behind all others, so that it sees the call as it would happen. */
const ownPriority = Number.MAX_SAFE_INTEGER;

/**
 * Registers the guard that is always there for agents: they change neither hookline's files nor its installation. What they
 * cannot be seen to do, they can still do.
 */
export async function guardOwnFiles({ hooks, files, declarations }: Config, folder: string): Promise<void> {
  const paths = new ProtectedPaths(
    [
      ...files,
      ...possibleFiles(folder),
      ...handlerFiles(declarations, folder),
      ...(await installedFiles(folder)),
      dataFolder(),
      stateRoot(),
      daemonFolder(),
    ],
    folder,
  );
  const options = { name: 'hookline', guard: true, priority: ownPriority } as const;
  hooks.on('PreToolUse', options, ({ tool_name: toolName, tool_input: given, cwd }) => {
    if (!isObject(given)) return undefined;
    const touched = paths.touchedBy({ toolName, input: given, cwd: String(cwd ?? folder) });
    if (touched !== null)
      return deny(`${touched} belongs to what guards this session; a person may change it`);
    const { command } = given;
    const persons = toolName === 'Bash' && typeof command === 'string' ? personsCommandIn(command) : null;
    return persons === null
      ? undefined
      : deny(`"${persons}" is for a person to run: it changes what guards this agent`);
  });
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
