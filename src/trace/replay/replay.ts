import type { Outcome } from '../../engine/outcome/outcome.ts';
import { aboutEvent } from '../about-event.ts';
import { canonicalJson } from '../decision-code.ts';
import type { RecordedFiring } from '../read/read-firings.ts';
import { ruleOf } from '../record/run-body.ts';
import { isPartial, type ReplayDoubt } from './recorded-answers.ts';

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
  const run = outcome.runs.find((each) => each.hook === hook);
  const recordedRun = runs.find((each) => each.hook === hook);
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

const actionTypes: ReadonlySet<string> = new Set(['halt', 'resume', 'suppress', 'modify']);

function hookOf({ decidedBy, injections }: Acted, runs: readonly Acting[]): string | null {
  const acting = runs.findLast(({ effects }) => effects.some(({ type }) => actionTypes.has(type)));
  return decidedBy ?? acting?.hook ?? injections[0]?.hook ?? null;
}

export type ReplayVerdict =
  | 'deny'
  | 'halt'
  | 'ask'
  | 'resume'
  | 'suppress'
  | 'modify'
  | 'inject'
  | 'allow'
  | null;

type Decided = Pick<
  Outcome,
  'decision' | 'decidedBy' | 'reason' | 'value' | 'modified' | 'suppressed' | 'resume' | 'halted'
> & { readonly injections: readonly { readonly content: string; readonly into: string }[] };

export function verdictOf(outcome: Decided): ReplayVerdict {
  if (outcome.decision === 'deny') return 'deny';
  if (outcome.halted) return 'halt';
  if (outcome.decision === 'ask') return 'ask';
  if (outcome.resume) return 'resume';
  if (outcome.suppressed) return 'suppress';
  if (outcome.modified) return 'modify';
  return outcome.injections.length > 0 ? 'inject' : outcome.decision;
}

/** Whether a host does the same with both. Reasons don't count. */
function isSameOutcome(before: Decided, after: Decided): boolean {
  return canonicalJson(actionsIn(before)) === canonicalJson(actionsIn(after));
}

function isSameDecision(before: Decided, after: Decided): boolean {
  return before.decision === after.decision && before.halted === after.halted;
}

function actionsIn({ decision, modified, suppressed, resume, halted, value, injections }: Decided): unknown {
  const told = injections.map(({ content, into }) => [content, into]);
  // A refused action has no other effects.
  return decision === 'deny'
    ? [decision, halted, resume, suppressed]
    : [decision, halted, resume, suppressed, told, modified ? value : null];
}
