import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { HooklineError } from '../../src/entries/index.ts';
import { compileIfRule } from '../../src/permissions/if-rule.ts';

const cwd = '/home/dev/project';
const call = (tool_name: string, tool_input: object, hook_event_name = 'PreToolUse') => ({
  hook_event_name,
  cwd,
  tool_name,
  tool_input,
});
const bash = (command: string) => call('Bash', { command });
const edit = (file_path: string) => call('Edit', { file_path });

describe('an if rule', () => {
  it('runs on tool events only', () => {
    const rule = compileIfRule('Bash');
    for (const event of ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest']) {
      expect(rule(call('Bash', {}, event))).toBe(true);
    }
    expect(rule({ hook_event_name: 'Stop', cwd })).toBe(false);
  });

  it.each([
    ['Bash', bash('ls'), true],
    ['Bash', edit('a.ts'), false],
    ['Bash(*)', bash('ls'), true],
    ['mcp__memory', call('mcp__memory__read', {}), true],
    ['mcp__memory', call('mcp__memory2__read', {}), false],
    ['mcp__memory__*', call('mcp__memory__read', {}), true],
    ['WebFetch(domain:example.com)', call('WebFetch', { url: 'https://example.com/a' }), true],
    ['WebFetch(domain:example.com)', call('WebFetch', { url: 'https://example.org/a' }), false],
    ['WebFetch(domain:*.example.com)', call('WebFetch', { url: 'https://a.example.com/' }), true],
    ['WebFetch(domain:example.com)', call('WebFetch', { url: 'no address' }), true],
    ['Agent(Explore)', call('Agent', { subagent_type: 'Explore' }), true],
    ['Agent(Explore)', call('Agent', { subagent_type: 'Plan' }), false],
  ])('%s on %j: %s', (rule, input, runs) => {
    expect(compileIfRule(rule)(input)).toBe(runs);
  });

  it.each([
    ['Bash(git *)', 'git status', true],
    ['Bash(git *)', 'git', true],
    ['Bash(git *)', 'gitk --all', false],
    ['Bash(git*)', 'gitk --all', true],
    ['Bash(git:*)', 'git push', true],
    ['Bash(git:*)', 'gitk', false],
    ['Bash(git status)', 'git status', true],
    ['Bash(git status)', 'git status -s', false],
    ['Bash(* --force)', 'git push --force', true],
    ['Bash(git *)', 'npm test && git push', true],
    ['Bash(git *)', 'npm test; git push', true],
    ['Bash(git *)', 'echo a | git apply', true],
    ['Bash(git *)', 'echo $(git rev-parse HEAD)', true],
    ['Bash(git *)', 'echo "at `git rev-parse HEAD`"', true],
    ['Bash(git *)', '(cd a; git pull)', true],
    ['Bash(git *)', 'GIT_DIR="a b" PAGER= git log', true],
    ['Bash(git *)', 'echo "run git push && git pull"', false],
    ['Bash(git *)', "echo '$(git push)'", false],
    ['Bash(git *)', 'echo "unclosed', true],
    ['Bash(git *)', 'echo $(unclosed', true],
    ['Bash(git *)', 'echo "a $(b"', true],
    ['Bash(git *)', 'echo $HOME', false],
    ['Bash(git push *)', 'git $ACTION origin', true],
    ['Bash(git push *)', 'echo $(date)', false],
    ['Bash(git push *)', 'git pull', false],
    ['Bash(git *)', 'make 2>&1', false],
    ['Bash(git *)', 'make & git push', true],
    ['Bash(git *)', 'make\ngit push', true],
    ['Bash(git *)', 'X=$(date -u) git push', true],
    ['Bash(git *)', 'if make; then git push; fi', true],
  ])('%s on the command %j: %s', (rule, command, runs) => {
    expect(compileIfRule(rule)(bash(command))).toBe(runs);
  });

  it.each([
    ['Edit(*.ts)', `${cwd}/a.ts`, true],
    ['Edit(*.ts)', `${cwd}/src/deep/a.ts`, true],
    ['Edit(*.ts)', `${cwd}/a.tsx`, false],
    ['Edit(src/**)', `${cwd}/src/deep/a.ts`, true],
    ['Edit(src/**)', `${cwd}/packages/src/a.ts`, false],
    ['Edit(**/src/**)', `${cwd}/packages/src/a.ts`, true],
    ['Edit(/src/*.ts)', `${cwd}/src/a.ts`, true],
    ['Edit(/src/*.ts)', `${cwd}/src/deep/a.ts`, false],
    ['Edit(./src/*.ts)', `${cwd}/src/a.ts`, true],
    ['Edit(//etc/**)', '/etc/hosts', true],
    ['Edit(//etc/**)', `${cwd}/etc/hosts`, false],
    ['Edit(~/.ssh/**)', `${homedir()}/.ssh/id`, true],
    ['Edit(src/**/*.ts)', `${cwd}/src/deep/a.ts`, true],
    ['Edit(src/**/*.ts)', `${cwd}/src/a.ts`, true],
    ['Edit(.env)', `${cwd}/deep/.env`, true],
    ['Edit(.env)', `${cwd}/deep/xenv`, false],
    ['Edit(file?.txt)', `${cwd}/file1.txt`, true],
  ])('%s on the path %j: %s', (rule, path, runs) => {
    expect(compileIfRule(rule)(edit(path))).toBe(runs);
  });

  it('runs where it cannot judge', () => {
    expect(compileIfRule('Edit(*.ts)')(call('Edit', {}))).toBe(true);
    expect(compileIfRule('Bash(git *)')(call('Bash', { command: ['git'] }))).toBe(true);
    expect(compileIfRule('WebFetch(domain:a.b)')(call('WebFetch', {}))).toBe(true);
  });

  it.each(['', 'Bash(git *) && Edit', 'Bash(git *', 'Bash, Edit', 'Bash || Edit'])(
    '%j is refused',
    (rule) => {
      expect(() => compileIfRule(rule)).toThrow(HooklineError);
      expect(() => compileIfRule(rule)).toThrow('takes one permission rule');
    },
  );
});
