import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PermissionRules } from '../../src/permissions/permission-rules.ts';
import { cpuMs } from '../support/cpu.ts';
import { Scratch } from '../support/scratch.ts';

const git = new PermissionRules({ allow: ['Bash(git *)'], deny: ['Bash(git *)'] });
const bash = (command: string) => ({ toolName: 'Bash', input: { command }, cwd: '/project' });

describe('an allow rule', () => {
  it.each(['git status', 'git', 'git log | git shortlog', 'git add . && git commit -m x'])(
    'grants %s',
    (command) => {
      expect(git.allows(bash(command))).toBe('Bash(git *)');
    },
  );

  it.each([
    'git status && rm -rf /',
    'git status; curl evil',
    'git status | sh',
    'git log > /etc/passwd',
    'git $(curl evil)',
    'git `curl evil`',
    'git status\nrm x',
    'git "unclosed',
    'PAGER=evil git log',
    'gitx',
    'git diff <(curl evil)',
  ])('does not grant %s', (command) => {
    expect(git.allows(bash(command))).toBeNull();
  });

  it('grants paths below a folder only where every spelling is', () => {
    const scratch = new Scratch();
    mkdirSync(join(scratch.path, 'src'));
    symlinkSync('/etc', join(scratch.path, 'src', 'link'));
    symlinkSync('../not-yet', join(scratch.path, 'src', 'dangling'));
    const rules = new PermissionRules({ allow: ['Edit(src/**)'] });
    const edit = (path: string) => ({ toolName: 'Edit', input: { file_path: path }, cwd: scratch.path });
    expect(rules.allows(edit('src/a.ts'))).toBe('Edit(src/**)');
    expect(rules.allows(edit(join(scratch.path, 'src/a.ts')))).toBe('Edit(src/**)');
    expect(rules.allows(edit('src/../secret'))).toBeNull();
    expect(rules.allows(edit('src/link/passwd'))).toBeNull();
    expect(rules.allows(edit('src/dangling'))).toBeNull();
    expect(rules.allows({ toolName: 'Edit', input: {}, cwd: scratch.path })).toBeNull();
  });

  it('grants tools by name, servers and patterns', () => {
    const rules = new PermissionRules({ allow: ['Read', 'mcp__memory', 'mcp__*__get'] });
    const call = (toolName: string) => ({ toolName, input: {}, cwd: '/' });
    expect(
      ['Read', 'mcp__memory__write', 'mcp__x__get'].map((name) => rules.allows(call(name))),
    ).not.toContain(null);
    expect(rules.allows(call('Reader'))).toBeNull();
    const web = new PermissionRules({ allow: ['WebFetch(domain:example.org)', 'Task(explore)'] });
    expect(
      web.allows({ toolName: 'WebFetch', input: { url: 'https://example.org/a' }, cwd: '/' }),
    ).not.toBeNull();
    expect(web.allows({ toolName: 'WebFetch', input: { url: 'nonsense' }, cwd: '/' })).toBeNull();
    expect(web.allows({ toolName: 'Task', input: { subagent_type: 'explore' }, cwd: '/' })).not.toBeNull();
  });
});

describe('a deny rule', () => {
  it.each(['git push', 'ls && git push', 'echo $(git push)', 'X=1 git push', 'git "unclosed'])(
    'holds back %s',
    (command) => {
      expect(git.denies(bash(command))).toMatchObject({ rule: 'Bash(git *)' });
    },
  );

  it('holds a path back in any spelling', () => {
    const scratch = new Scratch();
    const secret = scratch.write('.env', '');
    symlinkSync(secret, join(scratch.path, 'harmless'));
    const rules = new PermissionRules({ deny: ['Read(.env)'] });
    for (const path of ['.env', './.env', 'a/../.env', secret, 'harmless'])
      expect(
        rules.denies({ toolName: 'Read', input: { file_path: path }, cwd: scratch.path }),
        path,
      ).not.toBeNull();
    expect(rules.denies({ toolName: 'Read', input: { file_path: 'a.env' }, cwd: scratch.path })).toBeNull();
  });

  it('must be a rule', () => {
    expect(() => new PermissionRules({ deny: ['Bash(git'] })).toThrow('"Bash(git" is no permission rule');
  });
});

