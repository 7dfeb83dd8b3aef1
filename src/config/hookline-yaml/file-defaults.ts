import type { HookOptions, Mode } from '../../engine/hooks/hook.ts';
import { readPolicySpelling } from '../../engine/outcome/failure.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { readDuration } from '../../engine/values/duration.ts';
import type { HooksSection } from '../schema/schema.ts';

/** Settings in `hooks:` for all hooks of the file. */
export type Settings = Pick<HooksSection, 'errorBehavior' | 'timeout' | 'parallel' | 'maxHooksPerPoint'>;

/** The failure policy for hooks without their own. It blocks only where something can be blocked. */
export function defaultPolicy(
  { errorBehavior }: Settings,
  point: Point,
  mode: Mode,
): Pick<HookOptions, 'onFailure' | 'silent'> {
  if (errorBehavior === undefined) return {};
  const canBlock = point.block !== null && mode === 'enforce';
  return readPolicySpelling({ onError: errorBehavior === 'abort' && !canBlock ? 'log' : errorBehavior });
}

/** The time limit for hooks without their own. */
export function defaultTimeout({ timeout }: Settings): Pick<HookOptions, 'timeoutMs'> {
  return timeout === undefined ? {} : { timeoutMs: readDuration(timeout, 'milliseconds') };
}
