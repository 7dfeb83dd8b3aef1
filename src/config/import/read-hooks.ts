import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pointNamed } from '../../engine/points/point.ts';
import type { Point, PointName } from '../../engine/points/point-types.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject, valueAt } from '../../engine/values/shapes.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import { claudeEventNames } from '../../protocols/claude-code/events.ts';
import { geminiEvents } from '../../protocols/gemini/names.ts';
import { mcpFileName } from '../claude-settings/mcp-file.ts';
import { ruleProblem } from '../rules/check-rule.ts';
import { noOwnTools } from '../rules/tool-names.ts';
import { parseJson } from '../source/json-source.ts';
import { ConfigError, hasErrors, mistake } from '../source/problem.ts';
import { readSource, UnreadableFile } from '../source/read-source.ts';
import { SourceFile } from '../source/source-file.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import type { FoundHook, FoundHooks, Lost } from './found-hook.ts';
import { type ImportFile, type ImportSource, importFiles } from './import-source.ts';

export interface ImportedAgent {
  readonly points: Readonly<Record<string, PointName>>;
  isOwnLine(command: unknown): boolean;
}

export async function readAgentHooks(
  from: ImportSource,
  agent: ImportedAgent,
  options: Readonly<Record<string, unknown>>,
): Promise<FoundHooks> {
  const reader = new AgentHooksReader(from, agent);
  for (const file of importFiles(from, options)) if (existsSync(file.path)) await reader.read(file);
  if (from.unread !== undefined) {
    const { unread } = from;
    for (const { path } of importFiles({ user: [unread], project: [unread] }, options)) reader.lookAt(path);
  }
  if (from.agent === 'claude-code') await reader.readServers(join(process.cwd(), mcpFileName));
  return reader;
}

class AgentHooksReader implements FoundHooks {
  readonly files: string[] = [];
  readonly hooks: FoundHook[] = [];
  readonly lost: Lost[] = [];
  ownEntries = 0;
  readonly env: Record<string, string> = {};
  readonly permissions: { allow: string[]; deny: string[]; ask: string[] } = { allow: [], deny: [], ask: [] };
  allowedUrls: readonly string[] | null = null;
  allowedVariables: readonly string[] | null = null;
  readonly servers = new Map<string, Fields | string>();
  readonly #from: ImportSource;
  readonly #agent: ImportedAgent;
  #isOff = false;
  readonly #offNames = new Set<string>();

  constructor(from: ImportSource, agent: ImportedAgent) {
    this.#from = from;
    this.#agent = agent;
  }

  async read({ path, isUsers }: ImportFile): Promise<void> {
    const source = this.#parse(path);
    const { value } = source;
    if (!isObject(value))
      throw new ConfigError([mistake(`it holds an object, not ${describe(value)}`, source.at([]))]);
    this.files.push(path);
    this.#readSwitches(value);
    if (this.#from.agent === 'claude-code') this.#readSettings(value, source, isUsers);
    const { hooks } = value;
    if (hooks === undefined) return;
    if (!isObject(hooks)) this.#lose('"hooks"', 'it is not an object with events', source, ['hooks']);
    else for (const [event, groups] of Object.entries(hooks)) this.#readEvent(event, groups, source);
  }

  async readServers(path: string): Promise<void> {
    const called = new Set(this.hooks.map(({ entry }) => entry['server']));
    if (called.size === 0 || !existsSync(path)) return;
    const source = this.#parse(path);
    const servers = valueAt(source.value, ['mcpServers']);
    for (const [name, server] of Object.entries(isObject(servers) ? servers : {})) {
      if (called.has(name)) this.servers.set(name, importedServer(name, server));
    }
  }

  /** A file in another language isn't read, but the user must not believe that it has no hooks. */
  lookAt(path: string): void {
    if (!existsSync(path)) return;
    const file = new SourceFile(path, readFileSync(path, 'utf8'));
    for (const found of file.text.matchAll(/^[ \t]*(?:\[+[ \t]*hooks\b[^\]\n]*\]+|hooks\b[^\n=]*=)/gm)) {
      const isState = found[0].includes('hooks.state');
      const why = isState
        ? `${this.#from.title} keeps there which hooks it trusts and runs; all of them are on here`
        : 'hooks in TOML are not read; move them to hooks.json, or write them by hand';
      this.lost.push({
        what: found[0].trim(),
        why,
        place: file.place(found.index, found.index + found[0].length),
      });
    }
  }

