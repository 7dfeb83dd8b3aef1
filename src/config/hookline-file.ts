import { dirname } from 'node:path';
import type { BuiltinInstances } from '../builtin/builtin-handler.ts';
import { findBuiltin } from '../builtin/builtin-table.ts';
import { readDuration } from '../engine/duration.ts';
import { HooklineError } from '../engine/errors.ts';
import { type FailurePolicy, readPolicySpelling } from '../engine/failure.ts';
import type { GroupOptions } from '../engine/hooks-options.ts';
import { compileMatcher, matchAll } from '../engine/matcher.ts';
import { findPoint } from '../engine/point.ts';
import type { Point } from '../engine/point-types.ts';
import { messageOf } from '../engine/text.ts';
import { findProtocol } from '../protocols/protocols.ts';
import { createHandler, missingFile } from './create-handler.ts';
import type { Declaration, FileContent, Override } from './declaration.ts';
import type { HookEntry } from './entry-schema.ts';
import { matcherDoubts } from './matcher-doubts.ts';
import type { Problem } from './problem.ts';
import { agentsOf, type ConfigFile, type HooksSection, type PointValue } from './schema.ts';
import { type Settings, usualPolicy } from './usual-options.ts';
import type { Path, Source } from './yaml-source.ts';

/** What the files of one configuration share. */
export interface FileSetting {
  readonly instances: BuiltinInstances;
  /** Tools that matchers may name beside the known ones. */
  readonly tools: readonly string[];
}

/** Turns what a `hookline.yaml` says into declarations. */
export function readHooklineFile(source: Source, config: ConfigFile, setting: FileSetting): FileContent {
  const reader = new HooklineFileReader(source, config.hooks ?? {}, {
    ...setting,
    tools: [...setting.tools, ...(config.tools ?? [])],
  });
  reader.readPoints(pointsOf(config.hooks), ['hooks'], null);
  for (const [path, agent] of agentsOf(config)) {
    const points = Object.entries(agent.backend?.hooks ?? {});
    reader.readPoints(points, [...path, 'backend', 'hooks'], agent.id);
  }
  reader.checkLimit();
  return reader;
}

/** The keys of `hooks:` that name points. */
function pointsOf(section: HooksSection | undefined): [string, PointValue | undefined][] {
  const { errorBehavior, timeout, maxHooksPerPoint, parallel, scripts, ...points } = section ?? {};
  return Object.entries(points);
}

class HooklineFileReader implements FileContent {
  readonly declarations: Declaration[] = [];
  readonly overrides: Override[] = [];
  readonly problems: Problem[] = [];
  readonly #source: Source;
  readonly #settings: Settings;
  readonly #usualTimeoutMs: number | undefined;
  readonly #instances: BuiltinInstances;
  readonly #tools: readonly string[];

  constructor(
    source: Source,
    settings: HooksSection | Record<string, never>,
    { instances, tools }: FileSetting,
  ) {
    this.#source = source;
    this.#settings = settings;
    this.#instances = instances;
    this.#tools = tools;
    this.#usualTimeoutMs = this.#readUsualTimeout();
  }

  /** Says so when a point has more hooks than the file itself allows. */
  checkLimit(): void {
    const { maxHooksPerPoint = Number.POSITIVE_INFINITY } = this.#settings;
    const counts = new Map<Point, number>();
    for (const { point, place } of this.declarations) {
      const count = (counts.get(point) ?? 0) + 1;
      counts.set(point, count);
      if (count !== maxHooksPerPoint + 1) continue;
      const message = `${point.name} has more hooks than the ${maxHooksPerPoint} that maxHooksPerPoint allows`;
      this.problems.push({ severity: 'error', message, place });
    }
  }

  #readUsualTimeout(): number | undefined {
    const { timeout } = this.#settings;
    if (timeout === undefined) return undefined;
    if (typeof timeout === 'number' && timeout < 100) {
      const message = `"timeout" of all hooks is in milliseconds, and ${timeout} ms are short; did you mean "${timeout}s"?`;
      this.problems.push({ severity: 'warning', message, place: this.#source.at(['hooks', 'timeout']) });
    }
    return readDuration(timeout, 'milliseconds');
  }

  readPoints(points: [string, PointValue | undefined][], path: Path, agent: string | null): void {
    for (const [key, value] of points) {
      if (value === undefined) continue;
      const reference = findPoint(key);
      const isList = Array.isArray(value);
      const isParallel = (isList ? undefined : value.parallel) ?? this.#settings.parallel ?? false;
      const group = isParallel ? { parallel: true } : null;
      if (!isList && value.override === true) this.#readOverride(reference.point, [...path, key], agent);
      const entries = isList ? value : value.hooks;
      const entriesPath = isList ? [...path, key] : [...path, key, 'hooks'];
      for (const [index, entry] of entries.entries()) {
        if (entry === undefined) continue;
        this.#readEntry(entry, [...entriesPath, index], { ...reference, agent, group });
      }
    }
  }

  #readOverride(point: Point, path: Path, agent: string | null): void {
    const place = this.#source.at([...path, 'override'], 'key');
    if (agent !== null) this.overrides.push({ agent, point, place });
    else {
      const message = 'only an agent can override a point; among the global hooks this does nothing';
      this.problems.push({ severity: 'warning', message, place });
    }
  }

