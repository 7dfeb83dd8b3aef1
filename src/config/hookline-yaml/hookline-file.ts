import { dirname } from 'node:path';
import { OptionsInvalid } from '../../builtin/options-invalid.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import { compileMatcher, type Matcher, matchAll } from '../../engine/hooks/matcher.ts';
import { type FailurePolicy, readPolicySpelling } from '../../engine/outcome/failure.ts';
import { findPoint } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { readDuration } from '../../engine/values/duration.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { getOrMake } from '../../engine/values/maps.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { HandlerSetting, HookFunction } from '../../handlers/handler.ts';
import { findProtocol } from '../../protocols/protocols.ts';
import type { compileSlashed, onlyIf } from '../handlers/conditions.ts';
import { createHandler, type Handlers } from '../handlers/create-handler.ts';
import type { Declaration, FileContent, Override } from '../load/declaration.ts';
import type { OwnTools } from '../rules/tool-names.ts';
import type { CheckedFile, PlacedEntry, PlacedOverride } from '../schema/check-file.ts';
import type { HookEntry } from '../schema/hook-entry.ts';
import type { HooksSettings } from '../schema/schema.ts';
import { type FilePlace, formatPlace, mistake, type Problem, warning } from '../source/problem.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import { defaultPolicy, defaultTimeout } from './file-defaults.ts';

export interface FileSetting {
  readonly handlers: Handlers;
  readonly own: OwnTools;
  /** Null when no hook of the file has an `if` or expression: they need the reader of rules. */
  readonly conditions: {
    readonly onlyIf: typeof onlyIf;
    readonly compileSlashed: typeof compileSlashed;
  } | null;
}

export function readHooklineFile(source: Source, file: CheckedFile, setting: FileSetting): FileContent {
  const reader = new HooklineFileReader(source, file.settings, setting);
  for (const agent of file.agents) reader.noteTwice(agent);
  for (const override of file.overrides) reader.readOverride(override);
  for (const entry of file.entries) reader.readHook(entry);
  reader.checkLimit();
  return reader;
}

class HooklineFileReader implements FileContent {
  readonly declarations: Declaration[] = [];
  readonly overrides: Override[] = [];
  readonly problems: Problem[] = [];
  readonly #source: Source;
  readonly #settings: HooksSettings;
  readonly #setting: FileSetting;
  readonly #defaultTimeoutMs: number | undefined;
  readonly #agents = new Map<string, FilePlace>();
  readonly #groups = new Map<string, GroupOptions>();

  constructor(source: Source, settings: HooksSettings, setting: FileSetting) {
    this.#source = source;
    this.#settings = settings;
    this.#setting = setting;
    this.#defaultTimeoutMs = this.#readDefaultTimeout();
  }

  #readDefaultTimeout(): number | undefined {
    const { timeout } = this.#settings;
    if (typeof timeout === 'number' && timeout < 100) {
      const message = `"timeout" of all hooks is in milliseconds, and ${timeout} ms is short; did you mean "${timeout}s"?`;
      this.#warn('timeout-unit', message, this.#source.at(['hooks', 'timeout']));
    }
    return defaultTimeout(this.#settings).timeoutMs;
  }

