import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import { type Matcher, matchAll } from '../../engine/hooks/matcher.ts';
import { type FailurePolicy, HookFailure } from '../../engine/outcome/failure.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { readDuration } from '../../engine/values/duration.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isFile } from '../../files/file-facts.ts';
import { commandHandler } from '../../handlers/command/command.ts';
import { type HandlerSetting, type HookFunction, handlerKind } from '../../handlers/handler.ts';
import { httpHandler } from '../../handlers/http/http.ts';
import type { McpServerConfig } from '../../mcp/mcp.ts';
import { claudeTimeoutMs } from '../../protocols/claude-code/events.ts';
import { findProtocol } from '../../protocols/protocols.ts';
import { plainWords } from '../../shell/read/plain-words.ts';
import type { HandlerCache } from '../handlers/handler-cache.ts';
import type { Declaration } from '../load/declaration.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { formatPlace, type Problem, shortPath, warning } from '../source/problem.ts';
import { judgeModel } from './judge-model.ts';
import type { CommandEntry, HttpEntry, McpToolEntry, PromptEntry, SettingsEntry } from './schema.ts';
import type { SameHooks, SettingsHook } from './settings-file.ts';

const interpreters: readonly string[] = ['sh', 'bash', 'zsh', 'node', 'python', 'python3', 'ruby', 'perl'];
const placeholder = /\$(?:CLAUDE_PROJECT_DIR\b|\{CLAUDE_PROJECT_DIR\})/g;
// Takes the place of the project's path while a line is split: the path may contain blanks.
const stand = '@project@';

function missingScript({ command, args }: CommandEntry, project: string): string | null {
  const [line = '', ...rest] = [command, ...(args ?? [])].map((text) => text.replaceAll(placeholder, stand));
  const [first = '', second = ''] = args === undefined ? (plainWords(line) ?? []) : [line, ...rest];
  const script = (interpreters.includes(first) ? second : first).replaceAll(stand, () => project);
  return script.startsWith('/') && !isFile(script) ? script : null;
}

export interface SettingsSetting {
  readonly project: string;
  maySend(variable: string): boolean;
  readonly sessionEndMs: number;
  readonly env: Readonly<Record<string, string>>;
  readonly servers: McpServersSection;
  readonly cache: HandlerCache;
}

export interface Declared {
  readonly declaration: Declaration;
  readonly problems: readonly Problem[];
}

/** Makes one hook from equal ones. It runs where any of them would, with the strictest options. */
export function declareSettingsHook(
  same: SameHooks,
  group: GroupOptions,
  setting: SettingsSetting,
): Declared {
  const [{ point, entry, place }] = same;
  const problems: Problem[] = [];
  const isBackground = same.every((hook) => isAsync(hook));
  const onFailure = policyOf(same, isBackground, problems);
  for (const hook of same) problems.push(...unheard(hook, same[0]));
  const missing = entry.type === 'command' ? missingScript(entry, setting.project) : null;
  if (missing !== null) {
    const isClosed = point.block !== null && !isBackground && onFailure !== 'open';
    const consequence = isClosed ? `blocks at ${point.name}` : 'does nothing';
    const message = `there is no file ${shortPath(missing)}; until it is there, this hook ${consequence}`;
    problems.push(warning('handler-missing', message, place));
  }
  const handler = handlerOf(same, setting);
  const server = serverOf(entry, setting);
  const declaration: Declaration = {
    point,
    name: null,
    agent: null,
    matcher: anyOf(same.map(({ matcher }) => matcher)),
    options: {
      timeoutMs: Math.max(...same.map((hook) => timeoutMs(hook, setting))),
      ...(onFailure !== undefined && { onFailure }),
      mode: isBackground ? 'background' : 'enforce',
      source: place.file,
    },
    group,
    handler: onlyWhere(same, handler),
    type: entry.type,
    runs: runsOf(entry),
    ...(server !== undefined && { server }),
    description: entry.statusMessage ?? null,
    place,
  };
  return { declaration, problems };
}

function handlerOf([{ entry, obstacle }]: SameHooks, setting: SettingsSetting): HookFunction {
  if (entry.type === 'command' && obstacle === null) return runCommand(entry, setting);
  if (entry.type === 'http' && obstacle === null) return post(entry, setting);
  if (entry.type === 'prompt' && obstacle === null) return askModelOf(entry, setting);
  const server = serverOf(entry, setting);
  if (entry.type === 'mcp_tool' && server !== undefined) return callTool(entry, server, setting);
  return () => Promise.reject(new HookFailure('missing', `nobody judged this: ${obstacle}`));
}

function serverOf(entry: SettingsEntry, { servers }: SettingsSetting): McpServerConfig | undefined {
  return entry.type === 'mcp_tool' ? lookUp(servers, entry.server) : undefined;
}

function runsOf(entry: SettingsEntry): string {
  if (entry.type === 'http') return entry.url;
  if (entry.type === 'mcp_tool') return `${entry.server} ${entry.tool}`;
  return entry.type === 'command' ? [entry.command, ...(entry.args ?? [])].join(' ') : entry.prompt;
}

function isAsync({ entry }: SettingsHook): boolean {
  return entry.type === 'command' && (entry.async === true || entry.asyncRewake === true);
}

