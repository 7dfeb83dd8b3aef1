import type { FiringInfo } from '../../engine/firing/interceptor.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import type { Printed } from './printed.ts';

export interface FiringOrigin {
  readonly product: string;
  readonly code: string | null;
  readonly openRules?: readonly string[];
}

export interface FiringEntry {
  readonly firing: FiringInfo;
  readonly outcome: Outcome;
  readonly input: unknown;
  readonly size: number;
  readonly endedAt: number;
  readonly time: number;
  readonly lineage: readonly string[];
  id: string | null;
  lateCount: number;
}

export interface LateEntry {
  readonly of: FiringEntry;
  readonly run: Run;
}

export type PrintedByRun = WeakMap<Run, Printed>;
