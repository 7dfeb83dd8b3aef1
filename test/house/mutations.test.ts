import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutations, problemWith } from '../../scripts/mutate.mjs';

const all = Object.values(mutations).flat();

it('every mutation has its text in the sources once, and tests that are there', () => {
  expect(all.map(problemWith).filter((problem) => problem !== null)).toEqual([]);
  expect(all.length).toBeGreaterThan(60);
});

it('no two mutations have the same name', () => {
  expect(new Set(all.map(({ what }) => what)).size).toBe(all.length);
});

it('docs/internals/mutations.md has every mutation and what finds it: npm run mutate brings it up to date', () => {
  const page = readFileSync('docs/internals/mutations.md', 'utf8');
  for (const { what, file, tests } of all) {
    const [row = ''] = page.split('\n').filter((line) => line.startsWith(`| ${what} |`));
    expect(row, what).toContain(`(../../${file})`);
    expect(
      tests.some((test) => row.includes(`| ${test}: `)),
      what,
    ).toBe(true);
  }
});
