import type { Outcome } from '../../engine/outcome/outcome.ts';

export function goesAhead({ decision, halted, resume }: Outcome): boolean {
  return decision !== 'deny' && decision !== 'ask' && !halted && !resume;
}
