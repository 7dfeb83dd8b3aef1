import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../support/pages.ts';

it('generated pages and the schema are what the code says', () => {
  const script = join(projectFolder, 'scripts/generate-docs.mjs');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});

it('no page says "undefined" where a word is missing', () => {
  const folder = join(projectFolder, 'docs/reference');
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const found = pages.filter((name) =>
    /`undefined`|: undefined$|\[object Object\]/m.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(pages.length).toBeGreaterThan(5);
  expect(found).toEqual([]);
});
