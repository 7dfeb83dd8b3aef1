import { describe, expect, it } from 'vitest';
import { isObject, keysOf, valueAt } from '../../../src/engine/values/shapes.ts';

describe('an object with fields', () => {
  it.each([
    [{}, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    ['text', false],
    [undefined, false],
  ])('%j: %s', (value, isOne) => {
    expect(isObject(value)).toBe(isOne);
  });

  it('has keys, and other values have none', () => {
    expect(keysOf({ a: 1, b: 2 })).toEqual(['a', 'b']);
    expect(keysOf(['a'])).toEqual([]);
    expect(keysOf(null)).toEqual([]);
  });
});

describe('the value at a path', () => {
  const value = { list: [{ name: 'first' }], nothing: null };

  it.each([
    [[], value],
    [['list', 0, 'name'], 'first'],
    [['list', 1], undefined],
    [['nothing', 'more'], undefined],
    [['list', 0, 'name', 'length'], undefined],
    [['missing'], undefined],
    [['toString'], undefined],
    [['__proto__'], undefined],
  ])('%j', (path, found) => {
    expect(valueAt(value, path)).toBe(found);
  });
});
