import type { Effect, Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { findPoint } from '../../engine/points/point.ts';
import type { RunLine } from '../format/lines.ts';
import type { RecordedFiring } from '../read/read-firings.ts';
import { cutMark } from '../record/content.ts';

/** Replaces a secret in a trace. */
const redactionMark = '[redacted';

/** A hook whose answer is unknown; it counts as silent. */
export interface ReplayDoubt {
  readonly hook: string;
  readonly why: string;
}

export class RecordedAnswers {
  readonly #recordedNames: ReadonlyMap<string, ReadonlySet<string>>;
  #runs: readonly RunLine[] = [];
  #openRules: readonly string[] = [];
  readonly #asked = new Map<string, number>();
  doubt: ReplayDoubt | null = null;

  constructor(recordedNames: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#recordedNames = recordedNames;
  }

  begin({ firing, runs }: RecordedFiring): void {
    this.doubt = null;
    this.#runs = runs;
    this.#asked.clear();
    this.#openRules = firing.openRules ?? [];
  }

  wasOpen(rule: string): boolean {
    return this.#openRules.includes(rule);
  }

  whyDropped(hook: string, effect: string): string | null {
    const dropped = this.#runsOf(hook).flatMap((run) => run.dropped);
    return dropped.find(({ type }) => type === effect)?.why ?? null;
  }

  /** The runs of this hook, or of the only one that differs just in the level of its file. */
  #runsOf(hook: string): readonly RunLine[] {
    const names = this.#recordedNames.get(hook);
    const exact = this.#runs.filter((run) => run.hook === hook || names?.has(run.hook));
    if (exact.length > 0) return exact;
    const bare = this.#runs.filter((run) => bareName(run) === withoutLevel(hook));
    return new Set(bare.map((run) => run.hook)).size === 1 ? bare : [];
  }

  /** A guard is asked again about what later hooks changed: it answers each time as it did that time. */
  #nextRun(hook: string): RunLine | undefined {
    const count = this.#asked.get(hook) ?? 0;
    this.#asked.set(hook, count + 1);
    return this.#runsOf(hook)[count];
  }

  /** What a hook answered then. Throws if it failed then. */
  answer(hook: string): Reply<never> {
    const run = this.#nextRun(hook);
    if (run === undefined || run.status === 'skipped' || run.failure === 'cancelled') {
      this.doubt ??= { hook, why: `the trace has no answer of "${hook}"` };
      return undefined;
    }
    const effects = asked(run);
    if (isPartial(effects)) this.doubt ??= { hook, why: `the answer of "${hook}" was redacted or cut` };
    if (run.failure !== null) throw new HookFailure(run.failure, run.error ?? '', effects);
    return effects as Reply<never>;
  }
}

const levels = /^(?:managed|user|project|local)\//;

/** Levels say where a file is. The same hook may be replayed from another place. */
function withoutLevel(hook: string): string {
  return hook.replace(levels, '');
}

function bareName({ hook, level }: RunLine): string {
  return level === null ? hook : withoutLevel(hook);
}

export function isProgramsAnswer({ place, kind, mode, status, effects, failure }: RunLine): boolean {
  const isOfProgram = place === null && kind === 'function' && mode === 'enforce';
  return isOfProgram && status !== 'skipped' && (effects.length > 0 || failure !== null);
}

function asked({ mode, effects, dropped }: RunLine): readonly Effect[] {
  const all = mode === 'observe' ? [...effects, ...dropped.map(({ why, ...effect }) => effect)] : effects;
  return all as readonly Effect[];
}

export function isPartial(value: unknown): boolean {
  return valuesIn(value).some(
    (text) => typeof text === 'string' && (text.includes(redactionMark) || text.endsWith(cutMark)),
  );
}

export function whyNotReplayable({ firing: { point, input, altered } }: RecordedFiring): string | null {
  if (!isKnownPoint(point)) return `there is no point "${point}" here: another version or a program has it`;
  if (input === null || typeof input !== 'object') return 'the trace keeps no content';
  return altered ? 'a part of the event was redacted or cut' : null;
}

function isKnownPoint(name: string): boolean {
  try {
    findPoint(name);
    return true;
  } catch {
    return false;
  }
}

function valuesIn(value: unknown): readonly unknown[] {
  const found: unknown[] = [value];
  for (let index = 0; index < found.length; index += 1) {
    const next = found[index];
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, field] of Object.entries(next)) found.push(key, field);
  }
  return found;
}
