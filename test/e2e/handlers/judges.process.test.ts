import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { main } from '../../support/command-line/cli.ts';
import { bash, runAgent } from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { eventually } from '../../support/eventually.ts';
import { folderWith } from '../../support/folder-with.ts';
import { compiled, mcpServerFile } from '../../support/processes/compiled.ts';
import { processesWith } from '../../support/processes/leftovers.ts';
import { type ModelServer, serveModel } from '../../support/servers/model-server.ts';

const server = mcpServerFile();

let marks = 0;
function mcpServer(): { policy: object; mark: string } {
  marks += 1;
  const env = { HOOKLINE_TEST_MARK: `judges-${process.pid}-${marks}` };
  const policy = { command: process.execPath, args: [server], env };
  return { policy, mark: `HOOKLINE_TEST_MARK=${env.HOOKLINE_TEST_MARK}` };
}

const denies = '{"decision": "deny", "reason": "the policy forbids ${tool_input.command}"}';

const blocks = denies.replace('deny', 'block');

/** The model says these things, one after the other. */
function judge(...answers: readonly string[]): Promise<ModelServer> {
  return serveModel(answers.map((text) => ({ text: [text] })));
}

function envFor({ url }: ModelServer): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: `${url}/v1`,
  };
}

const call = (command: string): string => JSON.stringify({ tool_name: 'Bash', tool_input: { command } });

describe('an agent whose hooks are judges', () => {
  it('does what its model and its MCP tool let it do, and leaves no process', async () => {
    const { policy, mark } = mcpServer();
    const model = await judge(
      '{"ok": true}',
      '{"ok": false, "reason": "not that file"}',
      'Certainly! Go ahead: {"ok": true}',
      '```json\n{"ok": true}\n```',
      '{"ok": true}',
      '{"ok": false, "reason": "say goodbye first"}',
      '{"ok": true}',
    );
    const prompt = { type: 'prompt', model: 'anthropic:judge-1' };
    const { results, lines, stderr } = await runAgent({
      config: { mcpServers: { policy } },
      hooks: {
        PreToolUse: [
          { name: 'judge', ...prompt, prompt: 'Is it safe? $ARGUMENTS', guard: true },
          {
            name: 'policy',
            matcher: 'Bash',
            type: 'mcp_tool',
            server: 'policy',
            tool: 'echo',
            input: { text: '${tool_input.reply}' },
            guard: true,
          },
        ],
        Stop: [{ name: 'polite', ...prompt, prompt: 'Did it say goodbye?' }],
      },
      script: {
        turns: [
          { tools: [{ name: 'Bash', input: { command: 'echo one', reply: '{}' } }] },
          bash('touch made'),
          bash('touch made'),
          { tools: [{ name: 'Bash', input: { command: 'ls made', reply: '{}' } }] },
          { tools: [{ name: 'Bash', input: { command: 'touch made', reply: denies } }] },
          { text: 'Done.' },
          { text: 'Goodbye.' },
        ],
      },
      env: envFor(model),
    });
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('hook "judge" failed (unclear)')]);
    expect(results).toEqual([
      'one',
      expect.stringContaining('not that file'),
      expect.stringContaining('unclear'),
      expect.stringMatching(/No such file/),
      expect.stringContaining('the policy forbids'),
    ]);
    expect(JSON.stringify(lines)).toContain('say goodbye first');
    expect(model.seen).toHaveLength(7);
    await eventually(() => processesWith(mark).length === 0);
  });
});

describe('a firing by hand', () => {
  const yaml = JSON.stringify({
    hooks: {
      PreToolUse: [{ name: 'judge', type: 'prompt', prompt: 'Safe?', model: 'openai:judge-2', guard: true }],
    },
  });

  it('asks a model of OpenAI', async () => {
    const model = await judge('{"ok": false, "reason": "no"}');
    const cwd = folderWith({ 'hookline.yaml': yaml });
    const { code, stdout } = await hookline(['fire', 'PreToolUse', '--json'], {
      cwd,
      input: call('ls'),
      env: envFor(model),
    });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny', decidedBy: 'judge', reason: 'no' });
    expect(model.requests()).toMatchObject([{ model: 'judge-2' }]);
    expect(model.seen[0]?.url).toBe('/v1/chat/completions');
  });

  it('is refused where there is no person to ask, and validate has said so', async () => {
    const cwd = folderWith({ 'hookline.yaml': yaml });
    const env = { OPENAI_API_KEY: '' };
    const fired = await hookline(['fire', 'PreToolUse'], { cwd, env, input: call('ls') });
    expect([fired.code, fired.stdout]).toEqual([2, expect.stringContaining('OPENAI_API_KEY')]);
    const validated = await hookline(['validate'], { cwd, env });
    expect(validated.stdout + validated.stderr).toMatch(
      /the model has no key: set the environment variable OPENAI_API_KEY \[variable-missing\]/,
    );
  });
});

