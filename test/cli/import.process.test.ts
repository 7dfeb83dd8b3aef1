import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { claudeCodeAgent } from '../../src/gateway/agents/claude-code.ts';
import { hookLine } from '../../src/gateway/install/hook-line.ts';
import { folderWith } from '../support/folder-with.ts';
import { serve } from '../support/servers/http-server.ts';
import { serveModel } from '../support/servers/model-server.ts';

const mcpServer = mcpServerFile();

import { hookline } from '../support/command-line/served.ts';
import { mcpServerFile } from '../support/processes/compiled.ts';

interface Report {
  readonly carried: readonly Record<string, unknown>[];
  readonly lost: readonly { readonly what: string; readonly why: string }[];
  readonly ownEntries: number;
}

/** A project and a home of its own, and the built command in them. */
function machine(
  files: Readonly<Record<string, unknown>>,
  home: Readonly<Record<string, unknown>> = {},
  variables: Readonly<Record<string, string>> = {},
) {
  const text = (all: Readonly<Record<string, unknown>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value, null, 2),
      ]),
    );
  const cwd = folderWith(text(files));
  const env = { ...variables, HOME: folderWith(text(home)) };
  return {
    cwd,
    call: (...words: string[]) => hookline(words, { cwd, env }),
    async imported(agent: string, ...words: string[]): Promise<Report> {
      const { stdout, stderr } = await hookline(['import', agent, '--json', ...words], { cwd, env });
      expect(stderr).toBe('');
      return JSON.parse(stdout) as Report;
    },
    written: () => readFileSync(join(cwd, 'hookline.yaml'), 'utf8'),
  };
}

/** A reason without the name of the hook, which the settings do not give. */
const unnamed = (reason: string | null): string | null => reason?.replace(/^hook ".*?" /, '') ?? null;

const says = (reason: string): string => `echo ${reason} >&2; exit 2`;

const installed = hookLine(claudeCodeAgent, 'PreToolUse', { open: false, required: false });

const settings = {
  env: { MODE: 'strict', MY_TOKEN: 'geheim' },
  permissions: { deny: ['Bash(curl *)'], allow: ['Bash(ls)', 'no rule at all'] },
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          {
            type: 'command',
            command: '"$CLAUDE_PROJECT_DIR"/hooks/guard.sh',
            timeout: 5,
            statusMessage: 'Looking',
          },
          { type: 'command', command: says('no-push'), if: 'Bash(git push *)' },
          { type: 'command', command: '${CLAUDE_PROJECT_DIR}/hooks/said.sh', args: ["it's", '$HOME'] },
          { type: 'agent', prompt: 'is it fine?' },
          { type: 'command', command: installed },
        ],
      },
      { matcher: '^(Wri|mcp__.*__wri)te', hooks: [{ type: 'command', command: says('no-writing') }] },
      { matcher: '(?i)bash', hooks: [{ type: 'command', command: says('never') }] },
      {
        matcher: 'Edit, NotebookEdit',
        hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR"/hooks/guard.sh' }],
      },
      { matcher: 'Read', hooks: [{ type: 'command', command: 'exit 1', onFailure: 'block' }] },
    ],
    UserPromptSubmit: [{ matcher: 'ignored', hooks: [{ type: 'command', command: 'echo "$MODE"' }] }],
    SessionEnd: [{ hooks: [{ type: 'command', command: 'true', async: true, future: 1 }] }],
    Stopp: [{ hooks: [{ type: 'command', command: 'true' }] }],
  },
};

const scripts = {
  'hooks/guard.sh': '#!/bin/sh\nif grep -q "rm "; then echo "$MODE: no rm" >&2; exit 2; fi\n',
  'hooks/said.sh': '#!/bin/sh\nif grep -q tell; then echo "$1 $2" >&2; exit 2; fi\n',
};

/** Events, and what must come of them. */
const events: readonly (readonly [point: string, tool: string, arg: string, reason: string | null])[] = [
  ['PreToolUse', 'Bash', 'command=ls', null],
  ['PreToolUse', 'Bash', 'command=rm -rf x', 'strict: no rm'],
  ['PreToolUse', 'Bash', 'command=npm test && git push origin', 'no-push'],
  ['PreToolUse', 'Bash', 'command=tell', "it's $HOME"],
  ['PreToolUse', 'Bash', 'command=curl example.org', 'Bash(curl *)'],
  ['PreToolUse', 'Write', 'file_path=a', 'no-writing'],
  ['PreToolUse', 'mcp__files__write', 'path=a', 'no-writing'],
  ['PreToolUse', 'mcp__files__read', 'path=a', null],
  ['PreToolUse', 'NotebookEdit', 'new_source=rm x', 'strict: no rm'],
  ['PreToolUse', 'Read', 'file_path=a', 'exited with code 1'],
];

