import type { z } from 'zod';
import { findPoint, type PointReference } from '../../engine/points/point.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject, keysOf } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe, words } from '../../engine/values/text.ts';
import { handlerTypes } from '../../handlers/handler.ts';
import { checkPart, type PartWords } from '../source/check-part.ts';
import { type FilePlace, hasErrors, mistake, type Problem } from '../source/problem.ts';
import { agentRefused, insteadOfAgent } from '../source/refused-types.ts';
import { wants } from '../source/schema-words.ts';
import type { SourceFile } from '../source/source-file.ts';
import { type Path, parseYaml, type Source } from '../source/yaml-source.ts';
import { entrySchemas, ownEntry } from './entry-schema.ts';
import type { HookEntry } from './hook-entry.ts';
import { foreignShape, isSingleHook, possibleTypes, withType } from './hook-shape.ts';
import { permissionWords, ruleLists } from './permission-words.ts';
import {
  agentSchema,
  type FileParts,
  type HooksSettings,
  massgenKeys,
  partSchemas,
  pointNames,
  pointObject,
  settings,
  topKeys,
} from './schema.ts';

/** A hook of a file that has passed the schema, and where it is. */
export interface PlacedEntry extends PointReference {
  readonly entry: HookEntry;
  readonly path: Path;
  readonly pointPath: Path;
  readonly agent: string | null;
  /** Null: as the settings of the file say. */
  readonly parallel: boolean | null;
}

export interface PlacedOverride extends PointReference {
  readonly agent: string | null;
  readonly place: FilePlace;
}

export interface CheckedFile extends FileParts {
  readonly settings: HooksSettings;
  readonly entries: readonly PlacedEntry[];
  readonly overrides: readonly PlacedOverride[];
  readonly agents: readonly { readonly id: string; readonly place: FilePlace }[];
}

export interface CheckedSource {
  readonly source: Source;
  /** Everything without errors; null when the file has no parts at all. */
  readonly file: CheckedFile | null;
  readonly problems: readonly Problem[];
}

export function parseAndCheck(text: SourceFile): CheckedSource {
  const source = parseYaml(text);
  if (hasErrors(source.problems)) return { source, file: null, problems: source.problems };
  const { file, problems } = checkSource(source);
  return { source, file, problems: [...source.problems, ...problems] };
}

export function checkSource(source: Source): Pick<CheckedSource, 'file' | 'problems'> {
  const checker = new FileChecker(source);
  return { file: checker.check(), problems: checker.problems };
}

class FileChecker {
  readonly problems: Problem[] = [];
  readonly #source: Source;
  readonly #entries: PlacedEntry[] = [];
  readonly #overrides: PlacedOverride[] = [];
  readonly #agents: { readonly id: string; readonly place: FilePlace }[] = [];
  readonly #ownTypes: readonly string[];
  readonly #ownSchema: z.ZodType<HookEntry>;

  constructor(source: Source) {
    this.#source = source;
    const named = [...keysOf(isObject(source.value) ? source.value['handlers'] : null), ...handlerTypes()];
    this.#ownTypes = [...new Set(named)].filter((type) => !Object.hasOwn(entrySchemas, type));
    this.#ownSchema = ownEntry(this.#ownTypes);
  }

  check(): CheckedFile | null {
    const { value } = this.#source;
    // An editor may leave an empty file while it writes. Read as "no hooks", it would remove every guard.
    if (value === null || value === undefined)
      return this.#fail('the file is empty; write {} if no hooks are meant', []);
    if (!isObject(value))
      return this.#fail(`the file ${wants('an object with "hooks"')({ input: value })}`, []);
    const parts: Record<string, unknown> = {};
    const { hooks, agents, agent, ...others } = value;
    const own = Object.hasOwn(value, 'hooks') ? this.#section(hooks, ['hooks'], null) : {};
    if (Array.isArray(agents))
      for (const [index, one] of agents.entries()) this.#agent(one, ['agents', index]);
    else if (Object.hasOwn(value, 'agents'))
      this.#fail(`"agents" ${wants('a list of agents')({ input: agents })}`, ['agents']);
    if (Object.hasOwn(value, 'agent')) this.#agent(agent, ['agent']);
    for (const [key, part] of Object.entries(others)) {
      const schema = lookUp(partSchemas, key);
      if (schema !== undefined) {
        const words = key === 'permissions' ? permissionWords(this.#source) : {};
        parts[key] = this.#part<unknown>(schema(), part, [key], words) ?? undefined;
      } else if (!massgenKeys.includes(key) && !key.startsWith('x-'))
        this.#fail(unknownTopKey(key), [key], 'key');
    }
    return {
      ...(parts as FileParts),
      settings: own,
      entries: this.#entries,
      overrides: this.#overrides,
      agents: this.#agents,
    };
  }

  /** Settings of the file are under its own `hooks` only, not under those of an agent. */
  #section(value: unknown, path: Path, agent: string | null): HooksSettings {
    if (!isObject(value)) {
      this.#fail(`"hooks" ${wants('points with their hooks')({ input: value })}`, path);
      return {};
    }
    const read: Record<string, unknown> = {};
    for (const [key, part] of Object.entries(value)) {
      const setting = agent === null ? lookUp<z.ZodType>(settings(), key) : undefined;
      if (setting !== undefined) read[key] = this.#part(setting, part, [...path, key]) ?? undefined;
      else if (isPoint(key)) this.#point(part, [...path, key], { ...findPoint(key), agent });
      else this.#fail(unknownEvent(key, agent === null), [...path, key], 'key');
    }
    return read as HooksSettings;
  }

