import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingCodes } from '../../../src/gateway/doctor/finding.ts';
import { isNewer } from '../../../src/gateway/doctor/versions.ts';

it('every finding is provoked by a test', () => {
  const texts = ['.', '../host', '../daemon']
    .map((folder) => join(import.meta.dirname, folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.process.test.ts'))
    .map((path) => readFileSync(path, 'utf8'));
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
