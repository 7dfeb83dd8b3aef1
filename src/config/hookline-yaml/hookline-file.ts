import { dirname } from 'node:path';
import { OptionsInvalid } from '../../builtin/options-invalid.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import { compileMatcher, type Matcher, matchAll } from '../../engine/hooks/matcher.ts';
import { findPoint, type PointReference } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { keysOf, valueAt } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { HandlerSetting, HookFunction } from '../../handlers/handler.ts';
import { findProtocol } from '../../protocols/protocols.ts';
import type { compileSlashed, onlyIf } from '../handlers/conditions.ts';
import { createHandler, type Handlers } from '../handlers/create-handler.ts';
import type { Declaration, FileContent, Override } from '../load/declaration.ts';
import type { OwnTools } from '../rules/tool-names.ts';
import type { HookEntry } from '../schema/hook-entry.ts';
import type { ConfigFile, HooksSection, Points } from '../schema/schema.ts';
import { type FilePlace, formatPlace, mistake, type Problem, warning } from '../source/problem.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import { agentsOf, pointsOf } from './config-file.ts';
import { defaultPriority, EntryOptions, whatRuns } from './entry-options.ts';
import type { Settings } from './file-defaults.ts';

export interface FileSetting {
  readonly handlers: Handlers;
  readonly own: OwnTools;
  /** Null when no hook of the file has an `if` or expression: they need the reader of rules. */
  readonly conditions: {
    readonly onlyIf: typeof onlyIf;
    readonly compileSlashed: typeof compileSlashed;
  } | null;
}

export function readHooklineFile(source: Source, config: ConfigFile, setting: FileSetting): FileContent {
  const reader = new HooklineFileReader(source, config.hooks ?? {}, setting);
  reader.readPoints(pointsOf(config), ['hooks'], null);
  const agents = new Map<string, FilePlace>();
  for (const [path, agent] of agentsOf(config)) {
    reader.noteTwice(agents, agent.id, [...path, 'id']);
    reader.readPoints(agent.backend?.hooks ?? {}, [...path, 'backend', 'hooks'], agent.id);
  }
  reader.checkLimit();
  return reader;
}

class HooklineFileReader implements FileContent {
  readonly declarations: Declaration[] = [];
  readonly overrides: Override[] = [];
  readonly problems: Problem[] = [];
  readonly #source: Source;
  readonly #settings: Settings;
  readonly #options: EntryOptions;
  readonly #handlers: Handlers;
  readonly #own: OwnTools;
  readonly #conditions: FileSetting['conditions'];

  constructor(
    source: Source,
    settings: HooksSection | Record<string, never>,
    { handlers, own, conditions }: FileSetting,
  ) {
    this.#source = source;
    this.#settings = settings;
    this.#handlers = handlers;
    this.#own = own;
    this.#conditions = conditions;
    this.#options = new EntryOptions(source, settings, this.problems);
  }

  /** Both run, which the author hardly meant. */
  noteTwice(places: Map<string, FilePlace>, id: string, path: Path): void {
    const place = this.#source.at(path);
    const first = places.get(id);
    if (first === undefined) places.set(id, place);
    else {
      const message = `the agent "${id}" is already at ${formatPlace(first)}; it has the hooks of both`;
      this.#warn('agent-twice', message, place);
    }
  }

  checkLimit(): void {
    const { maxHooksPerPoint = Number.POSITIVE_INFINITY } = this.#settings;
    const counts = new Map<Point, number>();
    for (const { point, place } of this.declarations) {
      const count = (counts.get(point) ?? 0) + 1;
      counts.set(point, count);
      if (count !== maxHooksPerPoint + 1) continue;
      const message = `${point.name} has more hooks than the ${maxHooksPerPoint} that maxHooksPerPoint allows`;
      this.#fail(message, place);
    }
  }

  readPoints(points: Points, path: Path, agent: string | null): void {
    // The schema has its own order of keys. Hooks are registered in the order of the file.
    for (const key of keysOf(valueAt(this.#source.value, path))) {
      const value = Object.hasOwn(points, key) ? points[key] : undefined;
      if (value === undefined) continue;
      const reference = findPoint(key);
      const isList = Array.isArray(value);
      const isParallel = (isList ? undefined : value.parallel) ?? this.#settings.parallel ?? false;
      const group = isParallel ? { parallel: true } : null;
      if (!isList && value.override === true) this.#readOverride(reference, [...path, key], agent);
      const entries = isList ? value : value.hooks;
      const entriesPath = isList ? [...path, key] : [...path, key, 'hooks'];
      for (const [index, entry] of entries.entries()) {
        if (entry === undefined) continue;
        const keyPath = [...path, key];
        this.#readHook(entry, [...entriesPath, index], { ...reference, keyPath, agent, group });
      }
    }
  }

  #readOverride({ point, matcher }: PointReference, path: Path, agent: string | null): void {
    const place = this.#source.at([...path, 'override'], 'key');
    if (agent === null) {
      const message = 'only an agent can override a point; among the global hooks this does nothing';
      this.#warn('setting-ignored', message, place);
    } else if (matcher !== undefined) {
      this.#fail(`an override is of a whole point: "${point.name}", not only "${matcher}" of it`, place);
    } else this.overrides.push({ agent, point, place });
  }

  #fail(message: string, place: FilePlace): void {
    this.problems.push(mistake(message, place));
  }

