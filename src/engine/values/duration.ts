import { HooklineError } from './errors.ts';
import { describe } from './text.ts';

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const plainUnits = { seconds: 1000, milliseconds: 1 } as const;

export type DurationUnit = keyof typeof plainUnits;

const maxMs = 2 ** 31 - 1;

/** A number of the given unit, or text with its own: some systems count in seconds, others in milliseconds. */
export function readDuration(value: unknown, unit: DurationUnit): number {
  const ms = millisecondsOf(value, unit);
  if (ms === null) {
    throw new HooklineError(
      'option-invalid',
      `a duration is a number of ${unit} or text such as "500ms", "30s", "5m"; not ${describe(value)}`,
    );
  }
  if (ms > maxMs) {
    throw new HooklineError('option-invalid', `a duration is at most 24 days, not ${describe(value)}`);
  }
  return ms;
}

function millisecondsOf(value: unknown, unit: DurationUnit): number | null {
  if (typeof value === 'number') return value >= 0 ? value * plainUnits[unit] : null;
  if (typeof value !== 'string') return null;
  const [, digits, suffix] = /^(\d{1,15}(?:\.\d{1,15})?)\s*(ms|s|m|h)?$/.exec(value.trim()) ?? [];
  if (digits === undefined) return null;
  return Number(digits) * (suffix === undefined ? plainUnits[unit] : units[suffix as keyof typeof units]);
}
