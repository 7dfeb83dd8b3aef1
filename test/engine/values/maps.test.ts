import { expect, it } from 'vitest';
import { putLast } from '../../../src/engine/values/maps.ts';

it('puts an entry last, and drops the oldest beyond the limit', () => {
  const map = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  putLast(map, 'a', 3, 2);
  expect([...map]).toEqual([
    ['b', 2],
    ['a', 3],
  ]);
  putLast(map, 'c', 4, 2);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
