import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsPages, projectFolder } from '../support/pages.ts';

const sources = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => `src/${file}`);

/** What reads like a riddle, and what says it plainly. */
const riddles: readonly (readonly [riddle: RegExp, plain: string])[] = [
  [/\bunless (?:otherwise )?stated\b/i, 'Default: 30 s.'],
  [/\bunless (?:you say|told|said) otherwise\b/i, 'Default: the current folder.'],
  [/(Default: [^.|\n]+\.) \1/, 'Default: false.'],
];

describe('the words of docs, help and comments', () => {
  it.each(riddles)('are plain: instead of %s write "%s"', (riddle) => {
    const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docsPages, ...sources];
    expect(pages.filter((file) => riddle.test(readFileSync(join(projectFolder, file), 'utf8')))).toEqual([]);
  });
});