  /** Both run, which the author hardly meant. */
  noteTwice({ id, place }: CheckedFile['agents'][number]): void {
    const first = this.#agents.get(id);
    if (first === undefined) this.#agents.set(id, place);
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

  readOverride({ agent, point, matcher, place }: PlacedOverride): void {
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

  readHook(placed: PlacedEntry): void {
    const more = this.#morePoints(placed);
    const family = more.length === 0 ? undefined : {};
    this.#readEntry(placed, family);
    // Its problems were reported for the first point.
    const reported = this.problems.length;
    for (const point of more) this.#readEntry({ ...placed, point }, family);
    const errors = this.problems.splice(reported).filter(({ severity }) => severity === 'error');
    this.problems.push(...errors);
  }

  #morePoints({ entry: { points = [] }, path, point: own }: PlacedEntry): readonly Point[] {
    const more = points.flatMap((name, index): readonly Point[] => {
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
    return [...new Set(more)];
  }

  #readEntry(placed: PlacedEntry, family: object | undefined): void {
    const { entry, path, point, agent } = placed;
    const { handlers, own } = this.#setting;
    const place = this.#source.at([...path, handlerKey(entry)]);
    const keys = this.#keys(placed);
    try {
      const matcher = this.#matcher(placed);
      const timeoutMs =
        entry.timeout === undefined ? this.#defaultTimeoutMs : readDuration(entry.timeout, 'seconds');
      this.declarations.push({
        point,
        name: entry.name ?? null,
        agent,
        matcher,
        pattern: placed.matcher ?? entry.matcher,
        options: {
          priority: entry.priority ?? defaultPriority(entry, handlers),
          ...(timeoutMs !== undefined && { timeoutMs }),
          ...this.#policy(entry, point, path),
          guard: entry.guard ?? false,
          ...(entry.final === true && { final: true }),
          mode: entry.mode ?? 'enforce',
          enabled: entry.enabled ?? true,
          source: this.#source.file.path,
          ...(family && { family }),
        },
        group: this.#groupOf(placed),
        handler: this.#onlyIf(
          entry,
          path,
          point,
          createHandler(entry, this.#handlerSetting(entry), handlers),
        ),
        ...whatRuns(entry, handlers),
        entry,
        own,
        description: entry.description ?? null,
        place,
        keys,
      });
    } catch (problem) {
      if (!(problem instanceof HooklineError)) throw problem;
      if (problem instanceof OptionsInvalid) this.#failOptions(problem, entry, path);
      else this.#fail(messageOf(problem), keys.get(problem.option ?? '')?.place ?? place);
    }
  }

  #groupOf({ parallel, pointPath }: PlacedEntry): GroupOptions | null {
    if (!(parallel ?? this.#settings.parallel ?? false)) return null;
    return getOrMake(this.#groups, JSON.stringify(pointPath), () => ({ parallel: true }));
  }

  #policy(entry: HookEntry, point: Point, path: Path): Partial<Declaration['options']> {
    const { guard = false, mode = 'enforce', onFailure, fail_closed, onError } = entry;
    if (onFailure !== undefined) {
      for (const other of ['fail_closed', 'onError'] as const) {
        if (entry[other] === undefined) continue;
        const message = `"${other}" and "onFailure" both say what a failure does; keep one`;
        this.#fail(message, this.#source.at([...path, other], 'key'));
      }
      return { onFailure: onFailure as FailurePolicy };
    }
    if (fail_closed !== undefined || onError !== undefined) {
      return readPolicySpelling({ ...(fail_closed && { fail_closed }), ...(onError && { onError }) });
    }
    return guard ? {} : defaultPolicy(this.#settings, point, mode);
  }

  #failOptions({ problems }: OptionsInvalid, entry: HookEntry, path: Path): void {
    const name = entry.type === 'builtin' ? entry.handler : entry.type;
    for (const { path: inOptions, part, message } of problems) {
      const place = this.#source.at([...path, 'options', ...inOptions], part);
      this.#fail(`the options of "${name}": ${message}`, place);
    }
  }

  #onlyIf(entry: HookEntry, path: Path, point: Point, handler: HookFunction): HookFunction {
    const { conditions } = this.#setting;
    if (entry.if === undefined || conditions === null) return handler;
    const place = this.#source.at([...path, 'if']);
    return conditions.onlyIf(entry.if, { point, place }, handler, this.problems);
  }

  #handlerSetting(entry: HookEntry): HandlerSetting {
    const file = this.#source.file.path;
    const protocol = findProtocol(entry.protocol ?? 'hookline');
    return { protocol, directory: dirname(file), file, guard: entry.guard ?? false };
  }

  #keys({ entry, path, matcher, pointPath }: PlacedEntry): NonNullable<Declaration['keys']> {
    const stated = Object.keys(entry).filter((key) => entry[key as keyof HookEntry] !== undefined);
    const keys = new Map(
      stated.map((key) => [engineNames.get(key) ?? key, { key, place: this.#source.at([...path, key]) }]),
    );
    if (matcher !== undefined)
      keys.set('matcher', { key: 'matcher', place: this.#source.at(pointPath, 'key') });
    return keys;
  }

  #matcher({ entry, path, point, matcher: inName, pointPath }: PlacedEntry): Matcher {
    if (inName !== undefined && entry.matcher !== undefined) {
      const message = `the hook has two matchers: "${inName}" in the name of the point, and "${entry.matcher}"`;
      this.#fail(message, this.#source.at([...path, 'matcher']));
    }
    try {
      const pattern = inName ?? entry.matcher;
      const { seenNames } = findProtocol(entry.protocol ?? 'hookline');
      const see = point.matches === 'tool_name' ? seenNames : undefined;
      const expression = this.#setting.conditions?.compileSlashed(pattern ?? '', see) ?? null;
      const compiled = expression ?? compileMatcher(pattern, point.matches);
      // Lint reports these at their place.
      return point.matches === null ? matchAll : { ...compiled, warnings: [] };
    } catch (problem) {
      const isInName = inName !== undefined;
      const place = isInName ? this.#source.at(pointPath, 'key') : this.#source.at([...path, 'matcher']);
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

function handlerKey({ type, ...entry }: HookEntry): string {
  if (type === 'prompt') return 'prompt';
  if (type === 'mcp_tool') return 'tool';
  return 'handler' in entry && entry.handler !== undefined ? 'handler' : 'type';
}

function whatRuns(
  entry: HookEntry,
  { own, mcpServers }: Handlers,
): Pick<Declaration, 'type' | 'runs' | 'args' | 'searches' | 'definedIn' | 'server'> {
  if (entry.type === 'prompt') return { type: entry.type, runs: entry.prompt };
  if (entry.type === 'mcp_tool') {
    const server = lookUp(mcpServers, entry.server);
    return { type: entry.type, runs: `${entry.server} ${entry.tool}`, ...(server && { server }) };
  }
  if (entry.type === 'command' && entry.args !== undefined)
    return { type: entry.type, runs: entry.handler, args: entry.args };
  if (entry.type === 'python' && entry.pythonPath !== undefined)
    return { type: entry.type, runs: entry.handler, searches: [entry.pythonPath].flat() };
  if (entry.type !== 'own') return { type: entry.type, runs: entry.handler };
  const definedIn = own.get(entry.kind)?.file;
  return {
    type: entry.kind,
    runs: entry.handler ?? entry.kind,
    ...(definedIn !== undefined && { definedIn }),
  };
}

function defaultPriority(entry: HookEntry, { builtins }: Handlers): number {
  return (entry.type === 'builtin' ? builtins.get(entry.handler)?.priority : undefined) ?? 100;
}