/** A hook that fails open may take longer. */
function timeoutMs({ entry, point }: SettingsHook, { sessionEndMs }: SettingsSetting): number {
  if (entry.timeout !== undefined) return readDuration(entry.timeout, 'seconds');
  return point.name === 'SessionEnd' ? sessionEndMs : claudeTimeoutMs(point.name, entry.type);
}

function anyOf(matchers: readonly Matcher[]): Matcher {
  const [first, ...others] = matchers;
  if (first === undefined || matchers.some(({ all }) => all)) return matchAll;
  if (others.length === 0) return first;
  const literals = matchers.map((matcher) => matcher.literals);
  return {
    source: [...new Set(matchers.map(({ source }) => source))].join(' or '),
    literals: literals.every((list) => list !== null) ? [...new Set(literals.flat())] : null,
    all: false,
    warnings: [],
    matches: (value) => matchers.some((matcher) => matcher.matches(value)),
  };
}

function onlyWhere(same: SameHooks, handler: HookFunction): HookFunction {
  if (same.every(({ rule }) => rule === null)) return handler;
  const conditional = (input: Fields, context: Parameters<HookFunction>[1]): ReturnType<HookFunction> =>
    same.some((hook) => agrees(hook, input)) ? handler(input, context) : Promise.resolve(undefined);
  return Object.assign(conditional, handler);
}

function agrees({ point, matcher, rule }: SettingsHook, input: Fields): boolean {
  const value = point.matches === null ? undefined : input[point.matches];
  const isMatched = matcher.all || (typeof value === 'string' && matcher.matches(value));
  return isMatched && (rule === null || rule(input));
}

/** Events where a failure never blocks in Claude Code, whatever `onFailure` says. */
const neverClosed: readonly string[] = ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'];

function policyOf(same: SameHooks, isBackground: boolean, problems: Problem[]): FailurePolicy | undefined {
  const asking = same.find(({ entry }) => entry.onFailure === 'block');
  if (asking === undefined) {
    return same.every(({ entry }) => entry.onFailure === 'continue') ? 'open' : undefined;
  }
  const why = whyNotClosed(asking.point, isBackground);
  if (why === null) return 'closed';
  const message = `"onFailure" cannot block here: ${why}`;
  problems.push(warning('setting-ignored', message, asking.at('onFailure')));
  return undefined;
}

export function whyNotClosed(point: Point, isBackground: boolean): string | null {
  if (isBackground) return 'the action does not wait for a hook that is "async"';
  if (point.block === null) return `nothing can be blocked at ${point.name}`;
  return neverClosed.includes(point.name) ? `as in Claude Code, it is ignored at ${point.name}` : null;
}

function unheard(hook: SettingsHook, first: SettingsHook): readonly Problem[] {
  const { entry, place } = hook;
  if (entry.type === 'command' && entry.asyncRewake === true) {
    const message =
      'the model is not woken here: what a hook with "asyncRewake" says arrives with the next event, and its exit code 2 is dropped';
    return [warning('setting-ignored', message, hook.at('asyncRewake'))];
  }
  if (entry.type === 'http' && first.entry.type === 'http' && headersOf(entry) !== headersOf(first.entry)) {
    const message = `this address is called once, with the headers that it has at ${formatPlace(first.place)}`;
    return [warning('setting-ignored', message, place)];
  }
  return [];
}

function headersOf({ headers = {}, allowedEnvVars = [] }: HttpEntry): string {
  return JSON.stringify([Object.entries(headers).sort(), [...allowedEnvVars].sort()]);
}

function runCommand({ command, args }: CommandEntry, setting: SettingsSetting): HookFunction {
  const { project, env } = setting;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what people write
  const fill = (text: string): string => text.replaceAll('${CLAUDE_PROJECT_DIR}', () => project);
  const line =
    args === undefined ? { command, shell: true } : { command: fill(command), args: args.map(fill) };
  return commandHandler.create(
    { ...line, env: { ...env, CLAUDE_PROJECT_DIR: project } },
    settingFor(setting),
  );
}

function post({ url, headers = {}, allowedEnvVars = [] }: HttpEntry, setting: SettingsSetting): HookFunction {
  const { maySend, env } = setting;
  const own = new Map(Object.entries(env).filter(([name]) => allowedEnvVars.includes(name) && maySend(name)));
  const fill = (template: string): string =>
    withBraces(template).replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => own.get(name) ?? whole);
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
  return httpHandler.create(
    {
      handler: url,
      headers: Object.fromEntries(filled),
      allowedEnvVars: allowedEnvVars.filter(maySend),
    },
    settingFor(setting),
  );
}

/** The key comes from the host's environment only: the settings of a project could send it elsewhere. */
function askModelOf({ prompt, model, continueOnBlock }: PromptEntry, setting: SettingsSetting): HookFunction {
  const options = { prompt, model: judgeModel(model), ...(continueOnBlock && { continueOnBlock }) };
  return handlerKind('prompt').create(options, settingFor(setting));
}

function callTool(
  { server, tool, input }: McpToolEntry,
  config: McpServerConfig,
  setting: SettingsSetting,
): HookFunction {
  const options = { server, config, tool, ...(input && { input }) };
  const key = JSON.stringify(['settings', options, setting.project]);
  return setting.cache.get(key, () => handlerKind('mcp_tool').create(options, settingFor(setting)));
}

function settingFor({ project }: SettingsSetting): HandlerSetting {
  return { protocol: findProtocol('claude-code'), directory: project };
}

function withBraces(template: string): string {
  return template.replaceAll(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`);
}
