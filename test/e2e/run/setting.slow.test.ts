import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startHookline, startInTerminal } from '../../support/command-line/cli.ts';
import {
  agentFolder,
  bash,
  keepsIn,
  linesOf,
  runAgent,
  says,
  stateOf,
} from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';
import { mcpServerFile } from '../../support/processes/compiled.ts';
import { canLook, processesWith } from '../../support/processes/leftovers.ts';
import { serveModel } from '../../support/servers/model-server.ts';

const mcpServer = mcpServerFile();
const write = { tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'one' } }] };
const read = { tools: [{ name: 'Read', input: { file_path: 'a.txt' } }] };

describe('permission', () => {
  it('is needed for nothing unless somebody says so', async () => {
    const { results } = await runAgent({ script: { turns: [write, bash('cat a.txt')] } });
    expect(results).toEqual(['Wrote a.txt.', 'one']);
  });

  it.each([
    [
      'default',
      'there is no person to ask, and no rule and no hook allows it in the mode default',
      'there is no person to ask',
    ],
    ['acceptEdits', 'Wrote a.txt.', 'there is no person to ask'],
    ['plan', 'Write may change something, and the mode is plan', 'the mode is plan'],
    ['dontAsk', 'the mode is dontAsk', 'the mode is dontAsk'],
    ['bypassPermissions', 'Wrote a.txt.', 'hi'],
  ])('--permission-mode %s', async (mode, writing, running) => {
    const { results, cwd } = await runAgent({
      script: {
        turns: [write, bash('echo hi'), { tools: [{ name: 'Glob', input: { pattern: '*.yaml' } }] }],
      },
      words: ['--permission-mode', mode],
    });
    expect(results[0]).toContain(writing);
    expect(results[1]).toContain(running);
    expect(results[2]).toContain('hookline.yaml');
    expect(existsSync(join(cwd, 'a.txt'))).toBe(writing.startsWith('Wrote'));
  });

  it('follows the rules of the configuration: deny before ask before allow', async () => {
    const rules = {
      allow: ['Bash(echo *)', 'Bash(git *)'],
      ask: ['Bash(git push *)'],
      deny: ['Bash(git push -f *)'],
    };
    const { results } = await runAgent({
      config: { permissions: rules },
      script: {
        turns: ['echo a', 'echo a; touch b', 'git push now', 'git push -f now', 'touch c'].map(bash),
      },
      words: ['--permission-mode', 'default'],
    });
    expect(results).toEqual([
      'a',
      'Permission denied: there is no person to ask, and no rule and no hook allows it in the mode default',
      'Permission denied: there is no person to ask, and the hook "permission rules" asks for approval: the rule Bash(git push *) asks for approval: git push now',
      'Denied by the PreToolUse hook "permission rules": the rule Bash(git push -f *) denies it: git push -f now',
      'Permission denied: there is no person to ask, and no rule and no hook allows it in the mode default',
    ]);
  });

  it('that a hook asks for, and that nobody can give, is denied and says so', async () => {
    const { of } = await runAgent({
      hooks: { PreToolUse: [says({ decision: 'ask', reason: 'sure?' }, { name: 'careful' })] },
      script: { turns: [bash('echo hi')] },
    });
    expect(of('tool_result')).toMatchObject([
      {
        content:
          'Permission denied: there is no person to ask, and the hook "careful" asks for approval: sure?',
        is_error: true,
      },
    ]);
  });

  it('is given by a PermissionRequest hook, which sees what is asked for', async () => {
    const allow = {
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    };
    const { results, cwd } = await runAgent({
      hooks: { PermissionRequest: [keepsIn('asked.jsonl'), says(allow)] },
      script: { turns: [bash('echo hi')] },
      words: ['--permission-mode', 'default'],
    });
    expect(results).toEqual(['hi']);
    expect(readFileSync(join(cwd, 'asked.jsonl'), 'utf8')).toContain('"command":"echo hi"');
  });

  it.each([
    ['y', 'hi'],
    ['n', 'Permission denied by the user'],
  ])('is asked for on a terminal: %s', async (key, says) => {
    const cwd = agentFolder({ script: { turns: [bash('echo hi')] } });
    const words = ['run', '--script', 'script.yaml', '--permission-mode', 'default'];
    const running = startInTerminal(words, { cwd, env: stateOf(cwd) });
    await running.shows('Allow this? [y/N]');
    running.child.stdin?.write(`${key}\r`);
    const { stdout, code } = await running.ended;
    expect(stdout).toContain('Bash {"command":"echo hi"}');
    expect(stdout.match(/needs approval/g)).toHaveLength(1);
    expect(stdout.match(/allows it in the mode default/g)).toHaveLength(1);
    expect(stdout.slice(stdout.indexOf('Allow this'))).toContain(says);
    expect(code).toBe(0);
  });

  it('is for the file that a link leads to, also where there is none yet', async () => {
    const rules = { allow: ['Write(src/**)'], deny: ['Write(out/**)'] };
    const cwd = agentFolder({
      config: { permissions: rules },
      files: { 'src/a.txt': '', 'out/b.txt': '' },
      script: { turns: [{ tools: [{ name: 'Write', input: { file_path: 'src/link.txt', content: 'x' } }] }] },
    });
    symlinkSync('../out/new.txt', join(cwd, 'src/link.txt'));
    const { results } = await runAgent({ cwd, words: ['--permission-mode', 'default'] });
    expect(results).toEqual([
      'Denied by the PreToolUse hook "permission rules": the rule Write(out/**) denies it: src/link.txt',
    ]);
    expect(existsSync(join(cwd, 'out/new.txt'))).toBe(false);
  });

  it('is never given to write to what guards the session', async () => {
    const touch = (file_path: string): object => ({ name: 'Write', input: { file_path, content: 'x' } });
    const { results, cwd } = await runAgent({
      files: { 'guard.sh': '#!/bin/sh\nexit 0\n', 'rules.py': 'def check(event):\n    return None\n' },
      hooks: {
        PreToolUse: [
          { type: 'command', handler: './guard.sh' },
          { type: 'python', handler: 'rules.check' },
        ],
      },
      script: {
        turns: [
          { tools: ['hookline.yaml', 'guard.sh', './rules.py', '.hookline/history.git/HEAD'].map(touch) },
          bash('echo x > guard.sh'),
        ],
      },
    });
    for (const result of results) expect(result).toMatch(/belongs to what guards this session/);
    expect(results).toHaveLength(5);
    expect(readFileSync(join(cwd, 'guard.sh'), 'utf8')).toBe('#!/bin/sh\nexit 0\n');
  });
});

