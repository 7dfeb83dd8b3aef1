import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Builtin } from '../../builtin/builtin.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { messageOf } from '../../engine/values/text.ts';
import { existingPath, isFile } from '../../files/file-facts.ts';
import { HandlerCache } from '../handlers/handler-cache.ts';
import { readOwnKinds } from '../handlers/own-kinds.ts';
import { loadTypes } from '../handlers/shipped-types.ts';
import type { Settings } from '../hookline-yaml/file-defaults.ts';
import { readHooklineFile } from '../hookline-yaml/hookline-file.ts';
import { PermissionsReader } from '../hookline-yaml/permissions-reader.ts';
import type { CheckedFile } from '../schema/check-file.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { type UnattendedMode, unattendedModes } from '../schema/schema.ts';
import { type Acknowledgement, acknowledgementsIn } from '../source/acknowledgements.ts';
import { parseJson } from '../source/json-source.ts';
import {
  type FilePlace,
  formatPlace,
  hasErrors,
  mistake,
  type Problem,
  shortPath,
  topOf,
  warning,
} from '../source/problem.ts';
import { projectFolder } from '../source/project-folder.ts';
import { readSource, UnreadableFile } from '../source/read-source.ts';
import { SourceFile } from '../source/source-file.ts';
import type { Source } from '../source/yaml-source.ts';
import type { Declaration, FileContent, Override } from './declaration.ts';
import { LevelServers, placeServers } from './level-servers.ts';
import { type ConfigLevel, levelOf } from './levels.ts';
import type { LevelSettings } from './merge-by-level.ts';
import { namedFiles } from './named-files.ts';
import { TraceReader } from './trace-setting.ts';

export interface ReadFilesOptions {
  readonly tools?: readonly string[];
  readonly before?: HandlerCache | null;
  /** The files were found on their levels, not named. Default: false. */
  readonly levels?: boolean;
  /** Import the modules that define handlers of the user's own. Default: true. */
  readonly imports?: boolean;
  readonly texts?: ReadonlyMap<string, string>;
}

export type FilesRead = FilesReader;

export async function readFiles(paths: readonly string[], options: ReadFilesOptions): Promise<FilesRead> {
  const reader = new FilesReader(options);
  for (const path of paths) await reader.readTop(resolve(path), options.levels ? levelOf(path) : undefined);
  return reader;
}

class FilesReader {
  readonly texts = new Map<string, string | null>();
  readonly handlers: HandlerCache;
  readonly declarations: Declaration[] = [];
  readonly overrides: Override[] = [];
  readonly claudeSettings: LevelSettings[] = [];
  settingsIndex = 0;
  readonly permissions = new PermissionsReader();
  readonly servers = new LevelServers();
  readonly projectServers = new LevelServers();
  readonly trace = new TraceReader();
  unattended: UnattendedMode | null = null;
  watch = false;
  readonly problems: Problem[] = [];
  readonly acknowledgements: Acknowledgement[] = [];
  readonly namedAt = new Map<string, FilePlace>();

  readonly tools: readonly string[];
  readonly #imports: boolean;
  readonly #given: ReadonlyMap<string, string>;
  readonly #seen = new Set<string>();
  readonly #open: string[] = [];
  readonly #scripts = new Set<string>();
  #mcpServers: McpServersSection = {};
  #level: ConfigLevel | undefined;
  #onlyManaged: FilePlace | null = null;

  constructor({ tools = [], before = null, imports = true, texts = new Map() }: ReadFilesOptions) {
    this.handlers = new HandlerCache(before);
    this.tools = tools;
    this.#imports = imports;
    this.#given = texts;
  }

  async readTop(path: string, level: ConfigLevel | undefined): Promise<void> {
    this.#level = level;
    const only = this.#onlyManaged;
    if (only === null || level === 'managed') return this.read(path, null);
    const message = `the hooks of this file do not run: ${formatPlace(only)} allows those of the managed level only`;
    this.problems.push(warning('managed-only', message, topOf(path)));
  }

