import { lookUp } from '../../../engine/values/look-up.ts';
import { wrongCall } from '../../command.ts';

const units: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 };
const date =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,3}))?)?)?(Z|[+-]\d\d:?\d\d)?$/i;

export function askedTime(option: 'since' | 'until', value: string): number {
  const text = value.trim();
  const [, count, unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * (lookUp(units, unit) ?? 0);
  const [from, to] = stretchOf(text) ?? [];
  if (from === undefined || to === undefined)
    throw wrongCall(
      `--${option} takes how long ago, such as 30m, 2h, 7d, or a date, such as 2026-03-03 or "2026-03-03 14:30", not "${value}"`,
    );
  return option === 'since' ? from : to - 1;
}

function stretchOf(text: string): readonly [number, number] | null {
  const found = date.exec(text);
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = found;
  const numbers = [year, month, day, hour ?? 0, minute ?? 0, second ?? 0].map(Number);
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = numbers;
  // JavaScript takes 30 February for 2 March.
  const isThere =
    new Date(Date.UTC(y, m - 1, d)).getUTCDate() === d && m >= 1 && m <= 12 && h < 24 && min < 60 && s < 60;
  if (!isThere || (zone !== undefined && hour === undefined)) return null;
  const ms = Number((fraction ?? '').padEnd(3, '0'));
  if (hour === undefined) return [new Date(y, m - 1, d).getTime(), new Date(y, m - 1, d + 1).getTime()];
  const from = new Date(y, m - 1, d, h, min, s, ms).getTime();
  const start = zone === undefined ? from : Date.UTC(y, m - 1, d, h, min, s, ms) - offsetMs(zone);
  const length = fraction !== undefined ? 1 : second !== undefined ? 1000 : 60_000;
  return [start, start + length];
}

function offsetMs(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
