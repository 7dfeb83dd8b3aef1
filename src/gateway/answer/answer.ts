import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { Block } from '../../engine/points/points.ts';

/** What a hook's process gives back to its agent. */
export interface AgentAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** An answer, and what it could not say. */
export interface Saying {
  readonly answer: AgentAnswer;
  /** Text for the model that this event cannot carry, for the next one that can. */
  readonly waiting: readonly string[];
}

/** The outcome when hookline itself cannot judge: what a closed failure does at the point. */
export function blockedOutcome(outcome: Outcome, block: Block, reason: string): Outcome {
  if (block === 'suppress') return { ...outcome, suppressed: true };
  if (block === 'halt') return { ...outcome, halted: true, haltReason: reason };
  return block === 'deny' ? { ...outcome, decision: 'deny', reason } : { ...outcome, resume: true, reason };
}
