import { builtinHandler } from '../../builtin/builtin-handler.ts';
import { commandHandler } from '../../handlers/command/command.ts';
import type { HandlerKind, HandlerSetting, HookFunction } from '../../handlers/handler.ts';
import { httpHandler } from '../../handlers/http/http.ts';
import { moduleHandler } from '../../handlers/module/module.ts';
import { checkFile, readReference } from '../../handlers/module/reference.ts';
import { pythonHandler } from '../../handlers/python/python.ts';
import { common, type HookEntry } from '../hookline-yaml/entry-schema.ts';
import type { HandlerCache } from './handler-cache.ts';
import { checkCommand, missingWarning } from './missing-command.ts';

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
  // Which kind takes which options is a row of the schema; every kind checks its own once more.
  return cache.get(key, () => kinds[entry.type].create(options as never, setting));
}

/** Where a file's key is called otherwise in code. */
function ownNames(entry: HookEntry, { instances }: HandlerCache): object {
  if (entry.type === 'builtin') return { instances };
  if (entry.type !== 'command') return {};
  return { command: entry.handler, handler: undefined, passEnv: [entry.passEnv ?? []].flat() };
}

/** What the first run would say, if the file that the hook is to run is not there. */
export function missingFile(entry: HookEntry, directory: string): string | null {
  return missingWarning(() => {
    if (entry.type === 'module') checkFile(readReference(entry.handler, directory));
    if (entry.type !== 'command') return;
    const { handler: command, args, env } = entry;
    checkCommand({ command, ...(args && { args }) }, directory, env?.['PATH']);
  });
}