  #point(value: unknown, path: Path, at: PointReference & Pick<PlacedEntry, 'agent'>): void {
    const name = String(path.at(-1));
    const place = { ...at, pointPath: path, parallel: null };
    if (Array.isArray(value)) this.#list(value, path, place);
    else if (!isObject(value)) {
      const wanted = wants('a list of hooks, or an object with "hooks"');
      this.#fail(`"${name}" ${wanted({ input: value })}`, path);
    } else if (isSingleHook(value)) {
      const message = `the hooks of ${name} are a list, also when there is one: put "- " before it`;
      this.#fail(message, path, 'key');
    } else {
      const { override, parallel = null } = this.#part(pointObject(), value, path) ?? {};
      if (override === true)
        this.#overrides.push({ ...at, place: this.#source.at([...path, 'override'], 'key') });
      const { hooks } = value;
      if (Array.isArray(hooks)) this.#list(hooks, [...path, 'hooks'], { ...place, parallel });
    }
  }

  #list(entries: readonly unknown[], path: Path, place: Omit<PlacedEntry, 'entry' | 'path'>): void {
    for (const [index, value] of entries.entries()) {
      const at = [...path, index];
      const entry = this.#entry(value, at);
      if (entry !== null) this.#entries.push({ ...place, entry, path: at });
    }
  }

  #entry(value: unknown, path: Path): HookEntry | null {
    if (!isObject(value))
      return this.#fail(`a hook is an object with "type" and "handler", not ${describe(value)}`, path);
    const foreign = foreignShape(value);
    if (foreign !== null) return this.#fail(foreign.message, [...path, foreign.key], 'key');
    const entry = withType(value);
    const { type } = entry;
    const shipped = typeof type === 'string' ? lookUp(entrySchemas, type) : undefined;
    const isOwn = typeof type === 'string' && this.#ownTypes.includes(type);
    if (shipped === undefined && !isOwn) return this.#fail(this.#typeMessage(entry), [...path, 'type']);
    const schema: z.ZodType<HookEntry> = shipped?.() ?? this.#ownSchema;
    const words = {
      unknownKey: (_: Path, key: string) =>
        ['agents', 'include', 'mcpServers', 'permissions'].includes(key)
          ? `"${key}" belongs at the top level of the file`
          : null,
    };
    return this.#part(schema, entry, path, words);
  }

  #typeMessage(entry: Fields): string {
    const { type, handler } = entry;
    const types = [...Object.keys(entrySchemas), ...this.#ownTypes];
    if (type === 'agent') return `${agentRefused}; ${insteadOfAgent}`;
    if (type !== undefined) {
      const meant = meantType(type);
      if (meant !== undefined) return `unknown type ${describe(type)}, did you mean "${meant}"?`;
      const suggestion = typeof type === 'string' ? didYouMean(type, types) : '';
      return `unknown type ${describe(type)}${suggestion || `: it is one of ${types.join(', ')}`}`;
    }
    if (typeof handler !== 'string') return `"type" is missing: it is one of ${types.join(', ')}`;
    const possible = possibleTypes(handler).map((name) => `type: ${name}`);
    return `"type" is missing, and ${describe(handler)} could be ${possible.join(' or ')}; say which`;
  }

  #agent(value: unknown, path: Path): void {
    const agent = this.#part(agentSchema(), value, path);
    if (agent === null || !isObject(value)) return;
    const { id, backend } = agent;
    this.#agents.push({ id, place: this.#source.at([...path, 'id']) });
    this.#strayKeys(value, path, ['id', 'backend']);
    if (backend === undefined) return;
    this.#strayKeys(backend, [...path, 'backend'], ['hooks']);
    if (Object.hasOwn(backend, 'hooks')) this.#section(backend['hooks'], [...path, 'backend', 'hooks'], id);
  }

  /** Hooks and rules in the wrong place would never apply. Other keys belong to the agent's own system. */
  #strayKeys(value: Fields, path: Path, known: readonly string[]): void {
    for (const key of Object.keys(value).filter((name) => !known.includes(name))) {
      const message = strayMessage(key, known);
      if (message !== null) this.#fail(message, [...path, key], 'key');
    }
  }

  /** The part without what is wrong in it, since other parts may refer to the rest. */
  #part<Value>(schema: z.ZodType<Value>, value: unknown, path: Path, words: PartWords = {}): Value | null {
    const place = (at: Path): FilePlace | null => words.place?.(at) ?? this.#secretPlace(at);
    const checked = checkPart(schema, value, this.#source, path, { ...words, place });
    this.problems.push(...checked.problems);
    const { wrongKeys } = checked;
    if (checked.value !== null || wrongKeys === null || !isObject(value) || path.length > 1)
      return checked.value;
    const rest = Object.entries(value).filter(([key]) => !wrongKeys.has(key));
    return Object.fromEntries(rest) as Value;
  }

  /** Values of variables and headers are often secrets, so the shown line leaves them out. */
  #secretPlace(path: Path): FilePlace | null {
    if (!path.some((step) => step === 'env' || step === 'headers')) return null;
    const place = this.#source.at(path);
    const { column, text } = place;
    return { ...place, endColumn: column + 1, text: `${text.slice(0, column - 1)}…` };
  }

  #fail(message: string, path: Path, what?: 'key' | 'value'): null {
    this.problems.push(mistake(message, this.#source.at(path, what)));
    return null;
  }
}

