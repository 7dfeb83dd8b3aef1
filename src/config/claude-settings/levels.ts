import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { compileWildcard, type Wildcard } from '../../bounds/wildcard.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { getOrMake } from '../../engine/values/maps.ts';
import { nearest } from '../../engine/values/suggest.ts';
import { messageOf } from '../../engine/values/text.ts';
import { handlerKind } from '../../handlers/handler.ts';
import { claudeHandlerKey, claudeTimeoutMs } from '../../protocols/claude-code/events.ts';
import type { HandlerCache } from '../handlers/handler-cache.ts';
import type { Declaration, FileContent } from '../load/declaration.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { mistake, type Problem, warning } from '../source/problem.ts';
import { agentRefused, insteadOfAgent } from '../source/refused-types.ts';
import { declareSettingsHook, whyNotClosed } from './declaration.ts';
import { judgeModel } from './judge-model.ts';
import { mcpFileName } from './mcp-file.ts';
import type { HttpEntry, SettingsEntry } from './schema.ts';
import type { SameHooks, SettingsFile, SettingsHook } from './settings-file.ts';

const maxBudgetMs = 60_000;

function sessionEndBudgetMs(hooks: readonly SettingsHook[]): number {
  const given = Number(process.env['CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'] || Number.NaN);
  if (given > 0) return given;
  const asked = hooks
    .filter(({ point }) => point.name === 'SessionEnd')
    .map(({ entry }) => (entry.timeout ?? 0) * 1000);
  return Math.min(maxBudgetMs, Math.max(claudeTimeoutMs('SessionEnd', 'command'), ...asked));
}

export interface SharedBySettings {
  readonly servers: McpServersSection;
  readonly cache: HandlerCache;
}

/**
 * As in Claude Code: hooks add up, other settings come from the last file, and equal hooks run once, all at the same
 * time.
 */
export function mergeSettings(files: readonly SettingsFile[], shared: SharedBySettings): FileContent {
  const merging = new SettingsMerging(files, shared);
  merging.merge();
  return merging;
}

class SettingsMerging implements FileContent {
  readonly declarations: Declaration[] = [];
  readonly overrides = [];
  readonly problems: Problem[] = [];
  readonly #files: readonly SettingsFile[];
  readonly #hooks: readonly SettingsHook[];
  readonly #shared: SharedBySettings;

  constructor(files: readonly SettingsFile[], shared: SharedBySettings) {
    this.#files = files;
    this.#shared = shared;
    this.#hooks = files.flatMap(({ hooks }) => hooks);
  }

