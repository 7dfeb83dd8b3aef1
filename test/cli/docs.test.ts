import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testFileLevels } from '../../src/policy-test/test-schema.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/start/testing-hooks.md`, 'utf8');

describe('docs/start/testing-hooks.md', () => {
  it.each([
    ['The file', 'the file'],
    ['A test', 'a test'],
    ['What to expect', '"expect"'],
  ] as const)('has every key under "%s", and no other', (title, level) => {
    const [, section = ''] = page.split(`## ${title}\n`);
    const [own = ''] = section.split('\n## ');
    const keys = [...own.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key);
    expect(keys).toEqual(testFileLevels[level].keys);
  });
});
