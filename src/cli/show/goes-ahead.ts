import type { Outcome } from '../../engine/outcome/outcome.ts';

/** Whether the host goes on with what it was about to do. */
export function goesAhead({ decision, halted, resume }: Outcome): boolean {
  return decision !== 'deny' && decision !== 'ask' && !halted && !resume;
}
