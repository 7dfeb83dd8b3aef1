import type { Outcome } from '../../engine/outcome/outcome.ts';
import { aboutEvent } from '../about-event.ts';
import type { RecordedFiring } from '../read/read-firings.ts';
import { ruleOf } from '../record/run-body.ts';
import { isPartial, type ReplayDoubt } from './recorded-answers.ts';
import { type Decided, isSameDecision, isSameOutcome, type ReplayVerdict, verdictOf } from './verdict.ts';

/** An event that would get another decision. Without the event itself: there may be many. */
export interface ReplayDifference {
  readonly id: string;
  readonly point: string;
  readonly before: ReplayVerdict;
  readonly after: ReplayVerdict;
  readonly hook: string | null;
  readonly rule: string | null;
  readonly reason: string | null;
  readonly at: string;
  readonly tool: string | null;
  readonly about: string;
  readonly note: string | null;
}

export interface ReplayReport {
  readonly events: number;
  readonly same: number;
  readonly notReplayable: number;
  readonly reasons: ReadonlyMap<string, number>;
  readonly different: readonly ReplayDifference[];
}

/** A replayed event: its outcome and a hook whose answer is unknown; or why it can't be replayed. */
export type Replayed = { readonly outcome: Outcome; readonly doubt: ReplayDoubt | null } | string;

const maxAbout = 200;

export async function replay(
  firings: AsyncIterable<RecordedFiring>,
  fire: (recorded: RecordedFiring) => Promise<Replayed>,
): Promise<ReplayReport> {
  const reasons = new Map<string, number>();
  const different: ReplayDifference[] = [];
  let [events, same, notReplayable] = [0, 0, 0];
  for await (const recorded of firings) {
    events += 1;
    const replayed = withoutDoubt(recorded, await fire(recorded));
    if (typeof replayed === 'string') {
      notReplayable += 1;
      reasons.set(replayed, (reasons.get(replayed) ?? 0) + 1);
    } else if (isSameOutcome(recorded.firing.outcome, replayed.outcome)) same += 1;
    else different.push(difference(recorded, replayed));
  }
  return { events, same, notReplayable, reasons, different };
}

type Known = Exclude<Replayed, string>;

/** Where a hook's answer is unknown, report only a decision that changes without it, and a deny that stays. */
function withoutDoubt({ firing }: RecordedFiring, replayed: Replayed): Replayed {
  if (typeof replayed === 'string') return replayed;
  const { outcome, doubt } = replayed;
  if (doubt === null) return isPartlyKnown(firing.outcome, outcome) ? partlyKnown : replayed;
  const isTold = outcome.decision === 'deny' || !isSameDecision(firing.outcome, outcome);
  return isTold ? replayed : doubt.why;
}

const partlyKnown = 'a part of the outcome was redacted or cut';

function isPartlyKnown(recorded: Decided, outcome: Decided): boolean {
  const { value, injections } = recorded;
  return (
    isSameDecision(recorded, outcome) && !isSameOutcome(recorded, outcome) && isPartial([value, injections])
  );
}

function difference({ firing, runs }: RecordedFiring, { outcome, doubt }: Known): ReplayDifference {
  const { id, point, at, tool, input, outcome: recorded } = firing;
  const now = hookOf(outcome, outcome.runs);
  const before = hookOf(recorded, runs);
  // A decision that is gone was made by a hook that no longer makes it.
  const isGone = outcome.decidedBy === null && recorded.decidedBy !== null;
  const hook = isGone ? before : (now ?? before);
  const run = outcome.runs.find((one) => one.hook === hook);
  const recordedRun = runs.find((one) => one.hook === hook);
  return {
    id,
    point,
    before: verdictOf(recorded),
    after: verdictOf(outcome),
    hook,
    rule: isGone || run === undefined ? (recordedRun?.rule ?? null) : ruleOf(run),
    reason: outcome.reason ?? recorded.reason,
    at,
    tool,
    about: aboutEvent(input).slice(0, maxAbout),
    note: doubt === null ? null : `unless "${doubt.hook}" decides otherwise: ${doubt.why}`,
  };
}

interface Acting {
  readonly hook: string;
  readonly effects: readonly { readonly type: string }[];
}

type Acted = Decided & { readonly injections: readonly { readonly hook: string }[] };

const deeds: ReadonlySet<string> = new Set(['halt', 'resume', 'suppress', 'modify']);

function hookOf({ decidedBy, injections }: Acted, runs: readonly Acting[]): string | null {
  const acting = runs.findLast(({ effects }) => effects.some(({ type }) => deeds.has(type)));
  return decidedBy ?? acting?.hook ?? injections[0]?.hook ?? null;
}