function isPoint(key: string): boolean {
  try {
    findPoint(key);
    return true;
  } catch {
    return false;
  }
}

const otherTypes: Readonly<Record<string, readonly string[]>> = {
  command: words('bash exec script sh shell'),
  python: ['py'],
  module: words('function javascript js node typescript'),
  http: words('https url webhook'),
  prompt: words('llm model'),
  mcp_tool: words('mcp mcp-tool tool'),
};

function meantType(type: unknown): string | undefined {
  const word = typeof type === 'string' ? type.toLowerCase() : '';
  return Object.keys(otherTypes).find((known) => lookUp(otherTypes, known)?.includes(word));
}

function unknownEvent(key: string, isOfFile: boolean): string {
  const points = pointNames();
  if (Object.hasOwn(settings(), key))
    return `"${key}" is a setting for all hooks of the file; put it under the "hooks" at the top level`;
  if (topKeys.includes(key)) return `"${key}" belongs beside "hooks", at the top level of the file`;
  if (ruleLists.includes(key)) return `"${key}" belongs under "permissions", beside "hooks"`;
  const known = isOfFile ? [...points, ...Object.keys(settings())] : points;
  return `unknown event "${key}"${didYouMean(key, known) || `: it is one of ${points.join(', ')}`}`;
}

function unknownTopKey(key: string): string {
  if (key === 'root')
    return '"root" has no effect: a file adds to those in the folders above it, and a guard above always holds';
  if (isPoint(key)) return `the hooks of ${key} belong under "hooks"`;
  if (ruleLists.includes(key)) return `"${key}" belongs under "permissions"`;
  if (Object.hasOwn(settings(), key)) return `"${key}" belongs under "hooks"`;
  return `unknown key "${key}"${didYouMean(key, topKeys) || `: here it can be one of ${topKeys.join(', ')}`}`;
}

function strayMessage(key: string, known: readonly string[]): string | null {
  if (known.includes('id') && key === 'hooks') return 'the hooks of an agent belong under "backend"';
  if (key === 'permissions')
    return 'permissions belong at the top level of the file, and hold for every agent';
  if (isPoint(key)) return `the hooks of ${key} belong under "backend", in "hooks"`;
  const suggestion = didYouMean(key, known);
  return suggestion === '' ? null : `unknown key "${key}"${suggestion}`;
}
