import { readDuration } from '../engine/duration.ts';
import { readPolicySpelling } from '../engine/failure.ts';
import type { HookOptions, Mode } from '../engine/hook.ts';
import type { Point } from '../engine/point-types.ts';
import type { HooksSection } from './schema.ts';

/** What `hooks:` says for all hooks of its file. */
export type Settings = Pick<HooksSection, 'errorBehavior' | 'timeout' | 'parallel' | 'maxHooksPerPoint'>;

/** What a failure does unless the hook says so: it can only block where something can be blocked at all. */
export function usualPolicy(
  { errorBehavior }: Settings,
  point: Point,
  mode: Mode,
): Pick<HookOptions, 'onFailure' | 'silent'> {
  if (errorBehavior === undefined) return {};
  const canBlock = point.block !== null && mode === 'enforce';
  return readPolicySpelling({ onError: errorBehavior === 'abort' && !canBlock ? 'log' : errorBehavior });
}

/** How long a hook may take unless it says so. */
export function usualTimeout({ timeout }: Settings): Pick<HookOptions, 'timeoutMs'> {
  return timeout === undefined ? {} : { timeoutMs: readDuration(timeout, 'milliseconds') };
}
