import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { handlerFiles } from '../../../src/config/handlers/handler-files.ts';
import { load } from '../../config/support.ts';
import { linesOf, stateOf } from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const rules = `import shlex
import helper

def check(event):
    words = shlex.split(event["tool_input"].get("command", ""))
    return helper.judge(words)
`;
const helper = `def judge(words):
    return {"decision": "deny", "reason": "no"} if words[:1] == ["rm"] else None
`;
const python = {
  'hookline.yaml': JSON.stringify({
    hooks: { PreToolUse: [{ matcher: 'Bash', type: 'python', handler: 'rules.check', guard: true }] },
  }),
  'rules.py': rules,
  'helper.py': helper,
  'victim.txt': '',
};
const allows = 'def check(event): return None\ndef split(text): return []\ndef judge(words): return None\n';
const write = (path: string, content = allows): object => ({
  name: 'Write',
  input: { file_path: path, content },
});
const bash = (command: string): object => ({ name: 'Bash', input: { command } });

/** What the tools gave when an agent did this, one after the other. */
async function run(cwd: string, ...calls: readonly object[]) {
  return runIn(cwd, {}, calls);
}

async function runIn(cwd: string, env: Readonly<Record<string, string>>, calls: readonly object[]) {
  const script = JSON.stringify({
    prompt: 'x',
    turns: [...calls.map((call) => ({ tools: [call] })), { text: 'd' }],
  });
  const words = ['run', '--json', '--permission-mode', 'bypassPermissions', '--script', 'script.yaml'];
  writeFileSync(join(cwd, 'script.yaml'), script);
  const { stdout, stderr } = await hookline(words, { cwd, env: { ...stateOf(cwd), ...env } });
  const lines = linesOf(stdout);
  const results = lines.filter((line) => line.type === 'tool_result');
  expect(results, stdout + stderr).toHaveLength(calls.length);
  return { results, notices: lines.filter((line) => line.type === 'notice') };
}

describe('an agent that would be rid of its guard in Python', () => {
  it.each(['rules/__init__.py', 'shlex.py', 'shlex/__init__.py', 'helper.py', 'helper/__init__.py', 're.so'])(
    'does not write %s',
    async (path) => {
      const cwd = folderWith(python);
      const { results } = await run(cwd, write(path), bash('rm victim.txt'));
      expect(results.map(({ is_error }) => is_error)).toEqual([true, true]);
      expect(String(results[0]?.content)).toContain('belongs to what guards this session');
      expect(existsSync(join(cwd, 'victim.txt'))).toBe(true);
    },
  );

  it('does not get there by a command either, and the person is told', async () => {
    const cwd = folderWith({ ...python, name: 'shlex.py\n' });
    const sly = bash('read n < name; echo "def split(text): return []" > $n');
    const { results, notices } = await run(cwd, sly, bash('rm victim.txt'));
    expect(results.map(({ is_error }) => is_error)).toEqual([true, true]);
    expect(notices).toMatchObject([{ level: 'error', message: expect.stringContaining('shlex.py') }]);
    expect(existsSync(join(cwd, 'shlex.py'))).toBe(false);
    expect(existsSync(join(cwd, 'victim.txt'))).toBe(true);
  });

  it('may write Python elsewhere', async () => {
    const cwd = folderWith(python);
    const { results } = await run(cwd, write('src/app.py'), bash('ls src'));
    expect(results.map(({ is_error }) => is_error)).toEqual([false, false]);
  });
});

describe('an agent in a folder below its configuration', () => {
  const denies = JSON.stringify({ permissions: { deny: ['Bash(rm *)'] } });

  it.each([
    write('hookline.yaml', 'hooks: {}'),
    write('../hookline.yml', 'hooks: {}'),
    bash('n=hookline; echo "hooks: {}" > $n.yaml'),
  ])('puts no other before it: %j', async (call) => {
    const root = folderWith({ 'hookline.yaml': denies, 'a/b/victim.txt': '' });
    const cwd = join(root, 'a/b');
    expect((await run(cwd, call)).results[0]?.is_error).toBe(true);
    expect((await run(cwd, bash('rm victim.txt'))).results[0]?.is_error).toBe(true);
    expect(existsSync(join(cwd, 'victim.txt'))).toBe(true);
  });
});

