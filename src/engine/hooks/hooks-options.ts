import type { LogEntry } from '../firing/interceptor.ts';
import type { BaseFields, BaseSource } from '../points/inputs.ts';
import { findPoint, type PointReference, pointNamed } from '../points/point.ts';
import type { FireRef, Point, PointRef } from '../points/point-types.ts';
import { HooklineError } from '../values/errors.ts';
import { nextId } from '../values/ids.ts';
import {
  checkOptions,
  isNumber,
  millisecondsCheck,
  type OptionChecks,
  refuseOption,
  textCheck,
  truthCheck,
} from '../values/options.ts';
import { describe } from '../values/text.ts';
import type { HookGroup } from './hook.ts';

export interface HooksOptions {
  readonly base?: BaseSource;
  /** Time limit for hooks without their own, in ms. Default: 30 seconds. */
  readonly timeoutMs?: number;
  readonly maxHooksPerPoint?: number;
  readonly timing?: boolean;
  /** Where failures and dropped effects are logged. Default: the console. */
  readonly log?: (entry: LogEntry) => void;
}

export interface ScopeOptions {
  /** The agent that started this one, null the main one; its hooks run for this one too. */
  readonly parent?: string | null;
  readonly type?: string;
  readonly override?: readonly FireRef[];
}

export interface GroupOptions {
  readonly parallel?: boolean;
  readonly timeoutMs?: number;
}

export const hooksChecks: OptionChecks<HooksOptions> = {
  base: [
    'an object or a function',
    (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
  ],
  timeoutMs: millisecondsCheck,
  maxHooksPerPoint: ['a number above 0', (value) => isNumber(value) && value > 0],
  timing: truthCheck,
  log: ['a function', (value) => typeof value === 'function'],
};
export const scopeChecks: OptionChecks<ScopeOptions> = {
  parent: ['the id of an agent', (value) => value === null || typeof value === 'string'],
  type: textCheck,
  override: ['a list of points', Array.isArray],
};
const groupChecks: OptionChecks<GroupOptions> = { parallel: truthCheck, timeoutMs: millisecondsCheck };

export function pointBehind(ref: PointRef): PointReference {
  if (typeof ref === 'string') return findPoint(ref);
  if (typeof ref === 'object' && ref !== null) return { point: pointNamed(ref.name), matcher: undefined };
  throw new HooklineError(
    'point-unknown',
    `a point is named by text or is a point itself, not ${describe(ref)}`,
  );
}

export function overriddenPoint(ref: PointRef): Point {
  const { point, matcher } = pointBehind(ref);
  if (matcher === undefined) return point;
  return refuseOption('a scope', `overrides whole points: "${point.name}", not only "${matcher}" of it`);
}

export function makeGroup(options: GroupOptions): HookGroup {
  checkOptions('a group', options, groupChecks);
  return { parallel: options.parallel ?? false, timeoutMs: options.timeoutMs ?? null };
}

export function completeBase(base: BaseSource): () => BaseFields {
  const sessionId = nextId();
  const complete = (given: Partial<BaseFields>): BaseFields => ({
    ...given,
    session_id: given.session_id ?? sessionId,
    transcript_path: given.transcript_path ?? '',
    cwd: given.cwd ?? '',
  });
  if (typeof base === 'function') return () => complete(base());
  const fixed = complete(base);
  return () => fixed;
}