  async read(path: string, from: FilePlace | null, settings: Settings = {}): Promise<void> {
    const place = from ?? topOf(path);
    const real = existingPath(path) ?? path;
    if (this.#open.includes(real)) return this.#fail(`${shortPath(path)} includes itself`, place);
    if (this.#seen.has(real)) return;
    this.#seen.add(real);
    this.texts.set(path, null);
    if (from !== null) this.namedAt.set(path, from);
    const file = this.#source(path, place);
    if (file === null) return;
    const kind = lookUp(fileKinds, extname(path));
    if (kind === undefined) {
      const known = Object.keys(fileKinds);
      const hint = didYouMean(extname(path), known) || `: it ends in one of ${known.join(', ')}`;
      return this.#fail(`the name of ${shortPath(path)} does not say what it is${hint}`, place);
    }
    this.texts.set(path, file.text);
    if (kind !== 'settings') this.acknowledgements.push(...acknowledgementsIn(file));
    this.#open.push(real);
    await this[kind](file, settings);
    this.#open.pop();
  }

  #source(path: string, place: FilePlace): SourceFile | null {
    const given = this.#given.get(path);
    if (given !== undefined) return new SourceFile(path, given);
    try {
      return readSource(path);
    } catch (problem) {
      const own = problem instanceof UnreadableFile ? problem.place : null;
      this.#fail(`${shortPath(path)} cannot be read: ${messageOf(problem)}`, own ?? place);
      return null;
    }
  }

  async hookline(file: SourceFile): Promise<void> {
    const { parseAndCheck } = await import('../schema/check-file.ts');
    const { source, file: config, problems } = parseAndCheck(file);
    this.problems.push(...problems);
    if (config === null) return;
    this.#takeManaged(config, source);
    this.trace.take(config.trace, source, this.#level);
    this.unattended = stricter(this.unattended, config.ask?.unattended);
    // Included files may use these servers. Where both have a server of one name, each uses its own.
    const placed = placeServers(config.mcpServers ?? {}, file.path);
    this.servers.add(placed, this.#level, source);
    this.#mcpServers = { ...this.#mcpServers, ...placed };
    await this.#readNamed(source, config, ['include']);
    await this.#readNamed(source, config, ['hooks', 'scripts']);
    const servers = Object.keys(config.mcpServers ?? {});
    const own = { tools: [...this.tools, ...(config.tools ?? [])], servers };
    await this.permissions.add(config.permissions, source, own, this.#level);
    this.servers.take(placed, this.#level);
    this.#mcpServers = { ...this.#mcpServers, ...placed };
    this.watch ||= config.watch ?? false;
    const { kinds, problems: kindProblems } = await readOwnKinds(config, source, this.#imports);
    this.problems.push(...kindProblems);
    if (kindProblems.length > 0) return;
    const types = new Set<string>(config.entries.map(({ entry }) => entry.type));
    await loadTypes(types);
    const { builtins } = types.has('builtin') ? await import('../../builtin/builtin-table.ts') : noBuiltins;
    const handlers = { cache: this.handlers, own: kinds, builtins, mcpServers: this.#mcpServers };
    const isConditional = config.entries.some(
      ({ entry: { if: rule, matcher } }) => rule !== undefined || matcher?.trim().startsWith('/'),
    );
    const conditions = isConditional ? await import('../handlers/conditions.ts') : null;
    this.#take(readHooklineFile(source, config, { handlers, own, conditions }));
  }

  async arma(file: SourceFile, settings: Settings): Promise<void> {
    // Scripts in different folders may share a name; their hooks may not.
    const isTaken = this.#scripts.has(basename(file.path));
    const name = isTaken ? shortPath(file.path) : basename(file.path);
    this.#scripts.add(name);
    const { readArmaFile } = await import('../arma/arma-file.ts');
    const level = this.#level;
    this.#take(readArmaFile(file, name, settings, () => this.permissions.grantedTo(level)));
  }

  /** Claude Code's settings are merged after all files are read. */
  async settings(file: SourceFile): Promise<void> {
    const source = parseJson(file);
    this.problems.push(...source.problems);
    if (hasErrors(source.problems)) return;
    const { readSettingsFile } = await import('../claude-settings/settings-file.ts');
    const settings = readSettingsFile(source);
    this.problems.push(...settings.problems);
    const own = { tools: this.tools, servers: [] };
    const level = this.#level;
    const rules = settings.switches.permissions ?? {};
    await this.permissions.addRules(rules, source, own, { from: 'Claude Code', level });
    if (this.claudeSettings.length === 0) this.settingsIndex = this.declarations.length;
    this.claudeSettings.push({ ...settings, level });
    if (settings.hooks.some(({ entry }) => entry.type === 'mcp_tool')) await this.#readMcpFile(file.path);
  }

  /** Hooks of Claude Code's settings name servers of the project's own file. */
  async #readMcpFile(settings: string): Promise<void> {
    const { mcpFileName, readMcpFile } = await import('../claude-settings/mcp-file.ts');
    const path = join(projectFolder(settings), mcpFileName);
    if (this.texts.has(path) || !isFile(path)) return;
    this.texts.set(path, null);
    const file = this.#source(path, topOf(path));
    if (file === null) return;
    const source = parseJson(file);
    this.texts.set(path, file.text);
    this.problems.push(...source.problems);
    this.projectServers.take(readMcpFile(source), this.#level);
  }

  async #readNamed(
    source: Source,
    config: CheckedFile,
    key: ['include'] | ['hooks', 'scripts'],
  ): Promise<void> {
    const named = key[0] === 'include' ? config.include : config.settings.scripts;
    const isList = Array.isArray(named);
    for (const [index, name] of [named ?? []].flat().entries()) {
      const place = source.at(isList ? [...key, index] : key);
      const found = namedFiles(name, dirname(source.file.path));
      if (found.length === 0) this.#fail(`no file matches "${name}"`, place);
      // A script has no settings of its own.
      const settings = key[0] === 'hooks' ? config.settings : undefined;
      for (const path of found) if (path !== source.file.path) await this.read(path, place, settings);
    }
  }

  #take({ declarations, overrides, problems }: FileContent): void {
    const level = this.#level;
    const own = level === undefined ? declarations : declarations.map((one) => ({ ...one, level }));
    this.declarations.push(...own);
    this.overrides.push(...overrides);
    this.problems.push(...problems);
  }

  #takeManaged({ managed }: CheckedFile, source: Source): void {
    if (managed === undefined) return;
    const place = source.at(['managed'], 'key');
    if (this.#level !== 'managed' && this.#level !== undefined)
      this.#fail('"managed" counts in the managed configuration only, /etc/hookline/hookline.yaml', place);
    else if (managed.only === true) this.#onlyManaged = place;
  }

  #fail(message: string, place: FilePlace): void {
    this.problems.push(mistake(message, place));
  }
}

const noBuiltins = { builtins: new Map<string, Builtin>() };

const fileKinds: Readonly<Record<string, 'hookline' | 'arma' | 'settings'>> = {
  '.yaml': 'hookline',
  '.yml': 'hookline',
  '.arma': 'arma',
  '.json': 'settings',
};

function stricter(known: UnattendedMode | null, given: UnattendedMode | undefined): UnattendedMode | null {
  return unattendedModes.find((mode) => mode === known || mode === given) ?? null;
}
