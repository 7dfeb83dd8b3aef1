import type { z } from 'zod';
import { allPoints, findPoint } from '../../engine/points/point.ts';
import { keysOf, valueAt } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe } from '../../engine/values/text.ts';
import { type Issue, type IssueWords, issueProblems, meantIssues } from '../source/issue-problems.ts';
import { type FilePlace, mistake, type Problem } from '../source/problem.ts';
import { wants } from '../source/schema-words.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import { entrySchemas, failureWords, ownEntryKeys } from './entry-schema.ts';
import { possibleTypes, withTypes } from './handler-type.ts';
import { mcpServerKeys } from './mcp-schema.ts';
import { ownTypes } from './own-types.ts';
import { agentsOf, type ConfigFile, configSchema, settings, topKeys } from './schema.ts';

export interface CheckedFile {
  /** What the file says, without the parts that have errors; null when that is nothing to go on with. */
  readonly config: ConfigFile | null;
  readonly problems: readonly Problem[];
}

/** Holds a file against the schema and says everything that is wrong with it, each at its place. */
export function checkSchema(file: Source): CheckedFile {
  const source = { ...file, value: withTypes(file.value) };
  const { value } = source;
  // Also what an editor leaves while it writes: read as "no hooks", it would take every guard away.
  if (value === null || value === undefined) {
    const message = 'the file is empty; write {} if no hooks are meant';
    return { config: null, problems: [mistake(message, source.at([]))] };
  }
  const schema = configSchema({
    points: pointKeys(value),
    top: keysOf(value).filter((key) => key.startsWith('x-')),
    types: ownTypes(value),
  });
  const result = schema.safeParse(value);
  const config = result.success ? result.data : withoutBroken(schema, value, result.error.issues);
  const issues = result.error?.issues ?? [];
  const problems = issueProblems(source, issues, wordsFor(source));
  return { config, problems: config === null ? problems : [...problems, ...strayHooks(source, config)] };
}

/** The file without its broken hooks and keys, so that what is wrong elsewhere is found too. */
function withoutBroken(
  schema: z.ZodType<ConfigFile>,
  value: unknown,
  issues: readonly Issue[],
): ConfigFile | null {
  const rest: unknown = structuredClone(value);
  takeOutAll(rest, issues, 0);
  // What lacks something is still broken then, so next time what is around it goes too.
  for (let levels = 1; levels < 4; levels += 1) {
    const { data, error } = schema.safeParse(rest);
    if (error === undefined) return data;
    takeOutAll(rest, error.issues, levels);
  }
  return null;
}

function takeOutAll(rest: unknown, issues: readonly Issue[], levels: number): void {
  for (const { issue, path: whole } of meantIssues(issues)) {
    const entryLength = whole.findIndex((_, index) => isEntryPath(whole.slice(0, index + 1))) + 1;
    const path = entryLength > 0 ? whole.slice(0, entryLength) : whole;
    const around = path.slice(0, path.length - levels);
    const keys = issue.code === 'unrecognized_keys' && entryLength === 0 ? issue.keys : [];
    for (const broken of keys.length > 0 ? keys.map((key) => [...path, key]) : [around])
      takeOut(rest, broken);
  }
}

function takeOut(value: unknown, path: Path): void {
  const holder = valueAt(value, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof holder !== 'object' || holder === null || key === undefined) return;
  if (Array.isArray(holder)) holder[Number(key)] = undefined;
  else Reflect.deleteProperty(holder, key);
}

/** An agent's part belongs to its system and has other keys too, but `hooks` in the wrong place would never run. */
function strayHooks(source: Source, config: ConfigFile): readonly Problem[] {
  return agentsOf(config).flatMap(([path, agent]) => {
    const inAgent = keysOf(agent).map((key) => ({ key, at: [...path, key], known: ['id', 'backend'] }));
    const inBackend = keysOf(agent.backend).map((key) => ({
      key,
      at: [...path, 'backend', key],
      known: ['hooks'],
    }));
    return [...inAgent, ...inBackend].flatMap(({ key, at, known }): readonly Problem[] => {
      if (known.includes(key)) return [];
      const suggestion = didYouMean(key, known);
      const message =
        key === 'hooks' ? 'the hooks of an agent stand under "backend"' : `unknown key "${key}"${suggestion}`;
      return key === 'hooks' || suggestion !== '' ? [mistake(message, source.at(at, 'key'))] : [];
    });
  });
}