describe('hookline import claude-code', () => {
  it('writes a configuration that decides as the settings do', { timeout: 120_000 }, async () => {
    // What only Claude Code can run would block on one side; it is tested below.
    const [bash, ...others] = settings.hooks.PreToolUse;
    const runnable = { ...bash, hooks: bash?.hooks.slice(0, 3) };
    const { Stopp: _, ...hooks } = settings.hooks;
    const permissions = { deny: settings.permissions.deny };
    const own = { ...settings, permissions, hooks: { ...hooks, PreToolUse: [runnable, ...others] } };
    const { call, imported } = machine({ ...scripts, '.claude/settings.json': own });
    await imported('claude-code');
    expect(await call('validate')).toMatchObject({ code: 0 });
    for (const [point, tool, arg, reason] of events) {
      const words = [point, '--tool', tool, '--arg', arg, '--json'];
      const [mine, theirs] = await Promise.all([call('fire', ...words), call('fire', ...words, '--claude')]);
      const [one, other] = [mine, theirs].map(({ stdout }) => JSON.parse(stdout));
      expect([tool, arg, one.decision]).toEqual([tool, arg, reason === null ? null : 'deny']);
      expect(one.decision).toBe(other.decision);
      expect(unnamed(one.reason)).toBe(unnamed(other.reason));
      if (reason !== null) expect(one.reason).toContain(reason);
    }
  });

  it('says what it could not carry over, where and why, and writes it down', async () => {
    const { imported, written } = machine({ ...scripts, '.claude/settings.json': settings });
    const { carried, lost, ownEntries } = await imported('claude-code');
    expect(ownEntries).toBe(1);
    expect(lost.map(({ what }) => what)).toEqual([
      'env MY_TOKEN',
      'permissions.allow: "no rule at all"',
      'a hook of PreToolUse, type "agent"',
      'a hook of PreToolUse',
      '"future" of a hook of SessionEnd',
      'hooks of "Stopp"',
    ]);
    expect(written()).not.toContain('geheim');
    expect(written()).toMatch(/#\s+\.claude\/settings\.json:\d+: hooks of "Stopp": /);
    expect(carried.find(({ name }) => name === 'guard')).toMatchObject({
      matcher: 'Bash|Edit|NotebookEdit',
      description: 'Looking',
      timeout: '600s',
      protocol: 'claude-code',
    });
    expect(carried.find(({ point }) => point === 'UserPromptSubmit')).not.toHaveProperty('matcher');
    expect(carried.find(({ point }) => point === 'SessionEnd')).toMatchObject({ mode: 'background' });
    expect(parse(written())).toMatchObject({ hooks: { parallel: true } });
  });

  it('carries over hooks that are switched off, switched off', async () => {
    const { imported, call } = machine({ '.claude/settings.json': { ...settings, disableAllHooks: true } });
    const { carried } = await imported('claude-code');
    expect(carried.every(({ enabled }) => enabled === false)).toBe(true);
    const { code } = await call('fire', 'PreToolUse', '--tool', 'Write', '--arg', 'file_path=a');
    expect(code).toBe(0);
  });

  it('carries over hooks by HTTP, of models and of MCP servers, which decide the same', {
    timeout: 120_000,
  }, async () => {
    const web = await serve((response, { body, headers }) => {
      const failsClosed = body.includes('upload') && headers['x-key'] === 'open sesame';
      response.end(failsClosed ? JSON.stringify({ decision: 'block', reason: 'no upload' }) : '');
    });
    const judge = await serveModel(Array(2).fill({ text: ['{"ok": false, "reason": "not on Fridays"}'] }));
    const hook = (matcher: string, entry: object) => ({ matcher, hooks: [entry] });
    const { call, imported, written } = machine(
      {
        '.mcp.json': {
          mcpServers: {
            policy: { command: process.execPath, args: [mcpServer], env: { MODE: 'x' } },
            unused: { command: 'unused' },
            remote: { command: 'remote', env: { API_TOKEN: 'geheim' } },
            filled: { command: 'filled', args: ['${HOME}'] },
          },
        },
        '.claude/settings.json': {
          hooks: {
            PreToolUse: [
              hook('Bash', {
                type: 'http',
                url: web.url,
                headers: { 'X-Key': '$DOOR' },
                allowedEnvVars: ['DOOR'],
              }),
              hook('Write', { type: 'prompt', prompt: 'May it? $ARGUMENTS' }),
              hook('Read', {
                type: 'mcp_tool',
                server: 'policy',
                tool: 'echo',
                input: { text: '{"decision":"block","reason":"not ${tool_input.file_path}"}' },
              }),
              hook('Edit', { type: 'mcp_tool', server: 'remote', tool: 'echo' }),
              hook('Edit', { type: 'mcp_tool', server: 'filled', tool: 'echo' }),
              hook('Edit', { type: 'mcp_tool', server: 'gone', tool: 'echo' }),
              hook('Edit', { type: 'prompt', prompt: 'Fine?', model: 'claude-x-1', continueOnBlock: true }),
            ],
          },
        },
      },
      {},
      { DOOR: 'open sesame', ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: judge.url },
    );
    const { carried, lost } = await imported('claude-code');
    expect(lost.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      expect.stringMatching(/type "mcp_tool": the server "remote" has API_TOKEN/),
      expect.stringMatching(/type "mcp_tool": the server "filled" takes a variable/),
      expect.stringMatching(/type "mcp_tool": the server "gone" is not in \.mcp\.json/),
      expect.stringContaining('"continueOnBlock" of a hook of PreToolUse'),
    ]);
    expect(carried.map(({ name, model }) => [name, model])).toEqual([
      ['127.0.0.1', undefined],
      ['judge', 'anthropic'],
      ['echo', undefined],
      ['judge-2', 'anthropic:claude-x-1'],
    ]);
    expect(written()).toContain('# It names no model, so anthropic judges.');
    expect(written()).not.toContain('geheim');
    expect(Object.keys(parse(written()).mcpServers)).toEqual(['policy']);
    expect(await call('validate')).toMatchObject({ code: 0 });
    const cases = [
      ['Bash', 'command=upload it', 'no upload'],
      ['Bash', 'command=ls', null],
      ['Write', 'file_path=a', 'not on Fridays'],
      ['Read', 'file_path=/b', 'not /b'],
    ] as const;
    for (const [tool, arg, reason] of cases) {
      const words = ['PreToolUse', '--tool', tool, '--arg', arg, '--json'];
      for (const more of [[], ['--claude']]) {
        const { stdout } = await call('fire', ...words, ...more);
        const decision = reason === null ? null : 'deny';
        expect({ more, ...JSON.parse(stdout) }).toMatchObject({ more, decision, reason });
      }
    }
    expect(judge.seen[0]?.body).toContain('May it?');
  });

  it('takes the files that are asked for', async () => {
    const own = (reason: string) => ({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: says(reason) }] }] },
    });
    const { call } = machine(
      { '.claude/settings.json': own('project'), '.claude/settings.local.json': own('local') },
      { '.claude/settings.json': own('user') },
    );
    const handlers = async (...words: string[]): Promise<readonly string[]> => {
      const { stdout } = await call('import', 'claude-code', '--output', '-', ...words);
      return [...stdout.matchAll(/handler: echo (\w+)/g)].map(([, name = '']) => name);
    };
    expect(await handlers()).toEqual(['user', 'project', 'local']);
    expect(await handlers('--user')).toEqual(['user']);
    expect(await handlers('--project')).toEqual(['project', 'local']);
  });

  it('overwrites nothing without --force, and writes nothing where there is nothing', async () => {
    const { cwd, call, written } = machine({ '.claude/settings.json': settings, ...scripts });
    writeFileSync(join(cwd, 'hookline.yaml'), 'hooks: {}\n');
    const refused = await call('import', 'claude-code');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('hookline.yaml already exists');
    expect(written()).toBe('hooks: {}\n');
    expect(await call('import', 'claude-code', '--force')).toMatchObject({ code: 0 });
    expect(written()).toContain('guard.sh');
    const empty = machine({});
    const { code, stderr } = await empty.call('import', 'claude-code');
    expect(code).toBe(1);
    expect(stderr).toContain('Claude Code has no hooks that hookline can run');
    expect(existsSync(join(empty.cwd, 'hookline.yaml'))).toBe(false);
  });

  it('refuses a file that it cannot parse, with its place', async () => {
    const { call } = machine({ '.claude/settings.json': '{\n  // mine\n  "hooks": {}\n}' });
    const { code, stderr } = await call('import', 'claude-code');
    expect(code).toBe(1);
    expect(stderr).toContain('.claude/settings.json:2:3: error: JSON has no comments');
    expect((await call('import', 'opencode')).stderr).toContain('it is one of claude-code, codex, gemini');
  });
});

