import type { Outcome } from '../../engine/outcome/outcome.ts';
import { canonicalJson } from '../decision-code.ts';

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

export type Decided = Pick<
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
export function isSameOutcome(one: Decided, other: Decided): boolean {
  return canonicalJson(deeds(one)) === canonicalJson(deeds(other));
}

export function isSameDecision(one: Decided, other: Decided): boolean {
  return one.decision === other.decision && one.halted === other.halted;
}

function deeds({ decision, modified, suppressed, resume, halted, value, injections }: Decided): unknown {
  const told = injections.map(({ content, into }) => [content, into]);
  // A refused action has no other effects.
  return decision === 'deny'
    ? [decision, halted, resume, suppressed]
    : [decision, halted, resume, suppressed, told, modified ? value : null];
}
