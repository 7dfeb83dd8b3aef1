import type { Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import type { RunLine } from '../format/lines.ts';
import type { RecordedFiring } from '../read/read-firings.ts';
import { valuesIn } from './values-in.ts';

/** What stands in a record for a secret. */
const redactionMark = '[redacted: ';

/** The answers of hooks that are not run again: what they said when the event was recorded. */
export class RecordedAnswers {
  #runs = new Map<string, RunLine>();
  /** Why the event cannot be replayed; null as long as the record had every answer. */
  missing: string | null = null;

  /** Begins with an event. */
  begin({ runs }: RecordedFiring): void {
    this.missing = null;
    this.#runs = new Map(runs.map((run) => [bareName(run), run]));
  }

  /** Why a decision of a hook was not obeyed when the event was recorded; null when it was, or the hook made none. */
  whyDropped(hook: string, effect: string): string | null {
    const dropped = this.#runOf(hook)?.dropped ?? [];
    return dropped.find(({ type }) => type === effect)?.why ?? null;
  }

  #runOf(hook: string): RunLine | undefined {
    return this.#runs.get(hook) ?? this.#runs.get(withoutLevel(hook));
  }

  /** What a hook said, if it was asked. */
  answerIfAny(hook: string): Reply {
    return this.#runs.has(hook) ? this.answer(hook) : undefined;
  }

  /** What a hook said to this event. Throws as it failed. */
  answer(hook: string): Reply {
    const run = this.#runOf(hook);
    if (run === undefined || run.status === 'skipped' || run.failure === 'cancelled') {
      this.missing ??= `the record has no answer of "${hook}"`;
      return undefined;
    }
    if (valuesIn(run.effects).some(isRedacted)) this.missing ??= `the answer of "${hook}" was redacted`;
    if (run.failure !== null) throw new HookFailure(run.failure, run.error ?? '', run.effects as never);
    return run.effects as never;
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

function isRedacted(value: unknown): boolean {
  return typeof value === 'string' && value.includes(redactionMark);
}

/** Why an event cannot be fired again; null when it can. */
export function whyNotReplayable({ firing: { input, altered } }: RecordedFiring): string | null {
  if (input === null || typeof input !== 'object') return 'the record keeps no content';
  return altered ? 'a part of the event was redacted or cut' : null;
}