describe('hookline import codex', () => {
  it('carries over hooks.json, and names what stands in config.toml', async () => {
    const { imported, call } = machine(
      {
        '.codex/hooks.json': {
          hooks: {
            PreToolUse: [
              { matcher: '^apply', hooks: [{ type: 'command', command: says('patch'), timeout: 2 }] },
              { matcher: '(?i)BASH', hooks: [{ type: 'command', command: says('shell') }] },
              { matcher: 'Bash', hooks: [{ type: 'prompt', prompt: 'fine?' }] },
            ],
            SessionEnd: [{ hooks: [{ type: 'command', command: 'true', commandWindows: 'rem' }] }],
          },
        },
      },
      { '.codex/config.toml': 'model = "x"\n\n[[hooks.Stop]]\n' },
    );
    const { carried, lost } = await imported('codex');
    expect(carried.map(({ matcher, timeout }) => [matcher, timeout])).toEqual([
      ['/^apply/', '2s'],
      ['/BASH/i', '600s'],
      [undefined, '1s'],
    ]);
    expect(lost.map(({ what }) => what)).toEqual([
      '[[hooks.Stop]]',
      'a hook of PreToolUse, type "prompt"',
      '"commandWindows" of a hook of SessionEnd',
    ]);
    expect(await call('validate')).toMatchObject({ code: 0 });
    const fired = await call('fire', 'PreToolUse', '--tool', 'Bash', '--arg', 'command=ls', '--json');
    expect(JSON.parse(fired.stdout)).toMatchObject({ decision: 'deny', reason: 'shell' });
    const patched = await call('fire', 'PreToolUse', '--tool', 'apply_patch', '--arg', 'input=x', '--json');
    expect(JSON.parse(patched.stdout)).toMatchObject({ decision: 'deny', reason: 'patch' });
  });
});

