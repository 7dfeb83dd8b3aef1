import type { z } from 'zod';
import { type Matcher, matchAll } from '../../engine/hooks/matcher.ts';
import { allPoints } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { type Fields, isObject, valueAt } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe } from '../../engine/values/text.ts';
import { claudeEventNames } from '../../protocols/claude-code/events.ts';
import { compileClaudeMatcher } from '../../protocols/claude-code/matcher.ts';
import { readIf } from '../handlers/conditions.ts';
import { meantRuleList } from '../schema/permission-words.ts';
import { type FilePlace, mistake, type Problem, warning } from '../source/problem.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import {
  events,
  matcherGroup,
  matcherGroups,
  type SettingsEntry,
  type Switches,
  settingsSchemas,
  switches,
} from './schema.ts';

export interface SettingsHook {
  readonly point: Point;
  readonly matcher: Matcher;
  readonly rule: ((input: Fields) => boolean) | null;
  readonly entry: SettingsEntry;
  readonly obstacle: string | null;
  readonly place: FilePlace;
  readonly matcherPlace: FilePlace;
  readonly pattern: string | undefined;
  at(key: keyof SettingsEntry): FilePlace;
}

type MatchedGroup = Pick<SettingsHook, 'matcher' | 'matcherPlace' | 'pattern'>;

export type SameHooks = readonly [SettingsHook, ...SettingsHook[]];

export type SettingsFile = Pick<SettingsFileReader, 'source' | 'hooks' | 'switches' | 'problems'>;

export function readSettingsFile(source: Source): SettingsFile {
  const reader = new SettingsFileReader(source);
  reader.read();
  return reader;
}

class SettingsFileReader {
  readonly source: Source;
  readonly hooks: SettingsHook[] = [];
  switches: Switches = {};
  readonly problems: Problem[] = [];

  constructor(source: Source) {
    this.source = source;
  }

  read(): void {
    const { value } = this.source;
    if (!isObject(value)) {
      this.#fail(`settings are an object, not ${describe(value)}`, []);
      return;
    }
    this.#readSwitches(value);
    for (const key of Object.keys(value)) this.#checkTopKey(key, value[key]);
    const permissions = isObject(value['permissions']) ? value['permissions'] : {};
    for (const [key, list] of Object.entries(permissions)) this.#checkRuleList(key, list);
    if (Object.hasOwn(permissions, 'defaultMode')) this.#warnOfMode(permissions['defaultMode']);
    if (!Object.hasOwn(value, 'hooks')) return;
    const byEvent = this.#check(events, value['hooks'], ['hooks']);
    for (const [event, groups] of Object.entries(byEvent ?? {})) this.#readEvent(event, groups);
  }

  #readSwitches(value: Readonly<Record<string, unknown>>): void {
    const read = Object.entries(switches)
      .filter(([key]) => Object.hasOwn(value, key))
      .map(([key, schema]) => [key, this.#check<unknown>(schema, value[key], [key])]);
    this.switches = Object.fromEntries(read.filter(([, given]) => given !== null)) as Switches;
    if (this.switches.allowManagedHooksOnly !== true) return;
    const message =
      '"allowManagedHooksOnly" counts in managed settings only, which are not read here; the hooks of this file run';
    this.#warn('setting-ignored', message, ['allowManagedHooksOnly'], 'key');
  }

  /** Hooks in the wrong place would never run. Other keys are Claude Code's. */
  #checkTopKey(key: string, value: unknown): void {
    if (isProductEvent(key)) this.#fail(`the hooks of ${key} stand under "hooks"`, [key], 'key');
    if (Array.isArray(value) && ['allow', 'ask', 'deny'].includes(key))
      this.#fail(`"${key}" stands under "permissions"`, [key], 'key');
    const known = ['hooks', 'permissions'];
    const suggestion = known.includes(key) ? '' : didYouMean(key, known);
    if (suggestion !== '') this.#fail(`unknown key "${key}"${suggestion}`, [key], 'key');
  }

