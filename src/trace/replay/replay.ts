import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { RecordedFiring } from '../read/read-firings.ts';
import { type Decided, isSameOutcome, type ReplayVerdict, verdictOf } from './verdict.ts';

/** An event that would be decided otherwise. */
export interface ReplayDifference {
  readonly id: string;
  readonly point: string;
  readonly before: ReplayVerdict;
  readonly after: ReplayVerdict;
  /** The hook that makes the difference; null when nobody does any more. */
  readonly hook: string | null;
  readonly recorded: RecordedFiring;
  readonly outcome: Outcome;
}

export interface ReplayReport {
  readonly events: number;
  readonly same: number;
  readonly notReplayable: readonly { readonly id: string; readonly why: string }[];
  readonly different: readonly ReplayDifference[];
}

/** What came of an event that was fired again: its outcome, or why it cannot be told. */
export type Replayed = Outcome | string;

/** Fires recorded events again, one after the other, and compares what comes of them. */
export async function replay(
  events: AsyncIterable<RecordedFiring>,
  fire: (recorded: RecordedFiring) => Promise<Replayed>,
): Promise<ReplayReport> {
  const notReplayable: { readonly id: string; readonly why: string }[] = [];
  const different: ReplayDifference[] = [];
  let count = 0;
  let same = 0;
  for await (const recorded of events) {
    count += 1;
    const { firing } = recorded;
    const outcome = await fire(recorded);
    if (typeof outcome === 'string') notReplayable.push({ id: firing.id, why: outcome });
    else if (isSameOutcome(firing.outcome, outcome)) same += 1;
    else different.push(difference(recorded, outcome));
  }
  return { events: count, same, notReplayable, different };
}

function difference(recorded: RecordedFiring, outcome: Outcome): ReplayDifference {
  const { id, point, outcome: recordedOutcome } = recorded.firing;
  const before = verdictOf(recordedOutcome);
  const after = verdictOf(outcome);
  return { id, point, before, after, hook: hookOf(outcome) ?? hookOf(recordedOutcome), recorded, outcome };
}

/** Who made an outcome what it is. */
function hookOf({
  decidedBy,
  injections,
}: Decided & { readonly injections: readonly { readonly hook: string }[] }): string | null {
  return decidedBy ?? injections[0]?.hook ?? null;
}