describe('what the configuration brings', () => {
  it('MCP servers: their tools pass the same hooks', async () => {
    const { results } = await runAgent({
      config: {
        mcpServers: { my: { command: process.execPath, args: [mcpServer], env: { ADDED: 'again' } } },
        hooks: {
          PreToolUse: [says({ decision: 'deny', reason: 'no' }, { name: 'mcp', matcher: 'mcp__my__fail' })],
        },
      },
      script: {
        turns: [
          {
            tools: [
              { name: 'mcp__my__echo', input: { text: 'hi' } },
              { name: 'mcp__my__fail', input: {} },
            ],
          },
        ],
      },
    });
    expect(results).toEqual(['hi again', 'Denied by the PreToolUse hook "mcp": no']);
  });

  it('an MCP server that does not start is told of, and the run goes on', async () => {
    const { results, stderr, code } = await runAgent({
      config: { mcpServers: { gone: { command: './no-such-server' } } },
      script: { turns: [bash('echo hi')] },
    });
    expect(stderr).toMatch(
      /^the MCP server "gone" could not be started: the command ".\/no-such-server" was not found/,
    );
    expect(results).toEqual(['hi']);
    expect(code).toBe(0);
  });

  const denial = { decision: 'deny', reason: 'no' };
  it.each([
    ['hookline', denial],
    ['massgen', { allowed: false, metadata: { reason: 'no' } }],
    ['agent-sdk', { decision: 'block', reason: 'no' }],
    ['armament', { abort: true, reason: 'no' }],
    [
      'claude-code',
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'no',
        },
      },
    ],
  ])('hooks that speak %s', async (protocol, reply) => {
    const { of } = await runAgent({
      hooks: { PreToolUse: [says(reply, { name: 'speaks', protocol })] },
      script: { turns: [bash('echo hi')] },
    });
    expect(of('tool_result')).toMatchObject([
      { content: expect.stringContaining('Denied by the PreToolUse hook "speaks"'), is_error: true },
    ]);
  });

  it('hooks of every kind, in one chain', async () => {
    const { results } = await runAgent({
      config: {
        hooks: {
          scripts: ['guard.arma'],
          PreToolUse: [
            { name: 'one', type: 'command', handler: './one.sh' },
            { name: 'two', type: 'python', handler: 'two.add', matcher: 'Bash' },
            { name: 'three', type: 'module', handler: './three.mjs', matcher: 'Bash' },
          ],
        },
      },
      files: {
        'guard.arma': 'hook pre:tool:Grep /abort "no searching"\n',
        'one.sh': `#!/bin/sh\nsed 's/.*"command":"\\([^"]*\\)".*/{"updated_input":{"command":"\\1 one"}}/'\n`,
        'two.py':
          'def add(event):\n    return {"updated_input": {"command": event["tool_input"]["command"] + " two"}}\n',
        'three.mjs':
          'export default ({ tool_input: { command } }) => ({ updated_input: { command: command + " three" } });\n',
      },
      script: { turns: [bash('echo'), { tools: [{ name: 'Grep', input: { pattern: 'x' } }] }] },
    });
    expect(results).toEqual(['one two three', 'Denied by the PreToolUse hook "guard.arma:1": no searching']);
  });
});

