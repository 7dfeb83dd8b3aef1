import type { Point } from '../points/point-types.ts';
import type { Block } from '../points/points.ts';
import type {
  DenyEffect,
  Effect,
  HaltEffect,
  Level,
  Place,
  ResumeEffect,
  SuppressEffect,
} from './effects.ts';
import type { FailureKind } from './failure.ts';

export type Decision = 'allow' | 'deny' | 'ask';

export interface Injection {
  readonly content: string;
  readonly into: Place;
  readonly hook: string;
}

export interface Notice {
  readonly message: string;
  readonly level: Level;
  readonly hook: string;
}

export type Dropped = Effect & { readonly why: string };

export interface Run {
  /** Null unless someone listens or `timing` is on, as is `durationMs`. */
  readonly id: string | null;
  readonly hook: string;
  readonly status: 'ok' | 'failed' | 'skipped';
  readonly failure: FailureKind | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  readonly effects: readonly Effect[];
  readonly dropped: readonly Dropped[];
}

export interface Outcome<Value = unknown> {
  readonly point: string;
  readonly decision: Decision | null;
  readonly reason: string | null;
  readonly decidedBy: string | null;
  /** The subject after every modification; null at points without one. */
  readonly value: Value;
  readonly modified: boolean;
  readonly injections: readonly Injection[];
  readonly suppressed: boolean;
  readonly resume: boolean;
  readonly halted: boolean;
  readonly haltReason: string | null;
  readonly notices: readonly Notice[];
  readonly runs: readonly Run[];
}

export const noInjections: readonly Injection[] = Object.freeze([]);
const noNotices: readonly Notice[] = Object.freeze([]);

export function quietOutcome(point: Point, value: unknown, runs: readonly Run[]): Outcome {
  return {
    point: point.name,
    decision: null,
    reason: null,
    decidedBy: null,
    value,
    modified: false,
    injections: noInjections,
    suppressed: false,
    resume: false,
    halted: false,
    haltReason: null,
    notices: noNotices,
    runs,
  };
}

export type BlockEffect = DenyEffect | SuppressEffect | ResumeEffect | HaltEffect;

export function blockEffect(block: Block, reason: string): BlockEffect {
  return block === 'suppress' ? { type: 'suppress' } : { type: block, reason };
}