describe('hookline import gemini', () => {
  it('runs its scripts in the words of Gemini CLI', { timeout: 60_000 }, async () => {
    const script = (test: string, reply: string): string =>
      `#!/bin/sh\nif grep -q '${test}'; then echo '${reply}'; fi\n`;
    const { imported, call, written } = machine({
      'shell.sh': script('"BeforeTool".*"run_shell_command"', '{"decision":"deny","reason":"no shell"}'),
      'write.sh': script(
        '"tool_name":"write_file"',
        '{"hookSpecificOutput":{"tool_input":{"content":"safe"}}}',
      ),
      '.gemini/settings.json': `{
        // what I use
        "hooksConfig": { "disabled": ["off"] },
        "hooks": {
          "BeforeTool": [
            { "matcher": "run_.*", "hooks": [
              { "type": "command", "name": "shell", "command": "$GEMINI_PROJECT_DIR/shell.sh", "timeout": 1500 },
              { "type": "command", "name": "off", "command": "exit 2" } ] },
            { "matcher": "write_file|replace", "sequential": true, "hooks": [
              { "type": "command", "command": "$GEMINI_PROJECT_DIR/write.sh", "env": { "A": "1" } } ] },
            { "matcher": "mcp_files_", "hooks": [{ "type": "command", "command": "echo mcp >&2; exit 3" }] }
          ],
          "SessionStart": [{ "matcher": "startup", "hooks": [{ "type": "command", "command": "true" }] }],
          "BeforeModel": [{ "hooks": [{ "type": "command", "command": "true" }] }]
        }
      }`,
    });
    const { carried, lost } = await imported('gemini');
    expect(lost.map(({ what }) => what)).toEqual(['hooks of "BeforeModel"']);
    expect(carried.map(({ name, matcher, timeout, enabled }) => [name, matcher, timeout, enabled])).toEqual([
      ['shell', '/run_.*/', '1500ms', undefined],
      ['off', '/run_.*/', undefined, false],
      ['write', '/write_file|replace/', undefined, undefined],
      ['beforetool', '/mcp_files_/', undefined, undefined],
      ['true', 'startup', undefined, undefined],
    ]);
    expect(parse(written()).hooks.PreToolUse.parallel).toBe(false);
    expect(await call('validate')).toMatchObject({ code: 0 });
    const fire = async (tool: string, arg: string) =>
      JSON.parse((await call('fire', 'PreToolUse', '--tool', tool, '--arg', arg, '--json')).stdout);
    expect(await fire('Bash', 'command=ls')).toMatchObject({ decision: 'deny', reason: 'no shell' });
    expect(await fire('Read', 'file_path=a')).toMatchObject({ decision: null });
    expect(await fire('Write', 'file_path=a')).toMatchObject({
      decision: null,
      value: { file_path: 'a', content: 'safe' },
    });
    expect(await fire('mcp__files__list', 'path=a')).toMatchObject({ decision: 'deny', reason: 'mcp' });
  });
});
