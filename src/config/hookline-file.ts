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
import { createHandler } from './create-handler.ts';
import type { Declaration, FileContent, Override } from './declaration.ts';
import type { HookEntry } from './entry-schema.ts';
import type { Problem } from './problem.ts';
import type { ConfigFile, HooksSection, PointValue } from './schema.ts';
import type { Path, Source } from './yaml-source.ts';

/** Turns what a `hookline.yaml` says into declarations. */
export function readHooklineFile(
  source: Source,
  config: ConfigFile,
  instances: BuiltinInstances,
): FileContent {
  const reader = new HooklineFileReader(source, config.hooks ?? {}, instances);
  reader.readPoints(pointsOf(config.hooks), ['hooks'], null);
  for (const [path, agent] of agentsOf(config)) {
    const points = Object.entries(agent.backend?.hooks ?? {});
    reader.readPoints(points, [...path, 'backend', 'hooks'], agent.id);
  }
  return reader;
}

type Agent = NonNullable<ConfigFile['agent']>;

export function agentsOf({ agents = [], agent }: ConfigFile): readonly [path: Path, agent: Agent][] {
  const listed = agents.map((item, index): [Path, Agent] => [['agents', index], item]);
  return agent === undefined ? listed : [...listed, [['agent'], agent]];
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
  readonly #settings: Pick<HooksSection, 'errorBehavior' | 'timeout' | 'parallel'>;
  readonly #instances: BuiltinInstances;

  constructor(source: Source, settings: HooksSection | Record<string, never>, instances: BuiltinInstances) {
    this.#source = source;
    this.#settings = settings;
    this.#instances = instances;
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
      const timeoutMs = this.#timeoutMs(entry);
      const protocol = findProtocol(entry.protocol ?? 'hookline');
      const directory = dirname(this.#source.file.path);
      this.declarations.push({
        point,
        name: entry.name ?? `${entry.type}_${entry.handler}`,
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
          : compiled.warnings;
      for (const message of warnings) this.problems.push({ severity: 'warning', message, place });
      // Said here, with its place, they need not be said again when the hook is registered.
      return point.matches === null ? matchAll : { ...compiled, warnings: [] };
    } catch (problem) {
      this.problems.push({ severity: 'error', message: messageOf(problem), place });
      return matchAll;
    }
  }

  #timeoutMs({ timeout }: HookEntry): number | undefined {
    if (timeout !== undefined) return readDuration(timeout, 'seconds');
    const { timeout: usual } = this.#settings;
    return usual === undefined ? undefined : readDuration(usual, 'milliseconds');
  }

  /** What a failure does: what the hook says, else what the file says, where something can be blocked at all. */
  #policy(entry: HookEntry, point: Point): Partial<Declaration['options']> {
    const { guard = false, mode = 'enforce', onFailure, fail_closed, onError } = entry;
    if (onFailure !== undefined) return { onFailure: onFailure as FailurePolicy };
    if (fail_closed === true || onError !== undefined) {
      return readPolicySpelling({ fail_closed: fail_closed === true, ...(onError && { onError }) });
    }
    const { errorBehavior } = this.#settings;
    if (guard || errorBehavior === undefined) return {};
    const canBlock = point.block !== null && mode === 'enforce';
    return readPolicySpelling({ onError: errorBehavior === 'abort' && !canBlock ? 'log' : errorBehavior });
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
