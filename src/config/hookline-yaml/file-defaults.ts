import type { HookOptions, Mode } from '../../engine/hooks/hook.ts';
import { readPolicySpelling } from '../../engine/outcome/failure.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { readDuration } from '../../engine/values/duration.ts';
import type { HooksSettings } from '../schema/schema.ts';

export type Settings = Pick<HooksSettings, 'errorBehavior' | 'timeout' | 'parallel' | 'maxHooksPerPoint'>;

/** It blocks only at points where something can be blocked. */
export function defaultPolicy(
  { errorBehavior }: Settings,
  point: Point,
  mode: Mode,
): Pick<HookOptions, 'onFailure' | 'silent'> {
  if (errorBehavior === undefined) return {};
  const canBlock = point.block !== null && mode === 'enforce';
  return readPolicySpelling({ onError: errorBehavior === 'abort' && !canBlock ? 'log' : errorBehavior });
}

export function defaultTimeout({ timeout }: Settings): Pick<HookOptions, 'timeoutMs'> {
  return timeout === undefined ? {} : { timeoutMs: readDuration(timeout, 'milliseconds') };
}