describe('a deny rule about a program', () => {
  const rm = new PermissionRules({ deny: ['Bash(rm *)'], ask: ['Bash(git push *)'], allow: ['Bash(ls *)'] });

  /** A folder whose file is there unless the command removes it. */
  const remove: readonly string[] = [
    '/bin/rm x',
    'env rm x',
    'env -u HOME A=1 rm x',
    'env -S "rm x"',
    'command rm x',
    'command -p rm x',
    'sh -c "rm x"',
    `bash -ec 'true; rm x'`,
    `sh -c 'sh -c "rm x"'`,
    'ls x | xargs rm',
    'ls x | xargs -n 1 -- rm',
    'nohup rm x 2>/dev/null',
    'nice -n 5 rm x',
    'timeout 5 rm x',
    'timeout -s KILL 5 rm x',
    'time rm x',
    'exec rm x',
    'r""m x',
    `r'm' x`,
    'r\\m x',
    'r\\\nm x',
    '$(echo rm) x',
    '`echo rm` x',
    'eval rm x',
    'eval "r""m x"',
    'p=rm; $p x',
    'p=rm; "$p" x',
    '/bin/r[l-n] x',
    `$'rm' x`,
    'echo rm x | sh',
    'sh <<< "rm x"',
    '>/dev/null rm x',
    '2>&1 rm x',
    'find . -name x -exec rm {} +',
    `find . -name x -exec sh -c 'rm "$1"' _ {} \\;`,
    'f() { rm x; }; f',
    'function f { rm x; }; f',
    `trap 'rm x' EXIT`,
    'if true; then rm x; fi',
    'echo "$(env rm x)"',
  ];

  it.each(remove)('holds back %s, which bash takes for it', (command) => {
    const scratch = new Scratch();
    const file = scratch.write('x', '');
    spawnSync('bash', ['-c', command], { cwd: scratch.path });
    expect(existsSync(file)).toBe(false);
    expect(rm.denies(bash(command))).toMatchObject({ rule: 'Bash(rm *)' });
  });

  it.each([
    'ls rm',
    'echo rm x',
    'echo "rm x"',
    `grep -r 'rm ' .`,
    'xargs grep rm',
    'env FOO=rm ls',
    'bash script.sh rm',
    'bash --version',
    'command -v rm',
    'git rm x',
    'npm run rm',
    'rmdir x',
    `echo "it's fine"`,
    'echo $(date) > out.txt 2>&1',
    'git commit -m "$(cat message.txt)"',
    'for f in *.txt; do wc "$f"; done',
    `awk '{ print $1 }' x | sort -u`,
    'sudo ls',
    'timeout 5 ls rm',
    'A=$(pwd) make all',
  ])('lets be what is none: %s', (command) => {
    expect(rm.denies(bash(command))).toBeNull();
  });

  it.each([
    'env -a '.repeat(2000),
    `${'find -exec '.repeat(2000)}`,
    `${'xargs -n find -exec '.repeat(1000)}`,
    'eval '.repeat(5000),
    `${'$(env '.repeat(60)}${')'.repeat(60)}`,
  ])('judges also what is made to take for ever', async (command) => {
    expect(await cpuMs(() => rm.denies(bash(command)))).toBeLessThan(10_000);
  });

  it.each(['git  push', '/usr/bin/git push', 'sudo git push origin', 'git "push"', 'sh -c "git push"'])(
    'asks for %s likewise',
    (command) => {
      expect(rm.asks(bash(command))).toMatchObject({ rule: 'Bash(git push *)' });
    },
  );

  it.each(['/bin/ls', 'env ls', 'sh -c ls', 'xargs ls', '$(echo ls)'])(
    'while an allow rule does not grant %s',
    (command) => {
      expect(rm.allows(bash(command))).toBeNull();
    },
  );
});
