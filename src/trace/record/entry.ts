import type { FiringInfo } from '../../engine/firing/interceptor.ts';
import type { Progress } from '../../engine/hooks/hook-context.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';

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

/** More than is recorded: a secret that the limit would cut must be whole to be detected. */
const maxKept = 48 * 1024;

export class Printed {
  stdout = '';
  stderr = '';
  exitCode: number | null = null;

  add({ stdout = '', stderr = '', exitCode }: Progress): void {
    this.stdout = keep(this.stdout, stdout);
    this.stderr = keep(this.stderr, stderr);
    this.exitCode = exitCode ?? this.exitCode;
  }
}

function keep(before: string, more: string): string {
  return more === '' || before.length >= maxKept ? before : before + more.slice(0, maxKept - before.length);
}