describe('a configuration in a folder below another', () => {
  const denies = JSON.stringify({ permissions: { deny: ['Bash(rm *)'] } });
  const fire = (cwd: string, command: string) =>
    hookline(['fire', 'PreToolUse', '--input', '-'], {
      cwd,
      input: JSON.stringify({ tool_name: 'Bash', tool_input: { command } }),
    });

  it('adds to it: the guard above holds, and its own too', async () => {
    const below = JSON.stringify({ permissions: { deny: ['Bash(mv *)'] } });
    const root = folderWith({ 'hookline.yaml': denies, 'a/hookline.yaml': below, 'a/b/c.txt': '' });
    expect((await fire(join(root, 'a/b'), 'rm x')).code).toBe(2);
    expect((await fire(join(root, 'a/b'), 'mv x y')).code).toBe(2);
    expect((await fire(root, 'mv x y')).code).toBe(0);
    expect((await fire(join(root, 'a/b'), 'ls')).code).toBe(0);
  });

  it('cannot say that those above do not count', async () => {
    const root = folderWith({ 'hookline.yaml': denies, 'a/hookline.yaml': 'root: true\nhooks: {}\n' });
    const ended = await fire(join(root, 'a'), 'rm x');
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('a guard above always holds') });
  });
});

describe('what a guard runs', () => {
  const check = '#!/bin/sh\n. ./hooks/lib.sh\ngrep -q rm && exit 2\nexit 0\n';
  const files = {
    'hooks/check.sh': check,
    'hooks/lib.sh': ': nothing\n',
    'hooks/rules.mjs': "import { words }\n  from './words.mjs';\nexport default () => words;\n",
    'hooks/words.mjs': 'export const words = undefined;\n',
    'py/guard.py': 'from helper import (\n    first,\n    second,\n)\ndef check(event): return None\n',
    'py/helper.py': 'first = second = 1\n',
  };

  it.each([
    [
      'a variable in its path',
      { type: 'command', handler: '"$HOOKLINE_DIRECTORY/hooks/check.sh"' },
      'hooks/check.sh',
    ],
    ['arguments apart', { type: 'command', handler: 'sh', args: ['hooks/check.sh'] }, 'hooks/check.sh'],
    ['a wrapper', { type: 'command', handler: 'env A=1 timeout 5 ./hooks/check.sh' }, 'hooks/check.sh'],
    ['what its script reads', { type: 'command', handler: './hooks/check.sh' }, 'hooks/lib.sh'],
    ['what its module imports', { type: 'module', handler: './hooks/rules.mjs' }, 'hooks/words.mjs'],
    ['pythonPath', { type: 'python', handler: 'guard.check', pythonPath: 'py' }, 'py/guard.py'],
    [
      'imports over several lines',
      { type: 'python', handler: 'guard.check', pythonPath: ['py'] },
      'py/helper.py',
    ],
  ])('is not for the agent to write: %s', async (_, hook, file) => {
    const config = { hooks: { PreToolUse: [{ ...hook, name: 'guard', guard: true, matcher: 'Nothing' }] } };
    const cwd = folderWith({ ...files, 'hookline.yaml': JSON.stringify(config) });
    const { results } = await run(cwd, write(file), write('src/other.txt'));
    expect(results.map(({ is_error }) => is_error)).toEqual([true, false]);
    expect(String(results[0]?.content)).toContain('belongs to what guards this session');
  });

  it('is not shadowed by a program in a folder of the project', async () => {
    const guard = {
      name: 'guard',
      guard: true,
      matcher: 'Nothing',
      type: 'command',
      handler: './hooks/check.sh',
    };
    const cwd = folderWith({
      ...files,
      'hookline.yaml': JSON.stringify({ hooks: { PreToolUse: [guard] } }),
      'bin/x': '',
    });
    const calls = [write('bin/grep'), bash('cp /bin/true bin/grep'), write('bin/another')];
    const { results } = await runIn(cwd, { PATH: `${join(cwd, 'bin')}:${process.env['PATH']}` }, calls);
    expect(
      results.map(({ is_error }) => is_error),
      JSON.stringify(results),
    ).toEqual([true, true, false]);
  });
});

