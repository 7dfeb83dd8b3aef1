import { expect, it } from 'vitest';
import { lookUp } from '../../../src/engine/values/look-up.ts';

it('finds a row by its name, and nothing that every object has', () => {
  const table = { git: 1 };
  expect(lookUp(table, 'git')).toBe(1);
  for (const name of ['rm', 'constructor', 'toString', '__proto__'])
    expect(lookUp(table, name)).toBeUndefined();
});