describe('a model behind an API', () => {
  it.each([
    ['anthropic', '', { ANTHROPIC_API_KEY: 'key' }],
    ['openai:m', '/v1', { OPENAI_API_KEY: 'key' }],
  ])('--model %s --base-url', async (model, path, env) => {
    const server = await serveModel([
      { text: ['Look', 'ing.'], tools: [{ id: 't1', name: 'Bash', json: ['{"comm', 'and":"echo hi"}'] }] },
      { text: ['Done.'], usage: { input: 20, output: 3 } },
    ]);
    const { lines, result } = await runAgent({
      hooks: { PostToolUse: [says({ inject: { content: 'Be kind.', strategy: 'tool_result' } })] },
      script: null,
      words: ['--model', model, '--base-url', `${server.url}${path}`, 'Say', 'hi'],
      env,
    });
    expect(lines.filter(({ type }) => type !== 'system' && type !== 'phase')).toMatchObject([
      { type: 'model_request', turn: 1, messages: [{ role: 'user', content: 'Say hi' }] },
      { type: 'assistant', text: 'Looking.' },
      { type: 'tool_result', tool_use_id: 't1', content: 'hi\nBe kind.' },
      { type: 'model_request', turn: 2 },
      { type: 'assistant', text: 'Done.' },
      { type: 'result', stop_reason: 'end_turn', turns: 2 },
    ]);
    expect(result.usage).toEqual({ input_tokens: 21, output_tokens: 4 });
    const [, second] = server.requests();
    expect(JSON.stringify(second)).toContain('hi\\nBe kind.');
  });

  it('that fails ends the run with 1', async () => {
    const server = await serveModel([{ status: 400 }]);
    const { result, code } = await runAgent({
      script: null,
      words: ['--model', 'anthropic', '--base-url', server.url, 'Hi'],
      env: { ANTHROPIC_API_KEY: 'key' },
    });
    expect(result).toMatchObject({
      stop_reason: 'error',
      reason: expect.stringContaining('refused with 400'),
    });
    expect(code).toBe(1);
  });
});

