import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import type { PolicyFile, RowVerdict, WaitingCall } from '../wire.ts';

/** How a recorded event would be decided otherwise. */
export interface ComparedEvent {
  readonly id: string;
  readonly before: RowVerdict;
  readonly after: RowVerdict;
  readonly hook: string | null;
  readonly reason: string | null;
}

export interface Comparison {
  readonly events: number;
  readonly same: number;
  readonly notReplayable: number;
  /** Why, with how many. */
  readonly reasons: readonly (readonly [why: string, count: number])[];
  readonly different: readonly ComparedEvent[];
}

/** What a person does about a call that waits. */
export const waitingAnswers = ['approve', 'deny'] as const;
export type WaitingAnswer = (typeof waitingAnswers)[number];

/** What the page shows and does, by those who know how. */
export interface PageSource {
  /** The trace files, the newest first. */
  readonly files: () => Promise<readonly string[]>;
  /** The policy to begin an edit with. */
  readonly policy: () => Promise<PolicyFile>;
  /** What a policy of this text would have done with these events. Rejects with what is wrong in the text. */
  readonly compare: (text: string, events: AsyncIterable<RecordedFiring>) => Promise<Comparison>;
  readonly waiting: () => Promise<readonly WaitingCall[]>;
  readonly answer: (fingerprint: string, does: WaitingAnswer) => Promise<void>;
}