/** Every name that a point goes by, and what the file has of the form `pre:tool:shell`. */
function pointKeys(value: unknown): readonly string[] {
  const sections = [
    valueAt(value, ['hooks']),
    ...[valueAt(value, ['agents']), valueAt(value, ['agent'])]
      .flat()
      .map((agent) => valueAt(agent, ['backend', 'hooks'])),
  ];
  const names = new Set(pointNames());
  for (const key of sections.flatMap(keysOf)) if (isPoint(key)) names.add(key);
  return [...names];
}

export function pointNames(): readonly string[] {
  return allPoints().flatMap(({ name, also }) => (also === null ? [name] : [name, also]));
}

function isPoint(key: string): boolean {
  try {
    findPoint(key);
    return true;
  } catch {
    return false;
  }
}

function wordsFor(source: Source): IssueWords {
  const { value } = source;
  return {
    unknownKey: (path, key) => unknownKey(value, path, key),
    wrongValue: (path, issue) => messageFor(value, path, issue),
    place: (path) => placeOf(source, path),
  };
}

/** Values of variables and headers are often secrets, so the line is shown without them. */
function placeOf(source: Source, path: Path): FilePlace {
  const place = source.at(path);
  if (!path.some((step) => step === 'env' || step === 'headers')) return place;
  const { column } = place;
  return { ...place, endColumn: column + 1, text: `${place.text.slice(0, column - 1)}…` };
}

function messageFor(value: unknown, path: Path, issue: Issue): string {
  const key = path.at(-1);
  if (key === 'type' && issue.code === 'invalid_union')
    return typeMessage(value, valueAt(value, path.slice(0, -1)));
  if (typeof key === 'number' && issue.code === 'invalid_type' && isEntryPath(path)) {
    return `a hook is an object with "type" and "handler", not ${describe(valueAt(value, path))}`;
  }
  if (key === undefined) return `the file ${issue.message}`;
  if (issue.code === 'invalid_union' && isPointPath(path) && !(key in settings)) {
    return `"${String(key)}" ${wants('a list of hooks, or an object with "hooks"')({ input: valueAt(value, path) })}`;
  }
  return `${typeof key === 'number' ? 'each entry' : `"${String(key)}"`} ${issue.message}`;
}

function typeMessage(value: unknown, entry: unknown): string {
  const types = [...Object.keys(entrySchemas), ...ownTypes(value)];
  const type = valueAt(entry, ['type']);
  if (type !== undefined) {
    const suggestion = typeof type === 'string' ? didYouMean(type, types) : '';
    return `unknown type ${describe(type)}${suggestion || `: it is one of ${types.join(', ')}`}`;
  }
  const handler = valueAt(entry, ['handler']);
  if (typeof handler !== 'string') return `"type" is missing: it is one of ${types.join(', ')}`;
  const possible = possibleTypes(handler).map((name) => `type: ${name}`);
  return `"type" is missing, and ${describe(handler)} could be ${possible.join(' or ')}; say which`;
}

function unknownKey(value: unknown, path: Path, key: string): string {
  if (path.length === 0 && key === 'root')
    return '"root" has no effect: a file adds to those in the folders above it, and a guard above always holds';
  if (isHooksPath(path)) {
    const points = pointNames();
    if (Object.hasOwn(settings, key)) {
      return `"${key}" is for all hooks of the file and stands under the "hooks" that no agent has`;
    }
    const known = path.length === 1 ? [...points, ...Object.keys(settings)] : points;
    return `unknown event "${key}"${didYouMean(key, known) || `: it is one of ${points.join(', ')}`}`;
  }
  const known = knownKeys(value, path);
  const suggestion = didYouMean(key, known);
  return `unknown key "${key}"${suggestion || `: here it can be one of ${known.join(', ')}`}`;
}

function knownKeys(value: unknown, path: Path): readonly string[] {
  if (path.length === 0) return topKeys;
  if (path[0] === 'mcpServers') return mcpServerKeys;
  if (path.at(-1) === 'onFailure') return failureWords;
  if (!isEntryPath(path)) return ['override', 'parallel', 'hooks'];
  const type = valueAt(value, [...path, 'type']);
  const kind = Object.entries(entrySchemas).find(([name]) => name === type)?.[1];
  return kind === undefined ? ownEntryKeys : Object.keys(kind.shape);
}

function isHooksPath(path: Path): boolean {
  return path.at(-1) === 'hooks' && (path.length === 1 || path.at(-2) === 'backend');
}

function isPointPath(path: Path): boolean {
  return isHooksPath(path.slice(0, -1));
}

/** A hook stands in a point's list, or in the list under its `hooks`. */
function isEntryPath(path: Path): boolean {
  if (typeof path.at(-1) !== 'number') return false;
  const list = path.slice(0, -1);
  return isPointPath(list) || (list.at(-1) === 'hooks' && isPointPath(list.slice(0, -1)));
}
