import { type Hook, nameOf } from '../hooks/hook.ts';
import type { Effect } from '../outcome/effects.ts';

/** Lets pass some of what hooks hold back, such as a call that a person has approved. It is not asked about hooks that are final. */
export interface Excuses {
  /** Why a deny or an ask of the hook is not obeyed; null when it is. `subject` is what the hook judged, `reason` what it said. */
  decision?(hook: string, effect: 'deny' | 'ask', subject: unknown, reason: string): string | null;
  /** Whether a rule of the hook is open, so that it holds nothing back. */
  rule?(hook: string, rule: string): boolean;
}

/** Why an effect is not obeyed, by an excuse; null when there is none. One that breaks is none. */
export function excuseFor(
  excuses: Excuses | undefined,
  hook: Hook,
  effect: Effect,
  subject: unknown,
): string | null {
  const { type } = effect;
  if (excuses?.decision === undefined || hook.final || (type !== 'deny' && type !== 'ask')) return null;
  try {
    return excuses.decision(nameOf(hook), type, subject, effect.reason ?? '');
  } catch {
    return null;
  }
}

export function isRuleOpen(excuses: Excuses | undefined, hook: Hook, rule: string): boolean {
  if (excuses?.rule === undefined || hook.final) return false;
  try {
    return excuses.rule(nameOf(hook), rule) === true;
  } catch {
    return false;
  }
}
