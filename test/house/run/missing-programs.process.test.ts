import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../support/folder-with.ts';
import { projectFolder } from '../../support/pages.ts';

const vitest = join(projectFolder, 'node_modules/vitest/vitest.mjs');

it('names the programs that tests need and the machine lacks, in whatever folder they are started', () => {
  const { status, stderr } = spawnSync(process.execPath, [vitest, 'run', 'resolve-command'], {
    cwd: join(projectFolder, 'docs'),
    env: { ...process.env, PATH: folderWith({}) },
    encoding: 'utf8',
  });
  expect(stderr).toContain('tests that start processes need bash and git in PATH');
  expect(status).toBe(1);
});
