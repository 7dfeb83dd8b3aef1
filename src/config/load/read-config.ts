import { compileMatcher } from '../../engine/hooks/matcher.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { toolsSpelled } from '../../engine/points/tool-names.ts';
import { SetMap } from '../../engine/values/maps.ts';
import type { SettingsHook } from '../claude-settings/settings-file.ts';
import type { HandlerCache } from '../handlers/handler-cache.ts';
import type { PlacedRule, ScriptPermission } from '../hookline-yaml/permissions-reader.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import type { UnattendedMode } from '../schema/schema.ts';
import { type Findings, settle } from '../source/acknowledgements.ts';
import {
  type FilePlace,
  formatPlace,
  inOrder,
  type Problem,
  type Warning,
  warning,
} from '../source/problem.ts';
import type { Declaration, FilePermissions, NamedDeclaration, Override } from './declaration.ts';
import { groupAtTools, mergeByLevel } from './merge-by-level.ts';
import { settleNames } from './names.ts';
import { type FilesRead, type ReadFilesOptions, readFiles } from './read-files.ts';
import { checkHooks } from './register-all.ts';
import type { TraceSetting } from './trace-setting.ts';

export interface ReadConfig {
  readonly files: readonly string[];
  readonly texts: ReadonlyMap<string, string | null>;
  readonly handlers: HandlerCache;
  readonly declarations: readonly NamedDeclaration[];
  readonly overrides: readonly Override[];
  readonly permissions: FilePermissions;
  readonly mcpServers: McpServersSection;
  /** What becomes of an ask when the agent runs unattended; null: the agent asks as usual. */
  readonly unattended: UnattendedMode | null;
  readonly trace: TraceSetting | null;
  readonly tracePlace: FilePlace | null;
  readonly watch: boolean;
  readonly problems: readonly Problem[];
  readonly rules: readonly PlacedRule[];
  readonly scriptPermissions: readonly ScriptPermission[];
  readonly settingsHooks: readonly SettingsHook[];
  readonly tools: readonly string[];
  readonly acknowledged: readonly Warning[];
  readonly findings: Findings;
}

export interface ReadOptions extends ReadFilesOptions {
  readonly nativeNames?: boolean;
  /** Check that each hook can be registered. Default: true; false where that follows. */
  readonly checksHooks?: boolean;
}

/**
 * Registers nothing, and runs only modules that define the user's own handlers. Unchanged hooks keep their handlers.
 */
export async function readConfig(
  paths: readonly string[],
  { nativeNames = false, checksHooks = true, ...options }: ReadOptions = {},
): Promise<ReadConfig> {
  return settleFiles(await readFiles(paths, options), nativeNames, checksHooks);
}

async function settleFiles(read: FilesRead, nativeNames: boolean, checksHooks: boolean): Promise<ReadConfig> {
  const { overrides, permissions, servers, trace } = read;
  const settled = await settleHooks(read);
  const declarations = nativeNames ? settled.declarations.map(withNativeNames) : settled.declarations;
  const findings = {
    problems: [
      ...read.problems,
      ...settled.settingsProblems,
      ...permissions.problems,
      ...trace.problems,
      ...servers.problems,
      ...settled.nameProblems,
      ...guardsThatRun(overrides, declarations),
      ...(checksHooks ? checkHooks(declarations) : []),
    ],
    acknowledgements: read.acknowledgements,
    namedAt: read.namedAt,
  };
  const { problems, acknowledged } = settle(findings);
  return {
    files: [...read.texts.keys()],
    texts: read.texts,
    handlers: read.handlers,
    declarations,
    overrides,
    permissions: permissions.permissions,
    rules: permissions.placed,
    scriptPermissions: permissions.granted,
    settingsHooks: read.claudeSettings.flatMap(({ hooks }) => hooks),
    tools: read.tools,
    mcpServers: servers.all,
    unattended: read.unattended,
    trace: trace.setting,
    tracePlace: trace.place,
    watch: read.watch,
    problems: inOrder(problems),
    acknowledged,
    findings,
  };
}

async function settleHooks(read: FilesRead) {
  const { permissions, projectServers, servers, settingsIndex } = read;
  const settings = await mergeByLevel(read.claudeSettings, {
    servers: (level) => ({ ...projectServers.of(level), ...servers.of(level) }),
    cache: read.handlers,
  });
  const guards = await permissions.guards((level) => groupAtTools(settings.declarations, level));
  const { declarations, problems } = settleNames([
    ...guards.own,
    ...read.declarations.slice(0, settingsIndex),
    ...guards.settings,
    ...settings.declarations,
    ...read.declarations.slice(settingsIndex),
  ]);
  return { declarations, settingsProblems: settings.problems, nameProblems: problems };
}

function guardsThatRun(
  overrides: readonly Override[],
  declarations: readonly Declaration[],
): readonly Problem[] {
  const guards = new SetMap<Point, Declaration>();
  for (const one of declarations)
    if (one.agent === null && one.options.guard === true) guards.add(one.point, one);
  return overrides.flatMap(({ agent, point, place }) =>
    guards.get(point).map((guard) => {
      const message = `the guard at ${formatPlace(guard.place)} runs for "${agent}" all the same: guards are never overridden`;
      return warning('override-guard', message, place);
    }),
  );
}

/** Where an agent calls, events carry the canonical name, and a plain matcher may use either name. */
function withNativeNames(declaration: NamedDeclaration): NamedDeclaration {
  const { point, matcher, entry } = declaration;
  const { matcher: written } = entry ?? {};
  if (point.matches !== 'tool_name' || typeof written !== 'string' || written !== matcher.source)
    return declaration;
  if (written.startsWith('/')) return declaration;
  const names = written.split('|').flatMap((name) => toolsSpelled(name.trim()));
  return { ...declaration, matcher: { ...compileMatcher(names.join('|'), 'tool_name'), source: written } };
}