  #readEntry(entry: HookEntry, path: Path, { point, matcher: inName, agent, group }: EntryPlace): void {
    const place = this.#source.at([...path, 'handler']);
    try {
      const matcher = this.#matcher(point, inName, entry, path);
      const timeoutMs = this.#timeoutMs(entry, path);
      const protocol = findProtocol(entry.protocol ?? 'hookline');
      const directory = dirname(this.#source.file.path);
      this.declarations.push({
        point,
        name: entry.name ?? null,
        agent,
        matcher,
        options: {
          priority: entry.priority ?? usualPriority(entry),
          ...(timeoutMs !== undefined && { timeoutMs }),
          ...this.#policy(entry, point),
          guard: entry.guard ?? false,
          mode: entry.mode ?? 'enforce',
          enabled: entry.enabled ?? true,
          source: this.#source.file.path,
        },
        group,
        handler: createHandler(entry, { protocol, directory }, this.#instances),
        type: entry.type,
        runs: entry.handler,
        description: entry.description ?? null,
        place,
      });
      const missing = missingFile(entry, directory);
      if (missing !== null) this.problems.push({ severity: 'warning', message: missing, place });
    } catch (problem) {
      if (!(problem instanceof HooklineError)) throw problem;
      this.problems.push({ severity: 'error', message: messageOf(problem), place });
    }
  }

  #matcher(point: Point, inName: string | undefined, entry: HookEntry, path: Path): Declaration['matcher'] {
    if (inName !== undefined && entry.matcher !== undefined) {
      throw new HooklineError(
        'option-invalid',
        `the hook has two matchers: "${inName}" in the name of the point, and "${entry.matcher}"`,
      );
    }
    const place = this.#source.at([...path, 'matcher']);
    try {
      const compiled = compileMatcher(inName ?? entry.matcher);
      const warnings =
        point.matches === null && !compiled.all
          ? [`${point.name} matches nothing, so this matcher is ignored and the hook fires`]
          : [...compiled.warnings, ...matcherDoubts(point, compiled, this.#tools)];
      for (const message of warnings) this.problems.push({ severity: 'warning', message, place });
      // Said here, with its place, they need not be said again when the hook is registered.
      return point.matches === null ? matchAll : { ...compiled, warnings: [] };
    } catch (problem) {
      this.problems.push({ severity: 'error', message: messageOf(problem), place });
      return matchAll;
    }
  }

  #timeoutMs({ timeout }: HookEntry, path: Path): number | undefined {
    if (timeout === undefined) return this.#usualTimeoutMs;
    if (typeof timeout === 'number' && timeout > 3600) {
      const message = `a hook's timeout is in seconds, and ${timeout} seconds are long; did you mean "${timeout}ms"?`;
      this.problems.push({ severity: 'warning', message, place: this.#source.at([...path, 'timeout']) });
    }
    return readDuration(timeout, 'seconds');
  }

  /** What a failure does: what the hook says, else what the file says, where something can be blocked at all. */
  #policy(entry: HookEntry, point: Point): Partial<Declaration['options']> {
    const { guard = false, mode = 'enforce', onFailure, fail_closed, onError } = entry;
    if (onFailure !== undefined) return { onFailure: onFailure as FailurePolicy };
    if (fail_closed === true || onError !== undefined) {
      return readPolicySpelling({ fail_closed: fail_closed === true, ...(onError && { onError }) });
    }
    return guard ? {} : usualPolicy(this.#settings, point, mode);
  }
}

function usualPriority(entry: HookEntry): number {
  return (entry.type === 'builtin' ? findBuiltin(entry.handler).priority : undefined) ?? 100;
}

interface EntryPlace {
  readonly point: Point;
  readonly matcher: string | undefined;
  readonly agent: string | null;
  readonly group: GroupOptions | null;
}
