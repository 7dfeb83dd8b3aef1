import { describe, expect, it } from 'vitest';
import {
  checkOptions,
  type OptionChecks,
  textCheck,
  truthCheck,
} from '../../../src/engine/values/options.ts';

interface Options {
  readonly name: string;
  readonly isFast?: boolean;
  readonly token?: string;
}

const checks: OptionChecks<Options> = {
  name: textCheck,
  isFast: truthCheck,
  token: ['a token', (value) => typeof value === 'string', true],
};
const check = (options: unknown): void => checkOptions<Options>('it', options, checks, ['name']);

describe('options', () => {
  it('pass when they are right, also those that are not given', () => {
    check({ name: 'a' });
    check({ name: 'a', isFast: true, token: undefined });
  });

  it.each([
    [null, 'it takes an object of options, not null'],
    [{}, 'it needs "name"'],
    [{ name: '' }, 'it takes text as its name, not ""'],
    [{ name: 'a', isFast: 1 }, 'it takes true or false as its isFast, not 1'],
    [{ name: 'a', isFats: true }, 'it has no option "isFats", did you mean "isFast"?'],
    [{ name: 'a', toString: 1 }, 'it has no option "toString"'],
    [{ name: 'a', token: 7 }, 'it takes a token as its token'],
  ])('%j: %s', (options, message) => {
    expect(() => check(options)).toThrow(expect.objectContaining({ code: 'option-invalid', message }));
  });
});
