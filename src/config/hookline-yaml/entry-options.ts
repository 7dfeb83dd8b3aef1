import { type FailurePolicy, readPolicySpelling } from '../../engine/outcome/failure.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { readDuration } from '../../engine/values/duration.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import type { Handlers } from '../handlers/create-handler.ts';
import type { Declaration } from '../load/declaration.ts';
import type { HookEntry } from '../schema/hook-entry.ts';
import { type FilePlace, mistake, type Problem, warning } from '../source/problem.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import { defaultPolicy, type Settings } from './file-defaults.ts';

export class EntryOptions {
  readonly #source: Source;
  readonly #settings: Settings;
  readonly #problems: Problem[];
  readonly #defaultTimeoutMs: number | undefined;

  constructor(source: Source, settings: Settings, problems: Problem[]) {
    this.#source = source;
    this.#settings = settings;
    this.#problems = problems;
    this.#defaultTimeoutMs = this.#readDefaultTimeout();
  }

  #readDefaultTimeout(): number | undefined {
    const { timeout } = this.#settings;
    if (timeout === undefined) return undefined;
    if (typeof timeout === 'number' && timeout < 100) {
      const message = `"timeout" of all hooks is in milliseconds, and ${timeout} ms are short; did you mean "${timeout}s"?`;
      this.#warn('timeout-unit', message, this.#source.at(['hooks', 'timeout']));
    }
    return readDuration(timeout, 'milliseconds');
  }

  timeoutMs({ timeout }: HookEntry): number | undefined {
    return timeout === undefined ? this.#defaultTimeoutMs : readDuration(timeout, 'seconds');
  }

  policy(entry: HookEntry, point: Point, path: Path): Partial<Declaration['options']> {
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

  #fail(message: string, place: FilePlace): void {
    this.#problems.push(mistake(message, place));
  }

  #warn(code: string, message: string, place: FilePlace): void {
    this.#problems.push(warning(code, message, place));
  }
}

export function whatRuns(
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

export function defaultPriority(entry: HookEntry, { builtins }: Handlers): number {
  return (entry.type === 'builtin' ? builtins.get(entry.handler)?.priority : undefined) ?? 100;
}
