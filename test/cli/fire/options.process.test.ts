import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startHookline } from '../../support/command-line/cli.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const echo = {
  'hookline.yaml':
    'hooks: { PreToolUse: [{ name: echo, handler: ./echo.mjs, isolate: false }], Stop: [{ name: stop, handler: ./echo.mjs, isolate: false }] }\n',
  'echo.mjs':
    'export default ({ tool_name, tool_input, stop_hook_active, note }) => ({ systemMessage: JSON.stringify({ tool_name, tool_input, stop_hook_active, note }) });\n',
};

/** What the hook got. */
async function got(words: readonly string[], input?: string): Promise<unknown> {
  const { stdout, stderr } = await hookline(['fire', ...words, '--json'], {
    cwd: folderWith(echo),
    ...(input !== undefined && { input }),
  });
  if (stdout === '') return stderr;
  const [injection] = (JSON.parse(stdout) as { injections: { content: string }[] }).injections;
  return JSON.parse(injection?.content ?? 'null');
}

describe('hookline fire', () => {
  it('tells of a tool that is only nearly one, as explain does, and of no other', async () => {
    const cwd = folderWith({
      'hookline.yaml':
        'hooks: { PreToolUse: [{ name: g, matcher: Bash|bsh_own, type: command, handler: exit 2 }] }\n',
    });
    const said = 'no known tool is called "BASH", did you mean "Bash"?\n';
    const fired = await hookline(['fire', 'PreToolUse', '--tool', 'BASH'], { cwd });
    expect(fired).toMatchObject({ code: 0, stderr: expect.stringContaining(said) });
    const explained = await hookline(['explain', 'PreToolUse', '--tool', 'BASH'], { cwd });
    expect(explained.stdout).toContain(said);
    for (const tool of ['Bash', 'shell', 'bsh_own', 'deploy', 'mcp__a__b']) {
      const { stderr } = await hookline(['fire', 'PreToolUse', '--tool', tool], { cwd });
      expect([tool, stderr.includes('did you mean "Bash"')]).toEqual([tool, false]);
    }
  });

  it('makes the event of --tool and --arg', async () => {
    const words = [
      'PreToolUse',
      '--tool',
      'Bash',
      '--arg',
      'command=git commit -m a=b',
      '--arg',
      'timeout:=5',
    ];
    expect(await got(words)).toEqual({
      tool_name: 'Bash',
      tool_input: { command: 'git commit -m a=b', timeout: 5 },
    });
  });

  it('adds --arg to an event that is given, and to one without a tool', async () => {
    const event = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';
    expect(await got(['PreToolUse', '-i', '-', '--arg', 'cwd=/tmp'], event)).toMatchObject({
      tool_input: { command: 'ls', cwd: '/tmp' },
    });
    expect(await got(['Stop', '--arg', 'stop_hook_active:=true', '--arg', 'note=hi'])).toEqual({
      stop_hook_active: true,
      note: 'hi',
    });
  });

  it.each([
    [['--tool', 'Bash', '--arg', 'command'], '"--arg" takes KEY=VALUE, such as command=ls, not "command"'],
    [['--tool', 'Bash', '--arg', 'n:=x'], 'the value of "--arg n:=…" is not JSON'],
    [[], 'try hookline fire PreToolUse --tool Bash --arg command=ls'],
  ])('says what is wrong with %j', async (words, message) => {
    expect(await got(['PreToolUse', ...words])).toContain(message);
  });

  it('takes what is piped in without being told to', async () => {
    const event = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';
    expect(await got(['PreToolUse'], event)).toMatchObject({ tool_input: { command: 'ls' } });
    expect(await got(['Stop'], '{"note":"from stdin"}')).toMatchObject({ note: 'from stdin' });
  });

  it('does not wait for ever for an event that its point does not need', async () => {
    const { child, ended } = startHookline(['fire', 'Stop', '--json'], { cwd: folderWith(echo) });
    // Its stdin stays open.
    expect((await ended).code).toBe(0);
    child.stdin?.destroy();
  });
});

const talkative = {
  'hookline.yaml': [
    'hooks:',
    '  PreToolUse:',
    '    - { name: shell, handler: ./talks.sh }',
    '    - { name: module, handler: ./talks.mjs, isolate: true }',
    '    - { name: python, type: python, handler: talks.check }',
    '    - { name: answers, type: command, handler: "echo \'{\\"systemMessage\\": \\"be quick\\"}\'; echo thinking >&2" }',
    '',
  ].join('\n'),
  'talks.sh': '#!/bin/sh\nfor n in 1 2 3 4 5 6 7 8 9 10; do echo "line $n" >&2; done\n',
  'talks.mjs': 'export default () => { console.log("from the module"); };\n',
  'talks.py': 'import sys\n\ndef check(event):\n    print("from python", file=sys.stderr)\n',
  'hookline.test.yaml':
    'tests: [{ fire: "pre:tool:Bash", input: { tool_input: { command: ls } }, expect: { decision: deny } }]\n',
};

