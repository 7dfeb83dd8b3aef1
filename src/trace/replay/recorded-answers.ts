import type { Effect, Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { findPoint } from '../../engine/points/point.ts';
import type { RunLine } from '../format/lines.ts';
import type { RecordedFiring } from '../read/read-firings.ts';
import { valuesIn } from './values-in.ts';

/** What stands in a record for a secret. */
const redactionMark = '[redacted';

/** A hook whose answer is not known. It is taken to have none. */
export interface ReplayDoubt {
  readonly hook: string;
  readonly why: string;
}

/** The answers of hooks that are not run again: what they said when the event was recorded. */
export class RecordedAnswers {
  #runs: readonly RunLine[] = [];
  #openRules: readonly string[] = [];
  /** What the record does not tell; null as long as it had every answer. */
  doubt: ReplayDoubt | null = null;

  /** Begins with an event. */
  begin({ firing, runs }: RecordedFiring): void {
    this.doubt = null;
    this.#runs = runs;
    this.#openRules = firing.openRules ?? [];
  }

  /** Whether the event passed by a rule that a person had opened. */
  wasOpen(rule: string): boolean {
    return this.#openRules.includes(rule);
  }

  /** Why a decision of a hook was not obeyed when the event was recorded; null when it was, or the hook made none. */
  whyDropped(hook: string, effect: string): string | null {
    const dropped = this.#runOf(hook)?.dropped ?? [];
    return dropped.find(({ type }) => type === effect)?.why ?? null;
  }

  /** The run of a hook of this name; or else the only one whose name is the same but for the level of its file. */
  #runOf(hook: string): RunLine | undefined {
    const exact = this.#runs.find((run) => run.hook === hook);
    if (exact !== undefined) return exact;
    const bare = this.#runs.filter((run) => bareName(run) === withoutLevel(hook));
    return bare.length === 1 ? bare[0] : undefined;
  }

  /** What a hook said to this event, for any point: the engine drops what a point does not admit. Throws as it failed. */
  answer(hook: string): Reply<never> {
    const run = this.#runOf(hook);
    if (run === undefined || run.status === 'skipped' || run.failure === 'cancelled') {
      this.doubt ??= { hook, why: `the record has no answer of "${hook}"` };
      return undefined;
    }
    if (valuesIn(run.effects).some(isRedacted))
      this.doubt ??= { hook, why: `the answer of "${hook}" was redacted` };
    const effects = run.effects as readonly Effect[];
    if (run.failure !== null) throw new HookFailure(run.failure, run.error ?? '', effects);
    return effects as Reply<never>;
  }
}

const levels = /^(?:managed|user|project|local)\//;

/** Levels are about where a file stands. The same hook may be replayed from elsewhere. */
function withoutLevel(hook: string): string {
  return hook.replace(levels, '');
}

function bareName({ hook, level }: RunLine): string {
  return level === null ? hook : withoutLevel(hook);
}

/** Whether a hook was registered by a program, such as hookline's own guard, and had a say. */
export function isProgramsAnswer({ place, kind, mode, status, effects, failure }: RunLine): boolean {
  const isOfProgram = place === null && kind === 'function' && mode === 'enforce';
  return isOfProgram && status !== 'skipped' && (effects.length > 0 || failure !== null);
}

function isRedacted(value: unknown): boolean {
  return typeof value === 'string' && value.includes(redactionMark);
}

/** Why an event cannot be fired again; null when it can. */
export function whyNotReplayable({ firing: { point, input, altered } }: RecordedFiring): string | null {
  if (!isKnownPoint(point)) return `there is no point "${point}" here: another version or a program has it`;
  if (input === null || typeof input !== 'object') return 'the record keeps no content';
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
