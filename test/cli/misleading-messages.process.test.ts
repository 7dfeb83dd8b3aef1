import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookline as ownProcess } from '../support/command-line/cli.ts';
import { hookline } from '../support/command-line/served.ts';
import { folderWith } from '../support/folder-with.ts';

const bash = ['fire', 'PreToolUse', '--tool', 'Bash', '--arg', 'command=ls'];
const guarded = (handler: string, more = ''): string =>
  `hooks: { PreToolUse: [{ handler: ${handler}, guard: true${more} }] }\n`;

describe('a module that ends its process', () => {
  const files = { 'a.mjs': 'export default () => process.exit(2);\n' };

  it('is told what a module answers by', async () => {
    const cwd = folderWith({ ...files, 'hookline.yaml': guarded('./a.mjs') });
    const { stdout, code } = await hookline(bash, { cwd });
    expect(stdout).toContain('exit code 2 (process.exit? a module answers by what it returns)');
    expect(code).toBe(2);
    expect((await hookline(['validate'], { cwd })).stdout).toContain(
      "calls process.exit, which ends more than the hook; a module answers by what it returns, such as { decision: 'deny' } [handler-exit]",
    );
  });

  it('is told when it ends the command itself', async () => {
    const cwd = folderWith({ ...files, 'hookline.yaml': guarded('./a.mjs', ', isolate: false') });
    const { stderr, stdout } = await ownProcess(bash, { cwd });
    expect(stderr).toContain('a hook in JavaScript ended the process');
    expect(stdout).toBe('');
  });
});

describe('a script that is a link to itself', () => {
  it('is not said to lead nowhere', async () => {
    const cwd = folderWith({ 'hookline.yaml': guarded('./a.sh') });
    symlinkSync('b.sh', join(cwd, 'a.sh'));
    symlinkSync('a.sh', join(cwd, 'b.sh'));
    const { stdout } = await hookline(['validate'], { cwd });
    expect(stdout).toContain('it is a link to b.sh, which leads back to itself');
  });
});

const [major = 0] = process.versions.node.split('.').map(Number);

describe.runIf(major < 22)('TypeScript on a Node that cannot run it (Node 20)', () => {
  it('is not said to be missing', async () => {
    const cwd = folderWith({ 'hookline.yaml': guarded('./a.ts'), 'a.ts': 'export default () => null;\n' });
    const { stdout } = await hookline(['validate'], { cwd });
    expect(stdout).toMatch(
      /a\.ts is TypeScript, which Node 20\S+ cannot run; 22\.18, 23\.6 or later can, so the hook fails/,
    );
  });
});
