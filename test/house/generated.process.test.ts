import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../support/pages.ts';

it('generated pages and the schema are what the code says', () => {
  const script = join(projectFolder, 'scripts/generate-docs.mjs');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});