describe('what hooks write', () => {
  const lines = [
    'stderr  line 1',
    'stderr  … 2 more lines; -v shows all',
    'stdout  from the module',
    'stderr  from python',
    'stderr  thinking',
  ];

  it.each([
    ['fire', ['fire', 'PreToolUse', '--tool', 'Bash', '--arg', 'command=ls']],
    ['explain', ['explain', 'PreToolUse', '--tool', 'Bash', '--arg', 'command=ls']],
    ['test', ['test']],
  ])('is shown by %s, but for replies', async (_, words) => {
    const { stdout } = await hookline(words, { cwd: folderWith(talkative) });
    for (const line of lines) expect(stdout).toContain(line);
    expect(stdout).not.toContain('line 9');
    expect(stdout).not.toContain('stdout  {"systemMessage"');
  });

  it('is shown whole with -v, with exit codes and the event, also as JSON', async () => {
    const cwd = folderWith(talkative);
    const words = ['fire', 'PreToolUse', '--tool', 'Bash', '--arg', 'command=ls', '-v'];
    const { stdout } = await hookline(words, { cwd });
    for (const line of [
      'stderr  line 10',
      'stdout  {"systemMessage"',
      'exit    0',
      'event {"tool_name":"Bash"',
    ])
      expect(stdout).toContain(line);
    const { stdout: json } = await hookline([...words, '--json'], { cwd });
    const { output } = JSON.parse(json) as { readonly output: readonly object[] };
    expect(output[3]).toEqual({
      hook: 'answers',
      stdout: '{"systemMessage": "be quick"}\n',
      stderr: 'thinking\n',
      exitCode: 0,
    });
  });
});

describe('hookline --claude', () => {
  it('finds the settings of the user, of the project and of this machine', async () => {
    const cwd = folderWith({});
    const settings = (name: string): string =>
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: `echo ${name} >&2` }] }] } });
    for (const folder of ['home/.claude', 'work/.claude']) mkdirSync(join(cwd, folder), { recursive: true });
    writeFileSync(join(cwd, 'home/.claude/settings.json'), settings('user'));
    writeFileSync(join(cwd, 'work/.claude/settings.json'), settings('project'));
    writeFileSync(join(cwd, 'work/.claude/settings.local.json'), settings('local'));
    const env = { HOME: join(cwd, 'home') };
    const { stdout } = await hookline(['fire', 'Stop', '--claude', '-v'], { cwd: join(cwd, 'work'), env });
    for (const name of ['user', 'project', 'local']) expect(stdout).toContain(`stderr  ${name}`);
    const { stderr } = await hookline(['list', '--claude'], { cwd, env: { HOME: cwd } });
    expect(stderr).toContain('there are no settings of Claude Code');
  });
});

describe('hookline list', () => {
  it('gives hooks names that can be read, and takes patterns of files', async () => {
    const stop = (handler: string): string =>
      JSON.stringify({ hooks: { Stop: [{ type: 'command', handler }] } });
    const cwd = folderWith({
      'hookline.yaml': 'include: ["hooks/*.yaml", "deep/**/*.yaml"]\n',
      'hooks/b.yaml': stop('if true; then\n  exit 0\nfi\n'),
      'hooks/a.yaml': stop(`echo ${'long '.repeat(100)}`),
      'hooks/.hidden.yaml': 'wrong',
      'deep/one/two/c.yaml': stop('true'),
      'none/hookline.yaml': 'include: "rules/*.yaml"\n',
    });
    const { stdout } = await hookline(['list', '--json'], { cwd });
    const names = (JSON.parse(stdout) as readonly { readonly name: string }[]).map(({ name }) => name);
    expect(names).toEqual([
      expect.stringMatching(/^command_echo (?:long )+l…$/),
      'command_if true; then exit 0 fi',
      'command_true',
    ]);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(100);
    const { stdout: wrong } = await hookline(['validate', 'none/hookline.yaml'], { cwd });
    expect(wrong).toContain('none/hookline.yaml:1:10: error: no file matches "rules/*.yaml"');
  });
});

describe('hookline -v', () => {
  it('is the version', async () => {
    expect((await hookline(['-v'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('a model that cannot be reached', () => {
  it.each([
    ['openai', 'OPENAI_API_KEY'],
    ['anthropic', 'ANTHROPIC_API_KEY'],
  ])('is named by its address: %s', async (model, key) => {
    // Nobody listens at the port of a server that has ended.
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    await new Promise((resolve) => server.close(resolve));
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const cwd = folderWith({ 'hookline.yaml': 'hooks: {}\n' });
    const words = ['run', '--model', `${model}:x`, '--base-url', url, 'hello'];
    const { stdout } = await hookline(words, { cwd, env: { [key]: 'key', HOME: cwd } });
    expect(stdout).toContain(`Connection error: ${url}`);
  });
});
