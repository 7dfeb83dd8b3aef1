import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findingCodes } from '../../../src/gateway/doctor/finding.ts';
import { isNewer } from '../../../src/gateway/doctor/versions.ts';

it('every finding is provoked by a test', () => {
  const texts = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.process.test.ts'))
    .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'));
  const missing = Object.keys(findingCodes).filter((code) => !texts.join('\n').includes(`'${code}'`));
  expect(missing).toEqual([]);
});

it.each([
  ['2.1.0', '2.0.9', true],
  ['2.0.9', '2.1.0', false],
  ['2.1.0', '2.1.0', false],
  ['10.0.0', '9.9.9', true],
  ['2.1', '2.1.0', false],
  ['2.1.0-beta.1', '2.1.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});
