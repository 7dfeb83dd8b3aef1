import type { Run } from '../engine/outcome/outcome.ts';
import type { Expectation } from './test-schema.ts';

const holds = ['deny', 'ask', 'modify', 'suppress', 'resume', 'halt'] as const;
export type Hold = (typeof holds)[number];

export function holdsOf({ effects }: Run): readonly Hold[] {
  return holds.filter((hold) => effects.some(({ type }) => type === hold));
}

export function expectedHolds(expected: Expectation): readonly Hold[] {
  const { decision, modified, suppressed, resume, halted } = expected;
  const isExpected: Readonly<Record<Hold, boolean>> = {
    deny: decision === 'deny',
    ask: decision === 'ask',
    modify: modified === true || ('value' in expected && modified !== false),
    suppress: suppressed === true,
    resume: resume === true,
    halt: halted === true,
  };
  return holds.filter((hold) => isExpected[hold]);
}
