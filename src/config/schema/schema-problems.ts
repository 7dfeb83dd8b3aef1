import type { z } from 'zod';
import { lookUp } from '../../engine/values/look-up.ts';
import { isObject, keysOf, valueAt } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe, textOf } from '../../engine/values/text.ts';
import { handlerTypes } from '../../handlers/handler.ts';
import { agentsOf } from '../hookline-yaml/config-file.ts';
import { type Issue, type IssueWords, issueProblems, meantIssues } from '../source/issue-problems.ts';
import { type FilePlace, mistake, type Problem } from '../source/problem.ts';
import { agentRefused, insteadOfAgent } from '../source/refused-types.ts';
import { wants } from '../source/schema-words.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import { entrySchemas } from './entry-schema.ts';
import { foreignShapes } from './foreign-shapes.ts';
import { possibleTypes, withTypes } from './handler-type.ts';
import { isEntryPath, isPoint, isPointPath } from './paths.ts';
import { type ConfigFile, configSchema, settings } from './schema.ts';
import { meantRuleList, unknownKey } from './unknown-keys.ts';

const ruleLists: readonly PropertyKey[] = ['allow', 'ask', 'deny'];
const shape = 'takes "deny", "ask" and "allow" with lists of rules, or names with true or false';

function permissionMessage(value: unknown, path: Path): string | null {
  const [top, key, index] = path;
  if (top !== 'permissions') return null;
  const found = valueAt(value, path);
  if (key === undefined) return `"permissions" ${shape}, not ${describe(found)}`;
  if (typeof key !== 'string') return null;
  if (ruleLists.includes(key)) {
    if (index === undefined && typeof found === 'string')
      return `"${key}" takes a list of rules: [${JSON.stringify(found)}]`;
    return index === undefined ? null : entryMessage(found);
  }
  const meant = meantRuleList(key);
  if (meant !== null) return `unknown key "${key}", did you mean "${meant}"?`;
  if (/\(/.test(key)) return `"${key}" is a rule: it stands in a list under "deny", "ask" or "allow"`;
  return null;
}

function isWrongRuleList([top, key, ...rest]: Path): boolean {
  if (top !== 'permissions' || typeof key !== 'string' || rest.length > 0 || ruleLists.includes(key))
    return false;
  return meantRuleList(key) !== null || key.includes('(');
}

/** `- Bash: rm *`, which YAML reads as a key with its value; or a rule in parts: `{ tool: Bash, pattern: rm * }`. */
function entryMessage(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const parts = Object.entries(entry);
  const [[tool = '', pattern] = []] = inParts(parts) ?? parts;
  return typeof pattern === 'string' || pattern === null
    ? `a rule is text; write ${JSON.stringify(pattern === null ? tool : `${tool}(${pattern})`)}`
    : null;
}

function inParts(
  parts: readonly (readonly [string, unknown])[],
): readonly (readonly [string, unknown])[] | null {
  const tool = parts.find(([key]) => /^tool(?:_?name)?$|^name$/i.test(key))?.[1];
  if (typeof tool !== 'string') return null;
  const other = parts.find(([key]) =>
    /^(?:pattern|command|path|file_?path|match(?:er)?|rule(?:Content)?|args?)$/i.test(key),
  );
  return [[tool, other?.[1] ?? null]];
}

export interface CheckedFile {
  readonly config: ConfigFile | null;
  readonly problems: readonly Problem[];
}

/** Checked once or twice, so compiling the schema would take longer. */
const once = { jitless: true };

export function checkSchema(file: Source): CheckedFile {
  const source = { ...file, value: withTypes(file.value) };
  const { value } = source;
  // An editor may leave an empty file while it writes. Read as "no hooks", it would remove every guard.
  if (value === null || value === undefined) {
    const message = 'the file is empty; write {} if no hooks are meant';
    return { config: null, problems: [mistake(message, source.at([]))] };
  }
  const schema = configSchema({
    keys: keysOf(value),
    points: [...new Set(sectionsOf(value).flatMap(keysOf).filter(isPoint))],
    shipped: entryTypes(value),
    types: ownTypes(value),
  });
  const result = schema.safeParse(value, once);
  const config = result.success ? result.data : withoutBroken(schema, value, result.error.issues);
  const issues = result.error?.issues ?? [];
  const foreign = foreignShapes(source);
  const told = new Set(foreign.map((shape) => JSON.stringify(shape.path)));
  const isTold = (path: Path): boolean =>
    told.size > 0 && path.some((_, index) => told.has(JSON.stringify(path.slice(0, index + 1))));
  const problems = [
    ...foreign.map(({ problem }) => problem),
    ...issueProblems(source, issues, { ...wordsFor(source), isTold }),
  ];
  return { config, problems: config === null ? problems : [...problems, ...strayKeys(source, config)] };
}

function withoutBroken(
  schema: z.ZodType<ConfigFile>,
  value: unknown,
  issues: readonly Issue[],
): ConfigFile | null {
  const rest: unknown = structuredClone(value);
  takeOutAll(rest, issues, 0);
  // A part that lacks something is still broken; the next round removes what is around it.
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

function entryTypes(value: unknown): readonly string[] {
  const lists = sectionsOf(value)
    .flatMap((section) => (isObject(section) ? Object.values(section) : []))
    .map((point) => (Array.isArray(point) ? point : valueAt(point, ['hooks'])));
  return [...new Set(lists.flat().map((entry) => textOf(valueAt(entry, ['type']))))];
}

function sectionsOf(value: unknown): readonly unknown[] {
  const agents = [valueAt(value, ['agents']), valueAt(value, ['agent'])].flat();
  return [valueAt(value, ['hooks']), ...agents.map((agent) => valueAt(agent, ['backend', 'hooks']))];
}

function wordsFor(source: Source): IssueWords {
  const { value } = source;
  return {
    unknownKey: (path, key) => unknownKey(value, path, key),
    wrongValue: (path, issue) => messageFor(value, path, issue),
    place: (path) => placeOf(source, path),
  };
}

/** Values of variables and headers are often secrets, so the shown line leaves them out. */
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
  if (issue.code === 'invalid_union' && isPointPath(path) && !(key in settings())) {
    return `"${String(key)}" ${wants('a list of hooks, or an object with "hooks"')({ input: valueAt(value, path) })}`;
  }
  return `${typeof key === 'number' ? 'each entry' : `"${String(key)}"`} ${issue.message}`;
}

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

function ownTypes(file: unknown): readonly string[] {
  const named = [...keysOf(valueAt(file, ['handlers'])), ...handlerTypes()];
  return [...new Set(named)].filter((type) => !Object.hasOwn(entrySchemas, type));
}

/** Hooks and rules in the wrong place would never apply. Other keys belong to the agent's own system. */
function strayKeys(source: Source, config: ConfigFile): readonly Problem[] {
  return agentsOf(config).flatMap(([path, agent]) => {
    const inAgent = keysOf(agent).map((key) => ({ key, at: [...path, key], known: ['id', 'backend'] }));
    const inBackend = keysOf(agent.backend).map((key) => ({
      key,
      at: [...path, 'backend', key],
      known: ['hooks'],
    }));
    return [...inAgent, ...inBackend].flatMap(({ key, at, known }): readonly Problem[] => {
      const message = known.includes(key) ? null : strayMessage(key, known);
      return message === null ? [] : [mistake(message, source.at(at, 'key'))];
    });
  });
}

function strayMessage(key: string, known: readonly string[]): string | null {
  if (key === 'hooks') return 'the hooks of an agent stand under "backend"';
  if (key === 'permissions')
    return 'permissions stand at the left edge of the file, and hold for every agent';
  if (isPoint(key)) return `the hooks of ${key} stand under "backend", in "hooks"`;
  const suggestion = didYouMean(key, known);
  return suggestion === '' ? null : `unknown key "${key}"${suggestion}`;
}
