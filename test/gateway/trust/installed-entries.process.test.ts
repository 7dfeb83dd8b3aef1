import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TrustWorld } from './trust-world.ts';

const policy = `hooks:
  PreToolUse:
    - { name: no-rm, matcher: Bash, type: command, handler: ./no-rm.sh, guard: true }
`;
const files = {
  'hookline.yaml': policy,
  'no-rm.sh': '#!/bin/sh\ngrep -q "rm x" && { echo no rm >&2; exit 2; }; true\n',
};
const words = ['--required'];

/** The entries that `install --project` writes say `--required`: the project promises its policy. */
describe('an entry of a project', () => {
  it('blocks every call until a person trusts the policy', async () => {
    const world = TrustWorld.of(files);
    const blocked = await world.ask('ls', { words });
    expect(blocked).toMatchObject({ denied: true, reason: expect.stringContaining('hookline trust') });
    expect(await world.ask('ls', { words, event: 'SessionStart' })).toMatchObject({ denied: false });
    await world.trust();
    expect((await world.ask('ls', { words })).denied).toBe(false);
    expect((await world.ask('rm x', { words })).denied).toBe(true);
  });

  it('blocks again when the records of trust are gone', async () => {
    const world = TrustWorld.of(files);
    await world.trust();
    rmSync(join(world.home, 'state'), { recursive: true });
    expect(await world.ask('ls', { words })).toMatchObject({
      denied: true,
      reason: expect.stringContaining('not trusted yet'),
    });
  });

  it('counts in a worktree of a repository that is trusted, as long as the policy is the same', async () => {
    const world = TrustWorld.of(files);
    const git = (...line: readonly string[]): void =>
      void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...line], {
        cwd: world.path('.'),
        stdio: 'ignore',
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    await world.trust();
    git('worktree', 'add', '../tree');
    expect(await world.ask('ls', { words, folder: 'tree' })).toMatchObject({ denied: false, notice: '' });
    expect((await world.ask('rm x', { words, folder: 'tree' })).denied).toBe(true);
    world.write('../tree/no-rm.sh', '#!/bin/sh\ntrue\n');
    expect(await world.ask('ls', { words, folder: 'tree', session: '2' })).toMatchObject({
      denied: true,
      reason: expect.stringContaining('hookline trust'),
    });
  });
});