  merge(): void {
    if (this.#isDisabled()) return;
    const allowedHeaders = this.#lists('httpHookAllowedEnvVars');
    const setting = {
      ...this.#shared,
      project: projectOf(this.#files),
      maySend: (name: string) => allowedHeaders === null || allowedHeaders.includes(name),
      sessionEndMs: sessionEndBudgetMs(this.#hooks),
      env: Object.assign({}, ...this.#files.map(({ switches }) => switches.env ?? {})),
    };
    const groups = new Map<Point, GroupOptions>();
    for (const same of this.#byIdentity()) {
      const [{ point, place }] = same;
      const group = getOrMake(groups, point, () => ({
        parallel: true,
        ...(point.name === 'SessionEnd' && { timeoutMs: setting.sessionEndMs }),
      }));
      try {
        const { declaration, problems } = declareSettingsHook(same, group, setting);
        this.declarations.push(declaration);
        this.problems.push(...problems);
      } catch (problem) {
        if (!(problem instanceof HooklineError)) throw problem;
        this.problems.push(mistake(messageOf(problem), place));
      }
    }
  }

  #byIdentity(): readonly SameHooks[] {
    const allowed = this.#lists('allowedHttpHookUrls')?.map(compileWildcard) ?? null;
    const reachable = {
      servers: this.#shared.servers,
      isAllowed: (entry: HttpEntry) => isAllowed(entry, allowed),
    };
    const byIdentity = new Map<string, [SettingsHook, ...SettingsHook[]]>();
    for (const given of this.#hooks) {
      const { entry, point, place } = given;
      const hook = { ...given, obstacle: obstacleOf(entry, reachable) };
      if (hook.obstacle !== null) {
        const blocks = blocksInstead(hook);
        const so = blocks ? `blocks at ${point.name}` : 'does not run here';
        const instead = entry.type === 'agent' ? `; ${insteadOfAgent}` : '';
        const message = `${hook.obstacle}, so this hook ${so}${instead}`;
        this.problems.push(warning('hook-not-run', message, place));
        if (!blocks) continue;
      }
      const identity = `${point.name} ${claudeHandlerKey(identityOf(entry))}`;
      const same = byIdentity.get(identity);
      if (same === undefined) byIdentity.set(identity, [hook]);
      else same.push(hook);
    }
    return [...byIdentity.values()];
  }

  #isDisabled(): boolean {
    const stating = this.#files.findLast((file) => file.switches.disableAllHooks !== undefined);
    if (stating?.switches.disableAllHooks !== true) return false;
    const message = 'no hook of any settings file runs, since "disableAllHooks" is true';
    const place = stating.source.at(['disableAllHooks'], 'key');
    this.problems.push(warning('hooks-disabled', message, place));
    return true;
  }

  #lists(key: 'allowedHttpHookUrls' | 'httpHookAllowedEnvVars'): readonly string[] | null {
    const lists = this.#files.map(({ switches }) => switches[key]).filter((list) => list !== undefined);
    return lists.length === 0 ? null : lists.flat();
  }
}

/** A hook that says it blocks, or judges an action, may be relied on; a refused address was switched off on purpose. */
function blocksInstead({ point, entry }: SettingsHook): boolean {
  if (entry.onFailure === 'block') return whyNotClosed(point, false) === null;
  return entry.type !== 'http' && entry.onFailure !== 'continue' && point.block === 'deny';
}

function identityOf(entry: SettingsHook['entry']): Parameters<typeof claudeHandlerKey>[0] {
  const { type } = entry;
  if (type === 'http') return { type, url: entry.url };
  if (type === 'mcp_tool') return { type, server: entry.server, tool: entry.tool, input: entry.input };
  if (type !== 'command') return { type, prompt: entry.prompt };
  const { command, args } = entry;
  return { type, command, ...(args && { args }) };
}

function isAllowed({ url }: HttpEntry, allowed: readonly Wildcard[] | null): boolean {
  return allowed === null || allowed.some((isMeant) => isMeant(url));
}

/** The user's own settings belong to no project; with them alone it is the current folder. */
function projectOf(files: readonly SettingsFile[]): string {
  const folders = files.map(({ source }) => dirname(source.file.path));
  const inProject = folders
    .filter((folder) => basename(folder) === '.claude')
    .map((folder) => dirname(folder))
    .filter((folder) => folder !== homedir());
  return inProject.at(-1) ?? process.cwd();
}

interface Reachable {
  readonly servers: McpServersSection;
  isAllowed(entry: HttpEntry): boolean;
}

function obstacleOf(entry: SettingsEntry, { servers, isAllowed }: Reachable): string | null {
  if (entry.type === 'agent') return agentRefused;
  if (entry.type === 'http')
    return isAllowed(entry) ? null : '"allowedHttpHookUrls" does not allow this address';
  if (entry.type === 'prompt') {
    const model = judgeModel(entry.model);
    return handlerKind('prompt').obstacle?.({ prompt: entry.prompt, model })?.message ?? null;
  }
  if (entry.type !== 'mcp_tool' || lookUp(servers, entry.server) !== undefined) return null;
  const near = nearest(entry.server, Object.keys(servers));
  const hint = near === null ? '' : ` (did you mean "${near}"?)`;
  return `the MCP server "${entry.server}"${hint} is neither in ${mcpFileName} nor under "mcpServers" of a hookline.yaml`;
}
