import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../../support/pages.ts';

const folder = join(projectFolder, 'src/handlers/python/worker');
const files = readdirSync(folder).map((name) => join(folder, name));

it.each(files)('%s is Python', (file) => {
  const program = 'import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 8))';
  const { stderr } = spawnSync('python3', ['-c', program], { input: readFileSync(file), encoding: 'utf8' });
  expect(stderr).toBe('');
});