  whyOff({ entry }: FoundHook): string | null {
    if (this.#isOff) return `${this.#from.title} has its hooks switched off`;
    const names = [entry['name'], entry['command']].filter((name) => typeof name === 'string');
    return names.some((name) => this.#offNames.has(name)) ? `${this.#from.title} has it switched off` : null;
  }

  #parse(path: string): Source {
    try {
      const source = parseJson(readSource(path), this.#from.hasComments);
      if (hasErrors(source.problems)) throw new ConfigError(source.problems);
      return source;
    } catch (problem) {
      if (!(problem instanceof UnreadableFile)) throw problem;
      const place = problem.place ?? new SourceFile(path, '').place(0, 0);
      throw new ConfigError([mistake(`it cannot be read: ${messageOf(problem)}`, place)]);
    }
  }

  #readSwitches(value: Fields): void {
    const { disableAllHooks } = value;
    if (typeof disableAllHooks === 'boolean') this.#isOff = disableAllHooks;
    for (const key of ['hooksConfig', 'hooks']) {
      const enabled = valueAt(value, [key, 'enabled']);
      const disabled = valueAt(value, [key, 'disabled']);
      if (typeof enabled === 'boolean') this.#isOff = !enabled;
      if (Array.isArray(disabled)) for (const name of disabled) this.#offNames.add(String(name));
    }
  }

  #readSettings(value: Fields, source: Source, isUsers: boolean): void {
    const { env, allowedHttpHookUrls: urls, httpHookAllowedEnvVars: variables } = value;
    for (const [name, text] of Object.entries(isObject(env) ? env : {})) {
      const why = 'its value looks like a secret and stays where it is; hooks get it from the environment';
      if (isSecretName(name)) this.#lose(`env ${name}`, why, source, ['env', name]);
      else this.env[name] = String(text);
    }
    if (Array.isArray(urls)) this.allowedUrls = [...(this.allowedUrls ?? []), ...urls.map(String)];
    if (Array.isArray(variables))
      this.allowedVariables = [...(this.allowedVariables ?? []), ...variables.map(String)];
    for (const kind of ['allow', 'deny', 'ask'] as const) {
      const rules = valueAt(value, ['permissions', kind]);
      for (const [index, rule] of (Array.isArray(rules) ? rules : []).entries())
        this.#readRule(kind, rule, source, ['permissions', kind, index], isUsers);
    }
  }

