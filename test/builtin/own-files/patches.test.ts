import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ProtectedPaths } from '../../../src/builtin/own-files/protected-paths.ts';
import { folderWith } from '../../support/folder-with.ts';

const patch = (...files: readonly string[]): string =>
  `*** Begin Patch\n${files.join('\n')}\n*** End Patch\n`;
const other = '*** Add File: a.txt\n+x';
const own = '*** Update File: hookline.yaml\n@@\n+x';

it.each([
  ['apply_patch', { command: patch(other, own) }],
  ['apply_patch', { patchText: patch('*** Update File: a.txt\n*** Move to: hookline.yaml\n@@\n+x') }],
  ['apply_patch', { command: `*** Begin Patch\n${other}\n` }],
  ['Bash', { command: `apply_patch <<'EOF'\n${patch(other, own)}EOF\n` }],
  ['Bash', { command: `cd src && apply_patch <<'EOF'\n${patch('*** Delete File: ../hookline.yaml')}EOF\n` }],
])('a patch may not touch what guards it: %s %j', (toolName, input) => {
  const cwd = folderWith({ 'hookline.yaml': '', 'src/a.ts': '' });
  const guarding = new ProtectedPaths([join(cwd, 'hookline.yaml')], cwd);
  expect(guarding.touchedBy({ toolName, input, cwd })).toContain('hookline.yaml');
});

it.each([
  ['apply_patch', { command: patch(other) }],
  ['Bash', { command: `cd src && apply_patch <<'EOF'\n${patch(own)}EOF\n` }],
])('a patch of other files may: %s %j', (toolName, input) => {
  const cwd = folderWith({ 'hookline.yaml': '', 'src/a.ts': '' });
  const guarding = new ProtectedPaths([join(cwd, 'hookline.yaml')], cwd);
  expect(guarding.touchedBy({ toolName, input, cwd })).toBeNull();
});
