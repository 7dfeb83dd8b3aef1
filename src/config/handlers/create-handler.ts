import type { Builtin } from '../../builtin/builtin.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import { type HandlerSetting, type HookFunction, handlerKind } from '../../handlers/handler.ts';
import { withIntactGlobals } from '../../handlers/intact-globals.ts';
import { commonKeys } from '../hookline-yaml/common-keys.ts';
import type { HookEntry } from '../schema/hook-entry.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import type { HandlerCache } from './handler-cache.ts';
import type { OwnKind } from './own-kinds.ts';

export interface Handlers {
  readonly cache: HandlerCache;
  readonly own: ReadonlyMap<string, OwnKind>;
  readonly builtins: ReadonlyMap<string, Builtin>;
  readonly mcpServers: McpServersSection;
}

const notOwn: ReadonlySet<string> = new Set(['type', ...commonKeys]);

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
  // The schema says which options a kind takes; every kind checks them again.
  return cache.get(key, () => guarded(handlerKind(entry.type).create(options, setting), setting));
}

function guarded(handler: HookFunction, { guard }: HandlerSetting): HookFunction {
  return guard === true ? withIntactGlobals(handler) : handler;
}

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
