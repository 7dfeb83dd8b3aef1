import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { compileWildcard, type Wildcard } from '../../bounds/wildcard.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { getOrMake } from '../../engine/values/maps.ts';
import { messageOf } from '../../engine/values/text.ts';
import { claudeHandlerKey } from '../../protocols/claude-code/defaults.ts';
import type { HandlerCache } from '../handlers/handler-cache.ts';
import type { Declaration, FileContent } from '../load/declaration.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { mistake, type Problem, warning } from '../source/problem.ts';
import { insteadOfAgent } from '../source/refused-types.ts';
import { declareSettingsHook, whyNotClosed } from './declaration.ts';
import { obstacleOf } from './obstacle.ts';
import type { HttpEntry } from './schema.ts';
import { sessionEndBudgetMs } from './session-end-budget.ts';
import type { SameHooks, SettingsFile, SettingsHook } from './settings-file.ts';

/** What the settings have from the rest of the configuration. */
export interface SharedBySettings {
  readonly servers: McpServersSection;
  readonly cache: HandlerCache;
}

/**
 * Merges settings files as Claude Code merges its levels: hooks add up, other settings come from the last file, equal
 * hooks run once, and all hooks of an event run at the same time.
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

  /** The hooks that run, each with its equals: a hook runs once, however often it is registered. */
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

  /** Lists add up. Null when no file has one: then nothing is restricted. */
  #lists(key: 'allowedHttpHookUrls' | 'httpHookAllowedEnvVars'): readonly string[] | null {
    const lists = this.#files.map(({ switches }) => switches[key]).filter((list) => list !== undefined);
    return lists.length === 0 ? null : lists.flat();
  }
}

/**
 * Whether a hook that cannot run blocks. Somebody may rely on one that says so, and on one that was to judge an action; an
 * address that is not allowed was switched off on purpose.
 */
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

/**
 * The root of the project: the folder whose `.claude` has the last file. The user's own settings belong to no project;
 * with them alone it is the current folder.
 */
function projectOf(files: readonly SettingsFile[]): string {
  const folders = files.map(({ source }) => dirname(source.file.path));
  const inProject = folders
    .filter((folder) => basename(folder) === '.claude')
    .map((folder) => dirname(folder))
    .filter((folder) => folder !== homedir());
  return inProject.at(-1) ?? process.cwd();
}