describe('judges of Claude Code’s settings', () => {
  const settings = JSON.stringify({
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            { type: 'prompt', prompt: 'Is it safe? $ARGUMENTS', model: 'haiku', if: 'Bash(touch *)' },
            { type: 'mcp_tool', server: 'policy', tool: 'echo', input: { text: blocks }, if: 'Bash(rm *)' },
          ],
        },
      ],
    },
  });

  it('run as they are, with the servers of .mcp.json', async () => {
    const { policy, mark } = mcpServer();
    const model = await judge('{"ok": false, "reason": "not now"}');
    const cwd = folderWith({
      '.claude/settings.json': settings,
      '.mcp.json': JSON.stringify({ mcpServers: { policy: { type: 'stdio', ...policy } } }),
    });
    const env = { ...envFor(model), HOME: cwd, ANTHROPIC_DEFAULT_HAIKU_MODEL: 'small-1' };
    const fire = async (command: string): Promise<unknown> => {
      const words = ['fire', 'PreToolUse', '--claude', '--json'];
      const { stdout, stderr } = await hookline(words, { cwd, env, input: call(command) });
      expect(stderr).toBe('');
      return JSON.parse(stdout);
    };
    expect(await fire('touch made')).toMatchObject({ decision: 'deny', reason: 'not now', halted: true });
    expect(model.requests()).toMatchObject([{ model: 'small-1' }]);
    expect(await fire('rm made')).toMatchObject({ decision: 'deny', reason: 'the policy forbids rm made' });
    expect(await fire('ls')).toMatchObject({ decision: null });
    await eventually(() => processesWith(mark).length === 0);
    const { stdout } = await hookline(['list', '--claude'], { cwd, env });
    expect(stdout).toMatch(/prompt Is it safe\? \$ARGUMENTS .*settings\.json:/);
    expect(stdout).toMatch(/mcp_tool policy echo .*settings\.json:/);
  });
});

describe('a program that never closes its configuration', () => {
  it('ends all the same, and its MCP server with it', async () => {
    const { policy, mark } = mcpServer();
    const hook = { type: 'mcp_tool', server: 'policy', tool: 'echo', input: { text: denies } };
    const cwd = folderWith({
      'hookline.yaml': JSON.stringify({ mcpServers: { policy }, hooks: { PreToolUse: [hook] } }),
      'host.mjs': `import { loadConfig } from ${JSON.stringify(new URL('../index.js', pathToFileURL(main)).href)};
const { hooks } = await loadConfig('hookline.yaml');
const { reason } = await hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: '1' });
console.log(reason);
`,
    });
    const { stdout } = await promisify(execFile)(process.execPath, ['host.mjs'], { cwd });
    expect(stdout).toBe('the policy forbids ls\n');
    await eventually(() => processesWith(mark).length === 0);
  });
});

describe('a model whose client is not installed', () => {
  it.each(['anthropic', 'openai'])(
    'is told of by the linter of the file of %s, and its guard blocks',
    async (model) => {
      const hook = { name: 'judge', type: 'prompt', prompt: 'Safe?', model, guard: true };
      const cwd = folderWith({ 'hookline.yaml': JSON.stringify({ hooks: { PreToolUse: [hook] } }) });
      const script = `
      import { lintConfig } from './src/entries/config.js';
      import { loadConfig } from './src/entries/index.js';
      const config = await loadConfig(${JSON.stringify(`${cwd}/hookline.yaml`)}, { log: () => {} });
      const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: '1' };
      const { decision, reason } = await config.hooks.fire('PreToolUse', call);
      console.log(JSON.stringify([(await lintConfig(config.read)).problems.map(({ code, message }) => [code, message]), decision, reason]));`;
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        cwd: compiled(),
        env: { ...process.env, ANTHROPIC_API_KEY: 'key', OPENAI_API_KEY: 'key' },
      });
      const install = expect.stringMatching(/which is not installed: npm install /);
      expect(JSON.parse(stdout)).toEqual([[['handler-missing', install]], 'deny', install]);
    },
  );
});
