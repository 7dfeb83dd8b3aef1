import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { judgeLine } from '../../../src/builtin/destructive-commands/judge.ts';
import {
  destructiveCommandsOptions,
  settingOf,
} from '../../../src/builtin/destructive-commands/setting/options.ts';
import { Scratch } from '../../support/scratch.ts';

const setting = settingOf(destructiveCommandsOptions().parse({}));

/** A repository without changes: `main` has three commits, of which `old` has the first, and `twin` and `copy` have one more. */
function repository(): Scratch {
  const scratch = new Scratch();
  const git = (...words: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
      cwd: scratch.path,
      stdio: 'ignore',
    });
  };
  scratch.write('package.json', '{}');
  git('init', '-b', 'main');
  git('add', '-A');
  git('commit', '-m', 'one');
  git('branch', 'old');
  git('commit', '--allow-empty', '-m', 'two');
  git('commit', '--allow-empty', '-m', 'three');
  git('checkout', '-b', 'twin');
  git('commit', '--allow-empty', '-m', 'four');
  git('branch', 'copy');
  git('checkout', 'main');
  git('tag', 'kept', 'old');
  return scratch;
}

/** The rule that stops each line there; null where none does. */
function rulesFor({ path }: Scratch, lines: readonly string[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(lines.map((line) => [line, judgeLine(line, path, setting)?.rule.id ?? null]));
}

describe('a look at a repository', () => {
  it('proves that nothing is lost', () => {
    const lines = [
      'git reset --hard',
      'git reset --hard HEAD',
      'git reset --hard twin',
      'git reset --hard HEAD~2',
      'git clean -fd',
      'git checkout -- .',
      'git restore .',
      'git stash drop',
      'git branch -D old',
      'git branch -D twin',
    ];
    const rules = rulesFor(repository(), lines);
    expect(rules).toEqual(Object.fromEntries(lines.map((line) => [line, null])));
  });

  it.each([
    [
      'no other branch that has the same commits, or a name that is none',
      repository,
      {
        'git branch -D twin copy': 'git.branch-delete',
        'git branch -D twin nobody': 'git.branch-delete',
        'git reset --hard nobody': 'git.reset-hard',
        'git push --force': 'git.push-force',
      },
    ],
    [
      'commits that only the branch itself has',
      () => {
        const scratch = repository();
        execFileSync('git', ['branch', '-D', 'twin', 'copy'], { cwd: scratch.path, stdio: 'ignore' });
        return scratch;
      },
      {
        'git reset --hard HEAD~1': 'git.reset-hard',
        'git reset --hard old': 'git.reset-hard',
        'git reset --hard': null,
      },
    ],
    [
      'changes and new files',
      () => {
        const scratch = repository();
        scratch.write('package.json', '{ "name": "a" }');
        scratch.write('new.txt', 'a');
        return scratch;
      },
      {
        'git reset --hard': 'git.reset-hard',
        'git clean -fd': 'git.clean',
        'git checkout -- .': 'git.checkout',
        'git restore .': 'git.restore',
        'git read-tree --reset -u HEAD': 'git.reset-hard',
      },
    ],
  ])('sees %s', (_, make, expected) => {
    expect(rulesFor(make(), Object.keys(expected))).toEqual(expected);
  });
});
