import type { Effect } from '../../engine/outcome/effects.ts';
import type { Decision, Run } from '../../engine/outcome/outcome.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { RunLine } from '../format/lines.ts';
import { changesBetween, type KeyedChange } from './changes.ts';
import type { Printed } from './entry.ts';

export type RunTexts = Pick<RunLine, 'reason' | 'effects' | 'dropped' | 'error' | 'stdout' | 'stderr'> & {
  readonly changes: readonly KeyedChange[];
};

const strongest: readonly Effect['type'][] = ['deny', 'ask', 'allow', 'resume', 'halt'];
const ruleName = /^([a-z][a-z0-9-]{0,60}\.[\w.-]{1,100}): /;

export const nothingSaid: RunTexts = {
  reason: null,
  effects: [],
  dropped: [],
  error: null,
  changes: [],
  stdout: null,
  stderr: null,
};

export function isQuiet(run: Run, printed: Printed | undefined): boolean {
  return run.effects.length === 0 && run.dropped.length === 0 && run.error === null && printed === undefined;
}

export function saidBy(run: Run, printed: Printed | undefined, subject: unknown): RunTexts {
  const modified = run.effects.findLast((effect) => effect.type === 'modify');
  return {
    reason: reasonOf(run),
    effects: [...run.effects],
    dropped: [...run.dropped],
    error: run.error,
    changes: modified === undefined ? [] : [...changesBetween(subject, modified.value)],
    // Cut later: a secret must be whole when it is looked for.
    stdout: printed?.stdout ?? null,
    stderr: printed?.stderr ?? null,
  };
}

export function subjectAfter(run: Run, before: unknown): unknown {
  const modified = run.effects.findLast((effect) => effect.type === 'modify');
  return modified === undefined ? before : modified.value;
}

export function withoutTexts({ effects, dropped }: RunTexts): RunTexts {
  return {
    ...nothingSaid,
    effects: effects.map(({ type }) => ({ type })),
    dropped: dropped.map(({ type, why }) => ({ type, why })),
  };
}

export function decisionOf({ effects }: Run): Decision | null {
  const found = strongest.slice(0, 3).find((type) => effects.some((effect) => effect.type === type));
  return (found as Decision | undefined) ?? null;
}

export function ruleOf(run: Run): string | null {
  return ruleBefore(reasonOf(run));
}

export function ruleBefore(reason: string | null): string | null {
  return ruleName.exec(reason ?? '')?.[1] ?? null;
}

function reasonOf({ effects }: Run): string | null {
  for (const type of strongest) {
    const found = effects.find((effect) => effect.type === type);
    if (isObject(found) && typeof found['reason'] === 'string') return found['reason'];
  }
  return null;
}