  /** The host decides the mode; the user must not believe that a stricter one applies. */
  #warnOfMode(mode: unknown): void {
    const message = `"defaultMode" has no effect here: the host says the mode, as in hookline run --permission-mode ${typeof mode === 'string' ? mode : 'plan'}`;
    this.#warn('setting-ignored', message, ['permissions', 'defaultMode'], 'key');
  }

  /** Rules under a key that is nearly right would block nothing. */
  #checkRuleList(key: string, value: unknown): void {
    const meant = Array.isArray(value) ? meantRuleList(key) : null;
    if (meant !== null && meant !== key)
      this.#fail(`unknown key "${key}", did you mean "${meant}"?`, ['permissions', key], 'key');
  }

  #readEvent(event: string, value: unknown): void {
    const path = ['hooks', event];
    const { point, problem } = settingsEvent(event);
    if (problem?.code === null) this.#fail(problem.message, path, 'key');
    else if (problem !== null) this.#warn(problem.code, problem.message, path, 'key');
    const groups = this.#check(matcherGroups, value, path) ?? [];
    for (const [index, group] of groups.entries()) this.#readGroup(group, [...path, index], point);
  }

  #readGroup(value: unknown, path: Path, point: Point | null): void {
    if (!isObject(value)) {
      this.#fail(`an event lists objects with "matcher" and "hooks", not ${describe(value)}`, path);
      return;
    }
    if (Object.hasOwn(value, 'type') && !Object.hasOwn(value, 'hooks')) {
      this.#fail('a hook belongs in its own list: { "matcher": …, "hooks": [ … ] }', path);
      return;
    }
    const group = this.#check(matcherGroup, value, path);
    this.#checkKeys(value, Object.keys(matcherGroup.shape), path);
    if (group === null) return;
    const matcher = point === null ? matchAll : this.#matcher(group.matcher, point);
    const matcherPlace = this.source.at([...path, 'matcher']);
    for (const [index, entry] of group.hooks.entries()) {
      this.#readEntry(entry, [...path, 'hooks', index], point, {
        matcher,
        matcherPlace,
        pattern: group.matcher,
      });
    }
  }

  #matcher(pattern: string | undefined, point: Point): Matcher {
    // Lint reports these at their place.
    const matcher = compileClaudeMatcher(pattern, point.name, point.matches);
    return point.matches === null ? matchAll : { ...matcher, warnings: [] };
  }

  #readEntry(value: unknown, path: Path, point: Point | null, group: MatchedGroup): void {
    const type = isObject(value) ? value['type'] : undefined;
    if (!isObject(value)) this.#fail(`a hook is an object with "type", not ${describe(value)}`, path);
    else if (isKnownType(type)) {
      const entry = this.#check<SettingsEntry>(settingsSchemas[type], value, path);
      this.#checkKeys(value, Object.keys(settingsSchemas[type].shape), path);
      if (entry !== null && point !== null) this.#take(entry, path, point, group);
    } else this.#fail(typeMessage(value), [...path, 'type']);
  }

  #take(entry: SettingsEntry, path: Path, point: Point, group: MatchedGroup): void {
    const place = this.source.at([...path, placeKeys[entry.type]]);
    const rule = this.#rule(entry, path, point);
    if (entry.type === 'command' && entry.shell === 'powershell' && entry.args === undefined) {
      const message = 'commands are run by sh, so "shell" cannot be "powershell" here';
      if (process.platform !== 'win32') this.#fail(message, [...path, 'shell']);
    }
    const at = (key: keyof SettingsEntry): FilePlace => this.source.at([...path, key]);
    this.hooks.push({ point, ...group, rule, entry, obstacle: null, place, at });
  }

  #rule(entry: SettingsEntry, path: Path, point: Point): SettingsHook['rule'] {
    if (entry.if === undefined) return null;
    return readIf(entry.if, { point, place: this.source.at([...path, 'if']) }, this.problems);
  }

  /** A key that is nearly right is a mistake; any other may belong to a newer Claude Code. */
  #checkKeys(value: Readonly<Record<string, unknown>>, known: readonly string[], path: Path): void {
    for (const key of Object.keys(value).filter((name) => !known.includes(name))) {
      const suggestion = didYouMean(key, known);
      if (suggestion !== '') this.#fail(`unknown key "${key}"${suggestion}`, [...path, key], 'key');
      else this.#warn('key-unknown', `unknown key "${key}", which has no effect here`, [...path, key], 'key');
    }
  }

  #check<Value>(schema: z.ZodType<Value>, value: unknown, path: Path): Value | null {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      const at = [...path, ...issue.path];
      const key = at.at(-1);
      const subject = typeof key === 'number' ? 'each entry' : `"${String(key)}"`;
      this.#fail(`${subject} ${issue.message}`, at);
    }
    return null;
  }

  #fail(message: string, path: Path, what?: 'key' | 'value'): void {
    this.problems.push(mistake(message, this.source.at(path, what)));
  }

  #warn(code: string, message: string, path: Path, what?: 'key' | 'value'): void {
    this.problems.push(warning(code, message, this.source.at(path, what)));
  }
}

const placeKeys = {
  command: 'command',
  http: 'url',
  mcp_tool: 'tool',
  prompt: 'prompt',
  agent: 'type',
} as const;

function isKnownType(type: unknown): type is keyof typeof settingsSchemas {
  return typeof type === 'string' && Object.hasOwn(settingsSchemas, type);
}

function typeMessage(entry: Readonly<Record<string, unknown>>): string {
  const types = Object.keys(settingsSchemas);
  const type = valueAt(entry, ['type']);
  if (type === undefined) return `"type" is missing: it is one of ${types.join(', ')}`;
  const suggestion = typeof type === 'string' ? didYouMean(type, types) : '';
  return `unknown type ${describe(type)}${suggestion || `: it is one of ${types.join(', ')}`}`;
}

function settingsEvent(name: string) {
  const point = allPoints().find((candidate) => candidate.name === name) ?? null;
  if (point !== null) {
    const message = `Claude Code has no event "${name}"; these hooks run here only`;
    return { point, problem: claudeEventNames.includes(name) ? null : { code: 'event-foreign', message } };
  }
  const message = `unknown event "${name}"${didYouMean(name, claudeEventNames)}`;
  return { point: null, problem: { code: null, message } };
}

function isProductEvent(name: string): boolean {
  return claudeEventNames.includes(name);
}
