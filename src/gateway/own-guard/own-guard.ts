import { ProtectedPaths } from '../../builtin/own-files/protected-paths.ts';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import type { Config } from '../../config/load/config.ts';
import { possibleFiles } from '../../config/load/levels.ts';
import { ask, deny } from '../../engine/outcome/effects.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { ToolPaths } from '../../permissions/uses/tool-paths.ts';
import { daemonFolder } from '../daemon/daemon-address.ts';
import { dataFolder } from '../install/launcher.ts';
import { stateRoot } from '../state/state-folder.ts';
import { installedProgram } from './installed-program.ts';
import { offSwitches } from './off-switches.ts';
import { personsCommandIn } from './persons-commands.ts';

/** The name of the guard that is always there. */
export const ownGuard = 'hookline';
/** Runs behind all others, so that it sees the call as it would happen. */
const ownPriority = Number.MAX_SAFE_INTEGER;

/**
 * Registers the guard that is always there for agents: they change neither hookline's files nor its installation. What they
 * cannot be seen to do, they can still do.
 */
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
    const touched = paths.mayTouch({ toolName, input: given, cwd: String(cwd ?? folder) });
    if (touched?.isCertain === true)
      return deny(`${touched.path} belongs to what guards this session; a person may change it`);
    const persons = linesOf(toolName, given)
      .map((line) => personsCommandIn(line, String(cwd ?? folder)))
      .find((one) => one !== null);
    if (persons !== undefined && persons !== null)
      return deny(`"${persons}" is for a person to run: it changes what guards this agent`);
    return touched === null
      ? undefined
      : ask(
          `what is unpacked here cannot be told, and may take the place of ${touched.path}, which belongs to what guards this session`,
        );
  });
}

const tools = new ToolPaths({}, 'judge');

/** The lines of shell that a call has, under whatever name. */
function linesOf(toolName: string, input: Fields): readonly string[] {
  const found = tools.in(toolName, input).filter(({ kind }) => kind === 'command');
  return found.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}
