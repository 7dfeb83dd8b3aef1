import type { HookOptions, Mode } from '../../engine/hooks/hook.ts';
import { readPolicySpelling } from '../../engine/outcome/failure.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { readDuration } from '../../engine/values/duration.ts';
import type { HooksSection } from './schema.ts';

/** What `hooks:` says for all hooks of its file. */
export type Settings = Pick<HooksSection, 'errorBehavior' | 'timeout' | 'parallel' | 'maxHooksPerPoint'>;

/** What a failure does unless the hook says so: it can only block where something can be blocked at all. */
export function defaultPolicy(
  { errorBehavior }: Settings,
  point: Point,
  mode: Mode,
): Pick<HookOptions, 'onFailure' | 'silent'> {
  if (errorBehavior === undefined) return {};
  const canBlock = point.block !== null && mode === 'enforce';
  return readPolicySpelling({ onError: errorBehavior === 'abort' && !canBlock ? 'log' : errorBehavior });
}

/** How long a hook may take unless it says so. */
export function defaultTimeout({ timeout }: Settings): Pick<HookOptions, 'timeoutMs'> {
  return timeout === undefined ? {} : { timeoutMs: readDuration(timeout, 'milliseconds') };
}
