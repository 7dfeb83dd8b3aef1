import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import type {
  GuardFacts,
  PolicyAnswer,
  PolicyDifference,
  PolicyFile,
  TestsAnswer,
  WaitingCall,
} from '../wire.ts';

/** An answer with the ids of events instead of their rows. */
export interface Comparison extends Omit<PolicyAnswer, 'different'> {
  readonly different: readonly (Omit<PolicyDifference, 'row'> & { readonly id: string })[];
}

export const waitingAnswers = ['approve', 'deny'] as const;

export interface PageSource {
  readonly files: () => Promise<readonly string[]>;
  readonly policy: () => Promise<PolicyFile>;
  readonly compare: (text: string, events: AsyncIterable<RecordedFiring>) => Promise<Comparison>;
  readonly tests: (events: AsyncIterable<RecordedFiring>) => Promise<TestsAnswer>;
  readonly guard: () => Promise<GuardFacts>;
  readonly waiting: () => Promise<readonly WaitingCall[]>;
  readonly answer: (
    fingerprint: string,
    does: (typeof waitingAnswers)[number],
    code: string,
  ) => Promise<void>;
}
