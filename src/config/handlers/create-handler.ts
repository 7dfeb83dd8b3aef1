import { HooklineError } from '../../engine/values/errors.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import { type HandlerSetting, type HookFunction, handlerKind } from '../../handlers/handler.ts';
import { checkFile, readReference } from '../../handlers/module/reference.ts';
import { common, type HookEntry } from '../hookline-yaml/entry-schema.ts';
import type { HandlerCache } from './handler-cache.ts';
import { checkCommand, missingWarning } from './missing-command.ts';
import type { OwnKind } from './own-kinds.ts';

/** What the files of one configuration share to make handlers. */
export interface Handlers {
  readonly cache: HandlerCache;
  /** The types that the file names modules for. */
  readonly own: ReadonlyMap<string, OwnKind>;
}

/** Makes the handler of a hook from the keys that are its own. */
export function createHandler(
  entry: HookEntry,
  setting: HandlerSetting,
  { cache, own: ownKinds }: Handlers,
): HookFunction {
  if (entry.type === 'own') return createOwn(entry, setting, cache, ownKinds.get(entry.kind));
  const own = Object.fromEntries(
    Object.entries(entry).filter(([key, value]) => key !== 'type' && !(key in common) && value !== undefined),
  );
  const { protocol, directory, guard, file } = setting;
  const key = JSON.stringify([entry.type, own, protocol.name, directory, guard, file]);
  const options = { ...own, ...ownNames(entry, cache) };
  // Which kind takes which options is a row of the schema; every kind checks its own once more.
  return cache.get(key, () => handlerKind(entry.type).create(options, setting));
}

/** Code of the user's own may throw anything, and give anything. */
function createOwn(
  { kind: type, handler, options = {} }: Extract<HookEntry, { readonly type: 'own' }>,
  setting: HandlerSetting,
  cache: HandlerCache,
  defined: OwnKind | undefined,
): HookFunction {
  const given = { ...options, ...(handler !== undefined && { handler }) };
  const key = JSON.stringify([type, given, setting.protocol.name, setting.directory, defined?.stamp]);
  return cache.get(key, () => {
    const kind = defined?.kind ?? handlerKind(type);
    let made: unknown;
    try {
      made = kind.create(given, setting);
    } catch (problem) {
      throw new HooklineError(
        'option-invalid',
        `a handler of type "${type}" cannot be made: ${messageOf(problem)}`,
      );
    }
    if (typeof made === 'function') return made as HookFunction;
    throw new HooklineError(
      'option-invalid',
      `create of the type "${type}" gave ${describe(made)}, not a function`,
    );
  });
}

type ShippedEntry = Exclude<HookEntry, { readonly type: 'own' }>;

/** Where a file's key is called otherwise in code. */
function ownNames(entry: ShippedEntry, { instances }: HandlerCache): object {
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