  #warn(code: string, message: string, place: FilePlace): void {
    this.problems.push(warning(code, message, place));
  }

  #readHook(entry: HookEntry, path: Path, place: EntryPlace): void {
    const more = this.#morePoints(entry, path, place.point);
    const family = more.length === 0 ? {} : { family: {} };
    this.#readEntry(entry, path, { ...place, ...family });
    // Its problems were reported for the first point.
    const said = this.problems.length;
    for (const point of more) this.#readEntry(entry, path, { ...place, ...family, point });
    const own = this.problems.splice(said);
    this.problems.push(...own.filter(({ severity }) => severity === 'error'));
  }

  #morePoints({ points = [] }: HookEntry, path: Path, own: Point): readonly Point[] {
    const found = points.flatMap((name, index): readonly Point[] => {
      const place = this.#source.at([...path, 'points', index]);
      try {
        const { point, matcher } = findPoint(name);
        if (matcher === undefined) return point === own ? [] : [point];
        this.#fail(`a list of points has no matchers: "${point.name}", with matcher: ${matcher}`, place);
      } catch (problem) {
        if (!(problem instanceof HooklineError)) throw problem;
        this.#fail(messageOf(problem), place);
      }
      return [];
    });
    return [...new Set(found)];
  }

  #readEntry(entry: HookEntry, path: Path, entryPlace: EntryPlace): void {
    const { point, agent, group, family } = entryPlace;
    const place = this.#source.at([...path, handlerKey(entry)]);
    try {
      const matcher = this.#matcher(entry, path, entryPlace);
      const timeoutMs = this.#options.timeoutMs(entry);
      this.declarations.push({
        point,
        name: entry.name ?? null,
        agent,
        matcher,
        pattern: entryPlace.matcher ?? entry.matcher,
        options: {
          priority: entry.priority ?? defaultPriority(entry, this.#handlers),
          ...(timeoutMs !== undefined && { timeoutMs }),
          ...this.#options.policy(entry, point, path),
          guard: entry.guard ?? false,
          ...(entry.final === true && { final: true }),
          mode: entry.mode ?? 'enforce',
          enabled: entry.enabled ?? true,
          source: this.#source.file.path,
          ...(family && { family }),
        },
        group,
        handler: this.#onlyIf(entry, path, point, createHandler(entry, this.#setting(entry), this.#handlers)),
        ...whatRuns(entry, this.#handlers),
        entry,
        own: this.#own,
        description: entry.description ?? null,
        place,
        keys: this.#keys(entry, path, entryPlace),
      });
    } catch (problem) {
      if (!(problem instanceof HooklineError)) throw problem;
      if (problem instanceof OptionsInvalid) {
        this.#failOptions(problem, entry, path);
        return;
      }
      const at = this.#keys(entry, path, entryPlace).get(problem.option ?? '')?.place ?? place;
      this.#fail(messageOf(problem), at);
    }
  }

  #failOptions({ problems }: OptionsInvalid, entry: HookEntry, path: Path): void {
    const name = entry.type === 'builtin' ? entry.handler : entry.type;
    for (const { path: inOptions, part, message } of problems) {
      const place = this.#source.at([...path, 'options', ...inOptions], part);
      this.#fail(`the options of "${name}": ${message}`, place);
    }
  }

  #onlyIf(entry: HookEntry, path: Path, point: Point, handler: HookFunction): HookFunction {
    if (entry.if === undefined || this.#conditions === null) return handler;
    const place = this.#source.at([...path, 'if']);
    return this.#conditions.onlyIf(entry.if, { point, place }, handler, this.problems);
  }

  #setting(entry: HookEntry): HandlerSetting {
    const file = this.#source.file.path;
    const protocol = findProtocol(entry.protocol ?? 'hookline');
    return { protocol, directory: dirname(file), file, guard: entry.guard ?? false };
  }

  #keys(entry: HookEntry, path: Path, { matcher, keyPath }: EntryPlace): NonNullable<Declaration['keys']> {
    const stated = Object.keys(entry).filter((key) => entry[key as keyof HookEntry] !== undefined);
    const keys = new Map(
      stated.map((key) => [engineNames.get(key) ?? key, { key, place: this.#source.at([...path, key]) }]),
    );
    if (matcher !== undefined)
      keys.set('matcher', { key: 'matcher', place: this.#source.at(keyPath, 'key') });
    return keys;
  }

  #matcher(entry: HookEntry, path: Path, { point, matcher: inName, keyPath }: EntryPlace): Matcher {
    if (inName !== undefined && entry.matcher !== undefined) {
      const message = `the hook has two matchers: "${inName}" in the name of the point, and "${entry.matcher}"`;
      this.#fail(message, this.#source.at([...path, 'matcher']));
    }
    const place =
      inName === undefined ? this.#source.at([...path, 'matcher']) : this.#source.at(keyPath, 'key');
    try {
      const pattern = inName ?? entry.matcher;
      const { seenNames } = findProtocol(entry.protocol ?? 'hookline');
      const see = point.matches === 'tool_name' ? seenNames : undefined;
      const expression = this.#conditions?.compileSlashed(pattern ?? '', see) ?? null;
      const compiled = expression ?? compileMatcher(pattern, point.matches);
      // Lint reports these at their place.
      return point.matches === null ? matchAll : { ...compiled, warnings: [] };
    } catch (problem) {
      this.#fail(messageOf(problem), place);
      return matchAll;
    }
  }
}

const engineNames: ReadonlyMap<string, string> = new Map([
  ['timeout', 'timeoutMs'],
  ['fail_closed', 'onFailure'],
  ['onError', 'onFailure'],
]);

interface EntryPlace extends PointReference {
  readonly keyPath: Path;
  readonly agent: string | null;
  readonly group: GroupOptions | null;
  readonly family?: object;
}

function handlerKey({ type, ...entry }: HookEntry): string {
  if (type === 'prompt') return 'prompt';
  if (type === 'mcp_tool') return 'tool';
  return 'handler' in entry && entry.handler !== undefined ? 'handler' : 'type';
}
