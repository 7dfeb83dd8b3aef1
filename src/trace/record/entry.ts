import type { FiringInfo } from '../../engine/firing/interceptor.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import type { Printed } from './printed.ts';

/** Where an event comes from, as `fire(point, input, { origin })` tells it. */
export interface FiringOrigin {
  /** The agent that called hookline, such as `claude-code`. */
  readonly product: string;
  /** The short code of the decision. */
  readonly code: string | null;
  /** The rules that a person had opened and that held nothing back of it. Default: none. */
  readonly openRules?: readonly string[];
}

/** What is kept of a decided firing until it is written. */
export interface FiringEntry {
  readonly firing: FiringInfo;
  readonly outcome: Outcome;
  /** The event as it was when it was decided. */
  readonly input: unknown;
  /** About how many characters it has. */
  readonly size: number;
  readonly endedAt: number;
  /** Milliseconds since 1970, when it was decided. */
  readonly time: number;
  readonly lineage: readonly string[];
  /** Its id in the record, once it has one. */
  id: string | null;
  /** Runs that ended after the decision. */
  lateCount: number;
}

/** A run that ended after the decision of its firing. */
export interface LateEntry {
  readonly of: FiringEntry;
  readonly run: Run;
}

export type PrintedByRun = WeakMap<Run, Printed>;
