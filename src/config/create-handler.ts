import { type BuiltinInstances, builtinHandler } from '../builtin/builtin-handler.ts';
import { commandHandler } from '../handlers/command.ts';
import type { HandlerKind, HandlerSetting, HookFunction } from '../handlers/handler.ts';
import { httpHandler } from '../handlers/http.ts';
import { moduleHandler } from '../handlers/module.ts';
import { pythonHandler } from '../handlers/python.ts';
import { common, type HookEntry } from './entry-schema.ts';

/** What makes the handler of each `type:`. */
const kinds: { readonly [T in HookEntry['type']]: HandlerKind<never> } = {
  command: commandHandler,
  python: pythonHandler,
  module: moduleHandler,
  http: httpHandler,
  builtin: builtinHandler,
};

/** Makes the handler of a hook from the keys that are its own. */
export function createHandler(
  entry: HookEntry,
  setting: HandlerSetting,
  instances: BuiltinInstances,
): HookFunction {
  const own = Object.fromEntries(
    Object.entries(entry).filter(([key, value]) => key !== 'type' && !(key in common) && value !== undefined),
  );
  return kinds[entry.type].create({ ...own, ...ownNames(entry, instances) } as never, setting);
}

/** Where a file's key is called otherwise in code. */
function ownNames(entry: HookEntry, instances: BuiltinInstances): object {
  if (entry.type === 'builtin') return { instances };
  if (entry.type !== 'command') return {};
  return { command: entry.handler, handler: undefined, passEnv: [entry.passEnv ?? []].flat() };
}
