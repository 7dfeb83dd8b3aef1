import { dirname } from 'node:path';
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
import { createHandler, emptyHandler, type Handlers, missingFile } from '../handlers/create-handler.ts';
import { type Declaration, type FileContent, type Override, placeOf } from '../load/declaration.ts';
import type { HookEntry } from '../schema/entry-schema.ts';
import type { ConfigFile, HooksSection, Points } from '../schema/schema.ts';
import { type FilePlace, formatPlace, mistake, type Problem, warning } from '../source/problem.ts';
import type { WarningCode } from '../source/warning-codes.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import { matcherWarnings, settingsMatcherWarnings } from '../warnings/matcher-warnings.ts';
import type { OwnTools } from '../warnings/tool-names.ts';
import { agentsOf, pointsOf } from './config-file.ts';
import { handlerKey } from './entry.ts';
import { defaultPriority, EntryOptions, whatRuns } from './entry-options.ts';
import type { Settings } from './file-defaults.ts';

/** What all files of one configuration share. */
export interface FileSetting {
  readonly handlers: Handlers;
  /** The tools that its own files know of. */
  readonly own: OwnTools;
  /** Heeds `if` and expressions; null when no hook of the file has one, since they need the reader of rules. */
  readonly conditions: {
    readonly onlyIf: typeof onlyIf;
    readonly compileSlashed: typeof compileSlashed;
  } | null;
}

/** Turns a `hookline.yaml` into declarations. */
export function readHooklineFile(source: Source, config: ConfigFile, setting: FileSetting): FileContent {
  const reader = new HooklineFileReader(source, config.hooks ?? {}, setting);
  reader.readPoints(pointsOf(config), ['hooks'], null);
  const agents = new Map<string, FilePlace>();
  for (const [path, agent] of agentsOf(config)) {
    reader.noteTwice(agents, agent.id, [...path, 'id']);
    reader.readPoints(agent.backend?.hooks ?? {}, [...path, 'backend', 'hooks'], agent.id);
  }
  reader.checkLimit();
  reader.checkBlindGuards();
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

  /** Both count, which is hardly what the author meant. */
  noteTwice(places: Map<string, FilePlace>, id: string, path: Path): void {
    const place = this.#source.at(path);
    const first = places.get(id);
    if (first === undefined) places.set(id, place);
    else {
      const message = `the agent "${id}" is already at ${formatPlace(first)}; it has the hooks of both`;
      this.#warn('agent-twice', message, place);
    }
  }

  /** Reports points with more hooks than the file allows. */
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

  #warn(code: WarningCode, message: string, place: FilePlace): void {
    this.problems.push(warning(code, message, place));
  }

  /** A hook may be at several points: the one it stands under, and those that it lists. */
  #readHook(entry: HookEntry, path: Path, place: EntryPlace): void {
    const more = this.#morePoints(entry, path, place.point);
    const family = more.length === 0 ? {} : { family: {} };
    this.#readEntry(entry, path, { ...place, ...family });
    // What is wrong with it was said for the first point.
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

  /** A guard of outputs that looks at one of the two ways in which a tool ends misses the other. */
  checkBlindGuards(): void {
    const guards = this.declarations.filter(({ options }) => options.guard === true);
    const isSame = (left: Declaration, right: Declaration): boolean =>
      left.type === right.type && left.runs === right.runs && left.agent === right.agent;
    for (const guard of guards.filter(({ point }) => point.name === 'PostToolUse')) {
      if (guards.some((other) => other.point.name === 'PostToolUseFailure' && isSame(guard, other))) continue;
      this.#warn('guard-blind', blindSpot, placeOf(guard, 'guard'));
    }
  }

  #readEntry(entry: HookEntry, path: Path, entryPlace: EntryPlace): void {
    const { point, agent, group, family } = entryPlace;
    const place = this.#source.at([...path, handlerKey(entry)]);
    if (this.#options.refusesBuiltin(entry, [...path, 'options'], this.#handlers)) return;
    try {
      const matcher = this.#matcher(entry, path, entryPlace);
      const timeoutMs = this.#options.timeoutMs(entry, path);
      const { directory } = this.#setting(entry);
      this.declarations.push({
        point,
        name: entry.name ?? null,
        agent,
        matcher,
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
        description: entry.description ?? null,
        place,
        keys: this.#keys(entry, path),
      });
      const missing = missingFile(entry, directory, this.#handlers);
      if (missing !== null) this.#warn('handler-missing', missing, place);
      const empty = emptyHandler(entry, directory);
      if (empty !== null) this.#warn('handler-empty', empty, place);
      if (entry.type === 'module' && entry.guard === true && entry.isolate === false)
        this.#warn('guard-in-host', inHost, this.#source.at([...path, 'isolate']));
    } catch (problem) {
      if (!(problem instanceof HooklineError)) throw problem;
      const at = this.#keys(entry, path).get(problem.option ?? '')?.place ?? place;
      this.#fail(messageOf(problem), at);
    }
  }

  /** The handler, for the calls that the hook's `if` admits. */
  #onlyIf(entry: HookEntry, path: Path, point: Point, handler: HookFunction): HookFunction {
    if (entry.if === undefined || this.#conditions === null) return handler;
    const place = this.#source.at([...path, 'if']);
    return this.#conditions.onlyIf(entry.if, { point, place, own: this.#own }, handler, this.problems);
  }

  #setting(entry: HookEntry): HandlerSetting {
    const file = this.#source.file.path;
    const protocol = findProtocol(entry.protocol ?? 'hookline');
    return { protocol, directory: dirname(file), file, guard: entry.guard ?? false };
  }

  /** The options that the entry sets, by the engine's names. */
  #keys(entry: HookEntry, path: Path): NonNullable<Declaration['keys']> {
    const stated = Object.keys(entry).filter((key) => entry[key as keyof HookEntry] !== undefined);
    const option = (key: string): string => engineNames.get(key) ?? key;
    return new Map(
      stated.map((key) => [option(key), { key, place: this.#source.at([...path, key]) }] as const),
    );
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
      const warningsOf = expression === null ? matcherWarnings : settingsMatcherWarnings;
      const source = compiled.source.replace(/^\/(.*)\/i?$/s, '$1');
      const looked = expression === null ? compiled : { ...compiled, source };
      for (const { code, message } of warningsOf(point, looked, this.#own)) this.#warn(code, message, place);
      // Reported here with their place, they need not be reported again at registration.
      return point.matches === null ? matchAll : { ...compiled, warnings: [] };
    } catch (problem) {
      this.#fail(messageOf(problem), place);
      return matchAll;
    }
  }
}

const blindSpot =
  'a guard at PostToolUse does not see the output of tools that fail, which is at PostToolUseFailure; write "points: [PostToolUse, PostToolUseFailure]"';

const inHost =
  'a guard in the host can be stopped by nothing, and what other code there does to the globals it does to the guard too; leave "isolate" out';

/** Keys of a file that have another name in the engine. */
const engineNames: ReadonlyMap<string, string> = new Map([
  ['timeout', 'timeoutMs'],
  ['fail_closed', 'onFailure'],
  ['onError', 'onFailure'],
]);

interface EntryPlace extends PointReference {
  /** The path of the point's key, whose name may contain the matcher. */
  readonly keyPath: Path;
  readonly agent: string | null;
  readonly group: GroupOptions | null;
  /** Shared by the declarations of one hook at several points. */
  readonly family?: object;
}