describe('the files of handlers', () => {
  it('are also those of the MCP servers that judge, and not of others', async () => {
    const mcpServers = {
      policy: { command: 'node', args: ['judge.mjs'] },
      other: { command: 'node', args: ['tools.mjs'] },
    };
    const hook = { type: 'mcp_tool', server: 'policy', tool: 'check' };
    const { config } = await load(JSON.stringify({ mcpServers, hooks: { PreToolUse: [hook] } }), {
      'judge.mjs': "import './rules.mjs';\n",
      'rules.mjs': '',
      'tools.mjs': '',
    });
    const root = join(config.files[0] ?? '', '..');
    const found = handlerFiles(config.declarations, '/').map((file) => String(file).slice(root.length + 1));
    expect(found).toEqual(expect.arrayContaining(['judge.mjs', 'rules.mjs']));
    expect(found).not.toContain('tools.mjs');
  });

  it('are those that run, and those that would run instead', async () => {
    const hooks = [
      { type: 'python', handler: 'pkg.mod.check' },
      { type: 'command', handler: 'python3 "hooks/check.py" --strict >> seen.txt' },
      { type: 'module', handler: './guard.js#check' },
    ];
    const { config } = await load(JSON.stringify({ hooks: { PreToolUse: hooks } }), {
      'guard.js': 'export const check = () => undefined;\n',
      'seen.txt': '',
      'pkg/mod.py': 'from . import deep\n',
      'pkg/deep.py': 'from .deeper import x\n',
      'pkg/deeper.py': 'x = 1\n',
      'hooks/check.py': 'import other\n',
      'hooks/other.py': '',
    });
    const root = join(config.files[0] ?? '', '..');
    mkdirSync(join(root, 'sub'));
    const found = handlerFiles(config.declarations, join(root, 'sub'));
    const files = found.filter((file) => typeof file === 'string').map((file) => file.slice(root.length + 1));
    expect(files.toSorted()).toEqual([
      'guard.js',
      'hooks/check.py',
      'hooks/other.py',
      'package.json',
      'pkg.py',
      'pkg/__init__.py',
      'pkg/deep.py',
      'pkg/deeper.py',
      'pkg/mod.py',
      'pkg/mod/__init__.py',
    ]);
    expect(found.filter((file) => typeof file !== 'string').map(({ newIn }) => newIn)).toEqual([
      root,
      join(root, 'pkg'),
      join(root, 'hooks'),
    ]);
  });
});

describe('what a guard runs without being given it as a path', () => {
  const files = {
    'outer.sh': '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\nexit 0\n',
    'lib.sh': 'X=1\n',
    'check.mjs':
      'import {\n  a,\n} from\n  "./helper.mjs";\nnew URL("./data.json", import.meta.url);\nprocess.exit(0);\n',
    'helper.mjs': 'export const a = 1;\n',
    'data.json': '{}',
    'pkg/check.py': '',
    'package.json': '{"scripts":{"guard":"node scripts/guard.js"}}',
    'scripts/guard.js': 'require("./rules.js")',
    'scripts/rules.js': '',
    Makefile: 'guard:\n\t@true\n',
  };

  it.each([
    ['./outer.sh', ['lib.sh']],
    ['node check.mjs', ['helper.mjs', 'data.json']],
    ['env X=1 node check.mjs', ['helper.mjs']],
    ['python3 -m pkg.check', ['pkg/check.py', 'pkg/__init__.py', 'pkg/check/__main__.py']],
    ['npx tsx check.mjs', ['node_modules/.bin/tsx', 'helper.mjs']],
    ['npm run -s guard', ['package.json', 'scripts/guard.js', 'scripts/rules.js']],
    ['make -s guard', ['Makefile', 'GNUmakefile']],
  ])('is protected: %s', async (handler, wanted) => {
    const cwd = folderWith({
      ...files,
      'hookline.yaml': JSON.stringify({
        hooks: { PreToolUse: [{ matcher: 'Bash', type: 'command', handler, guard: true }] },
      }),
    });
    const { results } = await run(cwd, ...wanted.map((path) => write(path)));
    for (const [index, { content }] of results.entries())
      expect(String(content), wanted[index]).toContain('belongs to what guards this session');
  });
});
