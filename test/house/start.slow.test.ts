import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../support/folder-with.ts';
import { projectFolder } from '../support/pages.ts';
import { isLong } from '../support/seed.ts';

/** Building here would take dist away from the other tests. */
function copyOfProject(): string {
  const copy = folderWith({});
  for (const name of [
    'package.json',
    'scripts',
    'src',
    'tsconfig.build.json',
    'tsconfig.json',
    'tsconfig.page.json',
    'tsdown.config.ts',
  ])
    cpSync(join(projectFolder, name), join(copy, name), { recursive: true });
  symlinkSync(join(projectFolder, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

// It builds all over again.
describe.runIf(isLong)('npm start, in long runs', () => {
  it('builds and shows the demo, and no tool on the way says a word', () => {
    const { status, stdout, stderr } = spawnSync('npm', ['start'], {
      cwd: copyOfProject(),
      encoding: 'utf8',
      // npm's own words are about the machine it runs on.
      env: { ...process.env, npm_config_loglevel: 'silent', NO_COLOR: '1' },
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^An agent tidies up a folder\./);
    expect(status).toBe(0);
  });
});