  #readRule(
    kind: 'allow' | 'deny' | 'ask',
    rule: unknown,
    source: Source,
    path: Path,
    isUsers: boolean,
  ): null {
    const what = `permissions.${kind}: ${JSON.stringify(rule)}`;
    if (typeof rule !== 'string') return this.#lose(what, 'it is not text', source, path);
    if (isUsers && /\(\/(?!\/)/.test(rule))
      return this.#lose(what, "its path counts from the folder of the user's settings", source, path);
    const problem = ruleProblem(rule, { own: noOwnTools, isSaved: false });
    if (problem !== null) return this.#lose(what, problem, source, path);
    if (!this.permissions[kind].includes(rule)) this.permissions[kind].push(rule);
    return null;
  }

  #readEvent(event: string, groups: unknown, source: Source): null {
    if (this.#from.agent === 'gemini' && ['enabled', 'disabled', 'notifications'].includes(event))
      return null;
    const path = ['hooks', event];
    const point = pointOf(this.#from, this.#agent, event);
    if (point === null)
      return this.#lose(
        `hooks of ${JSON.stringify(event)}`,
        `${this.#from.title} has no such event that hookline knows`,
        source,
        path,
      );
    if (!Array.isArray(groups)) return this.#lose(`hooks of ${event}`, 'they are not a list', source, path);
    for (const [index, group] of groups.entries())
      this.#readGroup(group, [...path, index], { event, point }, source);
    return null;
  }

  #readGroup(
    group: unknown,
    path: Path,
    { event, point }: Pick<FoundHook, 'event' | 'point'>,
    source: Source,
  ): null {
    const { matcher, hooks, sequential } = isObject(group) ? group : {};
    if (!Array.isArray(hooks))
      return this.#lose(`a group of ${event}`, 'it has no list "hooks"', source, path);
    if (matcher !== undefined && typeof matcher !== 'string')
      return this.#lose(`a group of ${event}`, 'its matcher is not text', source, [...path, 'matcher']);
    for (const [index, entry] of hooks.entries()) {
      const own = [...path, 'hooks', index];
      if (!isObject(entry)) this.#lose(`a hook of ${event}`, 'it is not an object', source, own);
      else if (this.#agent.isOwnLine(entry['command'])) this.ownEntries += 1;
      else
        this.hooks.push({
          event,
          point,
          matcher,
          entry,
          isSequential: sequential === true,
          place: source.at([
            ...own,
            ['command', 'url', 'type'].find((key) => Object.hasOwn(entry, key)) ?? '',
          ]),
          at: (key) => source.at([...own, key], 'key'),
        });
    }
    return null;
  }

  #lose(what: string, why: string, source: Source, path: Path): null {
    this.lost.push({ what, why, place: source.at(path, 'key') });
    return null;
  }
}

function pointOf({ protocol }: ImportSource, { points }: ImportedAgent, event: string): Point | null {
  const known = lookUp(points, event);
  if (protocol === 'gemini' && known !== undefined && lookUp(geminiEvents, known) !== event) return null;
  if (known !== undefined) return pointNamed(known);
  // The newer events of Claude Code are points of the same name, and Codex takes its events from there.
  return protocol === 'claude-code' && claudeEventNames.includes(event) ? pointNamed(event) : null;
}

function isSecretName(name: string): boolean {
  return /key|token|secret|passw|credential|auth|cookie/i.test(name);
}

function importedServer(name: string, server: unknown): Fields | string {
  const { type, command, args, url, env, headers } = isObject(server) ? server : {};
  const none = (why: string): string => `the server "${name}" ${why}`;
  const byHand = 'name it under mcpServers and write the hook by hand';
  if (!/^[\w-]+$/.test(name)) return none('has a name that mcpServers does not take');
  const isProcess = typeof command === 'string' && (type === undefined || type === 'stdio');
  const isHttp = typeof url === 'string' && (type === undefined || type === 'http');
  if (!isProcess && !isHttp) return none('is neither a program nor an address with streamable HTTP');
  const [key, given] = isProcess ? ['env', env] : ['headers', headers];
  const pairs = Object.entries(isObject(given) ? given : {}).map(([word, text]) => [word, String(text)]);
  const base = isProcess ? { command, ...(Array.isArray(args) && { args: args.map(String) }) } : { url };
  const read = { ...base, ...(pairs.length > 0 && { [key]: Object.fromEntries(pairs) }) };
  // With its value filled in, a secret would get into another file.
  if (/\$\{[A-Za-z_]/.test(JSON.stringify(read)))
    return none(`takes a variable of the environment, which mcpServers cannot; ${byHand}`);
  const secret = pairs.map(([word = '']) => word).find(isSecretName);
  return secret === undefined ? read : none(`has ${secret}, which looks like a secret; ${byHand}`);
}
