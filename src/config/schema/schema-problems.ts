import type { z } from 'zod';
import { lookUp } from '../../engine/values/look-up.ts';
import { keysOf, valueAt } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe } from '../../engine/values/text.ts';
import { type Issue, type IssueWords, issueProblems, meantIssues } from '../source/issue-problems.ts';
import { type FilePlace, mistake, type Problem } from '../source/problem.ts';
import { agentRefused, insteadOfAgent } from '../source/refused-types.ts';
import { wants } from '../source/schema-words.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import { entrySchemas } from './entry-schema.ts';
import { foreignShapes } from './foreign-shapes.ts';
import { possibleTypes, withTypes } from './handler-type.ts';
import { ownTypes } from './own-types.ts';
import { isEntryPath, isPoint, isPointPath } from './paths.ts';
import { isWrongRuleList, permissionMessage } from './permission-words.ts';
import { type ConfigFile, configSchema, settings } from './schema.ts';
import { strayKeys } from './stray-keys.ts';
import { unknownKey } from './unknown-keys.ts';

export interface CheckedFile {
  /** The file without its broken parts; null when nothing is left. */
  readonly config: ConfigFile | null;
  readonly problems: readonly Problem[];
}

/** A file is checked once or twice: compiling the schema first would take longer. */
const once = { jitless: true };

/** Checks a file by the schema and reports every problem at its place. */
export function checkSchema(file: Source): CheckedFile {
  const source = { ...file, value: withTypes(file.value) };
  const { value } = source;
  // An editor may leave an empty file while it writes. Read as "no hooks", it would remove every guard.
  if (value === null || value === undefined) {
    const message = 'the file is empty; write {} if no hooks are meant';
    return { config: null, problems: [mistake(message, source.at([]))] };
  }
  const schema = configSchema({
    points: pointKeys(value),
    top: keysOf(value).filter((key) => key.startsWith('x-')),
    types: ownTypes(value),
  });
  const result = schema.safeParse(value, once);
  const config = result.success ? result.data : withoutBroken(schema, value, result.error.issues);
  const issues = result.error?.issues ?? [];
  const foreign = foreignShapes(source);
  const isTold = (path: Path): boolean =>
    foreign.some((shape) => shape.path.every((step, index) => path[index] === step));
  const problems = [
    ...foreign.map(({ problem }) => problem),
    ...issueProblems(source, issues, { ...wordsFor(source), isTold }),
  ];
  return { config, problems: config === null ? problems : [...problems, ...strayKeys(source, config)] };
}

/** The file without its broken hooks and keys, to find problems elsewhere too. */
function withoutBroken(
  schema: z.ZodType<ConfigFile>,
  value: unknown,
  issues: readonly Issue[],
): ConfigFile | null {
  const rest: unknown = structuredClone(value);
  takeOutAll(rest, issues, 0);
  // A part that lacks something is still broken. Then the next round removes what is around it.
  for (let levels = 1; levels < 4; levels += 1) {
    const { data, error } = schema.safeParse(rest, once);
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

/** The points of a file, by the names that it has for them: `pre:tool:shell` is one. */
function pointKeys(value: unknown): readonly string[] {
  const sections = [
    valueAt(value, ['hooks']),
    ...[valueAt(value, ['agents']), valueAt(value, ['agent'])]
      .flat()
      .map((agent) => valueAt(agent, ['backend', 'hooks'])),
  ];
  return [...new Set(sections.flatMap(keysOf).filter(isPoint))];
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
  const place = source.at(path, isWrongRuleList(path) ? 'key' : 'value');
  if (!path.some((step) => step === 'env' || step === 'headers')) return place;
  const { column } = place;
  return { ...place, endColumn: column + 1, text: `${place.text.slice(0, column - 1)}…` };
}

function messageFor(value: unknown, path: Path, issue: Issue): string {
  const key = path.at(-1);
  const permission = permissionMessage(value, path);
  if (permission !== null) return permission;
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

/** What the types are called elsewhere. */
const otherTypes: Readonly<Record<string, string>> = {
  bash: 'command',
  exec: 'command',
  script: 'command',
  sh: 'command',
  shell: 'command',
  py: 'python',
  function: 'module',
  javascript: 'module',
  js: 'module',
  node: 'module',
  typescript: 'module',
  https: 'http',
  url: 'http',
  webhook: 'http',
  llm: 'prompt',
  model: 'prompt',
  mcp: 'mcp_tool',
  'mcp-tool': 'mcp_tool',
  tool: 'mcp_tool',
};

function typeMessage(value: unknown, entry: unknown): string {
  const types = [...Object.keys(entrySchemas), ...ownTypes(value)];
  const type = valueAt(entry, ['type']);
  if (type === 'agent' && !types.includes(type)) return `${agentRefused}; ${insteadOfAgent}`;
  if (type !== undefined) {
    const meant = typeof type === 'string' ? lookUp(otherTypes, type.toLowerCase()) : undefined;
    if (meant !== undefined) return `unknown type ${describe(type)}, did you mean "${meant}"?`;
    const suggestion = typeof type === 'string' ? didYouMean(type, types) : '';
    return `unknown type ${describe(type)}${suggestion || `: it is one of ${types.join(', ')}`}`;
  }
  const handler = valueAt(entry, ['handler']);
  if (typeof handler !== 'string') return `"type" is missing: it is one of ${types.join(', ')}`;
  const possible = possibleTypes(handler).map((name) => `type: ${name}`);
  return `"type" is missing, and ${describe(handler)} could be ${possible.join(' or ')}; say which`;
}
