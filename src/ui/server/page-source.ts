import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import type { GuardFacts, PolicyFile, RowVerdict, TestsAnswer, WaitingCall } from '../wire.ts';

export interface ComparedEvent {
  readonly id: string;
  readonly before: RowVerdict;
  readonly after: RowVerdict;
  readonly hook: string | null;
  readonly rule: string | null;
  readonly reason: string | null;
}

export interface Comparison {
  readonly events: number;
  readonly same: number;
  readonly notReplayable: number;
  readonly reasons: readonly (readonly [why: string, count: number])[];
  readonly different: readonly ComparedEvent[];
}

export const waitingAnswers = ['approve', 'deny'] as const;
export type WaitingAnswer = (typeof waitingAnswers)[number];

export interface PageSource {
  readonly files: () => Promise<readonly string[]>;
  readonly policy: () => Promise<PolicyFile>;
  readonly compare: (text: string, events: AsyncIterable<RecordedFiring>) => Promise<Comparison>;
  readonly tests: (events: AsyncIterable<RecordedFiring>) => Promise<TestsAnswer>;
  readonly guard: () => Promise<GuardFacts>;
  readonly waiting: () => Promise<readonly WaitingCall[]>;
  readonly answer: (fingerprint: string, does: WaitingAnswer, code: string) => Promise<void>;
}
