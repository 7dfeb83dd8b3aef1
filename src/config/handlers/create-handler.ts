import { resolve } from 'node:path';
import type { Builtin } from '../../builtin/builtin.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import { emptyScript } from '../../handlers/command/empty-script.ts';
import { type HandlerSetting, type HookFunction, handlerKind } from '../../handlers/handler.ts';
import { withIntactGlobals } from '../../handlers/intact-globals.ts';
import { checkFile, readReference } from '../../handlers/module/reference.ts';
import { commonKeys } from '../hookline-yaml/common-keys.ts';
import type { HookEntry } from '../schema/entry-schema.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { shortPath } from '../source/problem.ts';
import type { HandlerCache } from './handler-cache.ts';
import { checkCommand, missingWarning } from './missing-command.ts';
import type { OwnKind } from './own-kinds.ts';

/** What all files of one configuration share to make handlers. */
export interface Handlers {
  readonly cache: HandlerCache;
  /** The types whose modules the file names. */
  readonly own: ReadonlyMap<string, OwnKind>;
  /** The built-in hooks, if the file has any. */
  readonly builtins: ReadonlyMap<string, Builtin>;
  /** The MCP servers that the file knows: its own, and those of files around it. */
  readonly mcpServers: McpServersSection;
}

const notOwn: ReadonlySet<string> = new Set(['type', ...commonKeys]);

/** Makes the handler of a hook from its own keys. */
export function createHandler(entry: HookEntry, setting: HandlerSetting, handlers: Handlers): HookFunction {
  const { cache, own: ownKinds } = handlers;
  if (entry.type === 'own') return createOwn(entry, setting, cache, ownKinds.get(entry.kind));
  const own = Object.fromEntries(
    Object.entries(entry).filter(([key, value]) => !notOwn.has(key) && value !== undefined),
  );
  const { protocol, directory, guard, file } = setting;
  const server = entry.type === 'mcp_tool' ? { config: findServer(entry.server, handlers.mcpServers) } : {};
  const key = JSON.stringify([entry.type, own, protocol.name, directory, guard, file, server]);
  const options = { ...own, ...ownNames(entry, cache), ...server };
  // The schema says which options a kind takes. Every kind checks them again.
  return cache.get(key, () => guarded(handlerKind(entry.type).create(options, setting), setting));
}

function guarded(handler: HookFunction, { guard }: HandlerSetting): HookFunction {
  return guard === true ? withIntactGlobals(handler) : handler;
}

/** The user's code may throw anything and return anything. */
function createOwn(
  { kind: type, handler, options = {} }: Extract<HookEntry, { readonly type: 'own' }>,
  setting: HandlerSetting,
  cache: HandlerCache,
  defined: OwnKind | undefined,
): HookFunction {
  const given = { ...options, ...(handler !== undefined && { handler }) };
  const { protocol, directory, guard } = setting;
  const key = JSON.stringify([type, given, protocol.name, directory, guard, defined?.stamp]);
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
    if (typeof made === 'function') return guarded(made as HookFunction, setting);
    throw new HooklineError(
      'option-invalid',
      `create of the type "${type}" gave ${describe(made)}, not a function`,
    );
  });
}

type ShippedEntry = Exclude<HookEntry, { readonly type: 'own' }>;

/** Keys of a file that have another name in code. */
function ownNames(entry: ShippedEntry, { instances }: HandlerCache): object {
  if (entry.type === 'builtin') return { instances };
  if (entry.type !== 'command') return {};
  return { command: entry.handler, handler: undefined, passEnv: [entry.passEnv ?? []].flat() };
}

function findServer(name: string, servers: McpServersSection): McpServersSection[string] {
  const server = lookUp(servers, name);
  if (server !== undefined) return server;
  const names = Object.keys(servers);
  const known =
    names.length === 0 ? ': there is none under "mcpServers"' : `: it is one of ${names.join(', ')}`;
  const hint = didYouMean(name, names) || known;
  throw new HooklineError('option-invalid', `unknown MCP server "${name}"${hint}`, 'server');
}

/** The message of the first run, if the hook's file, the client of its model or the program of its server is missing. */
export function missingFile(entry: HookEntry, directory: string, { mcpServers }: Handlers): string | null {
  if (entry.type === 'prompt') {
    const obstacle = handlerKind(entry.type).obstacle?.(entry);
    return obstacle?.code === 'handler-missing' ? obstacle.message : null;
  }
  if (entry.type === 'module') {
    const reference = readReference(entry.handler, directory);
    return missingWarning(() => checkFile(reference), reference.file);
  }
  if (entry.type === 'mcp_tool') {
    const server = lookUp(mcpServers, entry.server);
    if (server === undefined || !('command' in server)) return null;
    const { command, args = [], env, cwd = directory } = server;
    return missingWarning(() => checkCommand({ command, args }, cwd, env?.['PATH']));
  }
  if (entry.type !== 'command') return null;
  const { handler: command, args, env, shell } = entry;
  // The shell looks in the folder of the event, which nobody knows yet.
  if (shell === true && args === undefined) return null;
  const [first = ''] = args === undefined ? command.trim().split(/\s/) : [command];
  const file = /[/.]/.test(first) ? resolve(directory, first) : null;
  return missingWarning(
    () => checkCommand({ command, ...(args && { args }) }, directory, env?.['PATH']),
    file,
  );
}

/** What is said of a hook that has nothing to run. */
export function emptyHandler(entry: HookEntry, directory: string): string | null {
  if (entry.type !== 'command') return null;
  const { handler: command, args } = entry;
  const empty = emptyScript({ command, ...(args && { args }) }, [directory]);
  if (empty === null) return null;
  const what = entry.guard === true ? 'so the guard blocks everything' : 'so the hook does nothing';
  return `${empty === 'its line' ? 'the line' : shortPath(empty)} has nothing but comments, ${what}`;
}
