import { builtinHandler } from '../builtin/builtin-handler.ts';
import { HookFailure } from '../engine/failure.ts';
import { commandHandler } from '../handlers/command.ts';
import type { HandlerKind, HandlerSetting, HookFunction } from '../handlers/handler.ts';
import { httpHandler } from '../handlers/http.ts';
import { moduleHandler } from '../handlers/module.ts';
import { checkFile, readReference } from '../handlers/module-reference.ts';
import { pythonHandler } from '../handlers/python.ts';
import { resolveCommand } from '../handlers/resolve-command.ts';
import { common, type HookEntry } from './entry-schema.ts';
import type { HandlerCache } from './handler-cache.ts';

/** What makes the handler of each `type:`. */
const kinds: { readonly [T in HookEntry['type']]: HandlerKind<never> } = {
  command: commandHandler,
  python: pythonHandler,
  module: moduleHandler,
  http: httpHandler,
  builtin: builtinHandler,
};

/** Makes the handler of a hook from the keys that are its own. */
export function createHandler(entry: HookEntry, setting: HandlerSetting, cache: HandlerCache): HookFunction {
  const own = Object.fromEntries(
    Object.entries(entry).filter(([key, value]) => key !== 'type' && !(key in common) && value !== undefined),
  );
  const key = JSON.stringify([entry.type, own, setting.protocol.name, setting.directory]);
  const options = { ...own, ...ownNames(entry, cache) };
  return cache.get(key, () => kinds[entry.type].create(options as never, setting));
}

/** Where a file's key is called otherwise in code. */
function ownNames(entry: HookEntry, { instances }: HandlerCache): object {
  if (entry.type === 'builtin') return { instances };
  if (entry.type !== 'command') return {};
  return { command: entry.handler, handler: undefined, passEnv: [entry.passEnv ?? []].flat() };
}

/** A plain name that can only be meant as a script. */
const scriptName = /^[\w.-]+\.(sh|py|[cm]?[jt]s|rb|pl)$/;

/** What the first run would say, if the file that the hook is to run is not there. */
export function missingFile(entry: HookEntry, directory: string): string | null {
  try {
    if (entry.type === 'module') checkFile(readReference(entry.handler, directory));
    if (entry.type === 'command') checkCommand(entry, directory);
    return null;
  } catch (problem) {
    if (!(problem instanceof HookFailure)) throw problem;
    return `${problem.message}; until it is there, the hook fails`;
  }
}

function checkCommand({ handler, args, env }: HookEntry & { type: 'command' }, directory: string): void {
  const path = env?.['PATH'] ?? process.env['PATH'];
  const { args: words } = resolveCommand({ command: handler, ...(args && { args }) }, { directory, path });
  // A script that is found nowhere is left to the shell, which would not find it either.
  const [first = ''] = handler.trim().split(/\s/);
  if (words[0] === '-c' && scriptName.test(first)) {
    throw new HookFailure('missing', `the command "${first}" was not found`);
  }
}
