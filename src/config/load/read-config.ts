import type { HandlerCache } from '../handlers/handler-cache.ts';
import type { PlacedRule } from '../hookline-yaml/permissions-reader.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { type Findings, settle } from '../source/acknowledgements.ts';
import { formatPlace, inOrder, type Problem, type Warning, warning } from '../source/problem.ts';
import type { Declaration, FilePermissions, NamedDeclaration, Override } from './declaration.ts';
import { groupAtTools, mergeByLevel } from './merge-by-level.ts';
import { settleNames } from './names.ts';
import { withNativeNames } from './native-names.ts';
import { type FilesRead, type ReadFilesOptions, readFiles } from './read-files.ts';
import { dryRun } from './register-all.ts';
import type { TraceSetting } from './trace-setting.ts';

/** The content of a set of files. */
export interface ReadConfig {
  /** Every file that was read, including included ones. */
  readonly files: readonly string[];
  /** Their text; null when it could not be read. */
  readonly texts: ReadonlyMap<string, string | null>;
  readonly handlers: HandlerCache;
  readonly declarations: readonly NamedDeclaration[];
  readonly overrides: readonly Override[];
  readonly permissions: FilePermissions;
  readonly mcpServers: McpServersSection;
  /** How events are recorded; null: not at all. */
  readonly trace: TraceSetting | null;
  readonly watch: boolean;
  /** The problems, without acknowledged warnings. */
  readonly problems: readonly Problem[];
  /** The rules that hold back, and where they stand. */
  readonly rules: readonly PlacedRule[];
  readonly acknowledged: readonly Warning[];
  /** Everything that was found. */
  readonly findings: Findings;
}

export interface ReadOptions extends ReadFilesOptions {
  /** Matchers may use the names that agents give their tools. Default: false. */
  readonly nativeNames?: boolean;
}

/**
 * Reads configuration files and what they include. Registers nothing, and runs only modules that define handlers of the
 * user's own. Hooks that the files had before keep their handlers.
 */
export async function readConfig(
  paths: readonly string[],
  { nativeNames = false, ...options }: ReadOptions = {},
): Promise<ReadConfig> {
  return settleFiles(await readFiles(paths, options), nativeNames);
}

/** What the files add up to. */
async function settleFiles(read: FilesRead, nativeNames: boolean): Promise<ReadConfig> {
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
      ...overrides.flatMap((override) => guardsThatRun(override, declarations)),
      ...dryRun({ declarations, overrides }),
    ],
    acknowledgements: read.acknowledgements,
    namedAt: read.namedAt,
  };
  const { problems, acknowledged } = settle(findings, 'load');
  return {
    files: [...read.texts.keys()],
    texts: read.texts,
    handlers: read.handlers,
    declarations,
    overrides,
    permissions: permissions.permissions,
    rules: permissions.placed,
    mcpServers: servers.all,
    trace: trace.setting,
    watch: read.watch,
    problems: inOrder(problems),
    acknowledged,
    findings,
  };
}

interface SettledHooks {
  readonly declarations: readonly NamedDeclaration[];
  readonly settingsProblems: readonly Problem[];
  readonly nameProblems: readonly Problem[];
}

/** All hooks in the order in which they run, each with a name of its own. */
async function settleHooks(read: FilesRead): Promise<SettledHooks> {
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
  { agent, point, place }: Override,
  declarations: readonly Declaration[],
): readonly Problem[] {
  return declarations
    .filter((other) => other.agent === null && other.point === point && other.options.guard === true)
    .map((guard) => {
      const message = `the guard at ${formatPlace(guard.place)} runs for "${agent}" all the same: guards are never overridden`;
      return warning('override-guard', message, place);
    });
}
