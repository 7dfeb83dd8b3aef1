import { describe, expect, it } from 'vitest';
import { readDuration } from '../../../src/engine/values/duration.ts';
import { HooklineError } from '../../../src/engine/values/errors.ts';

describe('a duration', () => {
  it.each([
    [30, 30_000],
    [0.5, 500],
    [0, 0],
    ['30', 30_000],
    ['500ms', 500],
    ['30s', 30_000],
    ['1.5 s', 1500],
    [' 5m ', 300_000],
    ['2h', 7_200_000],
  ])('%j in seconds is %i ms', (value, ms) => {
    expect(readDuration(value, 'seconds')).toBe(ms);
  });

  it.each([
    [5000, 5000],
    ['5000', 5000],
    ['5s', 5000],
  ])('%j in milliseconds is %i ms', (value, ms) => {
    expect(readDuration(value, 'milliseconds')).toBe(ms);
  });

  it.each([
    '',
    'soon',
    '5 minutes',
    '-5s',
    '1e3',
    's',
    '5 m s',
    '.5s',
    '٥s',
    '9'.repeat(500),
    -1,
    Number.NaN,
    null,
    undefined,
    true,
    [5],
    {},
  ])('cannot be %j', (value) => {
    expect(() => readDuration(value, 'seconds')).toThrow(/number of seconds or text such as "500ms"/);
  });

  it.each([Number.POSITIVE_INFINITY, '600h', 3_000_000])('of %j is longer than a timer can be', (value) => {
    expect(() => readDuration(value, 'seconds')).toThrow(/at most 24 days/);
  });

  it('names the unit that a plain number has, and has a code', () => {
    expect(() => readDuration('x', 'milliseconds')).toThrow(/number of milliseconds/);
    expect(() => readDuration('x', 'milliseconds')).toThrow(HooklineError);
  });
});