describe('an interrupted run', () => {
  it.skipIf(!canLook)('tells SessionEnd hooks, exits with 130 and leaves nothing', async () => {
    const mark = randomUUID();
    const cwd = agentFolder({
      config: { mcpServers: { my: { command: process.execPath, args: [mcpServer], env: { MARK: mark } } } },
      hooks: { SessionEnd: [keepsIn('end.jsonl')] },
      script: { turns: [bash('trap "" TERM INT; sleep 600 & echo started > started; sleep 600'), {}] },
    });
    const words = ['run', '--script', 'script.yaml', '--json'];
    const { child, ended } = startHookline(words, { cwd, env: { ...stateOf(cwd), MARK: mark } });
    await expect.poll(() => existsSync(join(cwd, 'started'))).toBe(true);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect(linesOf(stdout).at(-1)).toMatchObject({ type: 'result', stop_reason: 'interrupted' });
    expect(stderr).toBe('');
    expect(code).toBe(130);
    const [event = ''] = readFileSync(join(cwd, 'end.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(event)).toMatchObject({ hook_event_name: 'SessionEnd', reason: 'other' });
    await expect.poll(() => processesWith(`MARK=${mark}`)).toEqual([]);
  });
});

describe('a wrong call', () => {
  const script = JSON.stringify({ turns: [{ text: 'x' }] });
  it.each([
    [
      'a script with errors',
      ['--script', 'bad.yaml'],
      /^bad\.yaml:3:5: error: unknown key "txet", did you mean "text"\?\n {2}3 \| .*\n.*\^\^\^\^\nbad\.yaml:4:1: error: unknown key "agnt", did you mean "agent"\?[\s\S]*error: 2 errors\n$/,
    ],
    ['an empty script', ['--script', 'empty.yaml'], /^empty\.yaml:1:1: error: "turns" is missing/],
    [
      'a script in which nobody says anything',
      ['--script', 'silent.yaml'],
      /^silent\.yaml:1:1: error: "turns" is missing: it takes a list of turns\n/,
    ],
    ['a script that is not YAML', ['--script', 'broken.yaml'], /^broken\.yaml:1:9: error: /],
    [
      'a missing script',
      ['--script', 'nowhere.yaml'],
      /^error: nowhere\.yaml cannot be read: it does not exist\n$/,
    ],
    [
      'a missing configuration',
      ['--script', 'good.yaml', '--config', 'nowhere.yaml'],
      /^nowhere\.yaml:1:1: error: nowhere\.yaml cannot be read: it does not exist\n/,
    ],
    ['no model', ['do it'], /^error: --script or --model is missing; a model is one of anthropic, openai/],
    ['no prompt', ['--model', 'anthropic'], /^error: nothing to do: pass --script FILE/],
    [
      'an unknown model',
      ['--model', 'antropic', 'x'],
      /^error: unknown model "antropic", did you mean "anthropic"\?\n$/,
    ],
    ['two models', ['--script', 'good.yaml', '--model', 'openai'], /^error: --script replaces the model/],
    [
      'an unknown session',
      ['--script', 'good.yaml', '--resume', 'gone'],
      /^error: there is no session "gone" to resume/,
    ],
    [
      'a session that is no name',
      ['--script', 'good.yaml', '--session', '../x'],
      /^error: a session id is letters/,
    ],
    [
      'an unknown mode',
      ['--script', 'good.yaml', '--permission-mode', 'plam'],
      /^error: unknown mode "plam", did you mean "plan"\?\n$/,
    ],
  ])('%s is told', async (_, words, message) => {
    const cwd = folderWith({
      'hookline.yaml': 'hooks: {}',
      'good.yaml': script,
      'bad.yaml': 'prompt: a\nturns:\n  - txet: b\nagnt: c\n',
      'broken.yaml': 'turns: [',
      'empty.yaml': '',
      'silent.yaml': 'prompt: a\n',
    });
    const { code, stdout, stderr } = await hookline(['run', ...words], { cwd, env: stateOf(cwd) });
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  it.each([
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['openai', 'OPENAI_API_KEY'],
  ])('without a key for %s names the variable, once', async (model, variable) => {
    const cwd = folderWith({ 'hookline.yaml': 'hooks: {}' });
    const none = {
      ANTHROPIC_API_KEY: '',
      ANTHROPIC_AUTH_TOKEN: '',
      OPENAI_API_KEY: '',
      OPENAI_ADMIN_KEY: '',
    };
    const { code, stdout } = await hookline(['run', '--model', model, 'hi'], {
      cwd,
      env: { ...stateOf(cwd), HOME: cwd, ...none },
    });
    const lines = stdout.split('\n').filter((line) => line.includes(' key'));
    expect(lines).toEqual([`! the model has no key: set the environment variable ${variable}`]);
    expect(stdout).toContain('error (0 turns');
    expect(code).toBe(1);
  });

  it('without any configuration says how to get one', async () => {
    const cwd = folderWith({ 'good.yaml': script });
    const { code, stderr } = await hookline(['run', '--script', 'good.yaml'], { cwd });
    expect(stderr).toMatch(/^error: there is no hookline\.yaml in this folder or above; .* hookline init\n$/);
    expect(code).toBe(1);
  });
});

describe('hookline undo', () => {
  it('takes back what a run wrote, and the undo itself', async () => {
    const { cwd } = await runAgent({
      files: { 'a.txt': 'before' },
      script: { turns: [read, write] },
    });
    const file = join(cwd, 'a.txt');
    expect(readFileSync(file, 'utf8')).toBe('one');
    const listed = await hookline(['undo', '--list'], { cwd });
    expect(listed.stdout).toMatch(/^[0-9a-f]{12} +found .*a\.txt\n[0-9a-f]{12} +write +main +a\.txt\n$/);
    const undone = await hookline(['undo'], { cwd });
    expect(undone).toMatchObject({ code: 0, stderr: '' });
    expect(undone.stdout).toMatch(/^✓ a\.txt restored\nto redo: hookline undo --to [0-9a-f]{12}\n$/);
    expect(readFileSync(file, 'utf8')).toBe('before');
    const [, id = ''] = /--to (\w+)/.exec(undone.stdout) ?? [];
    await hookline(['undo', '--to', id], { cwd });
    expect(readFileSync(file, 'utf8')).toBe('one');
  });
});
