import { describe, expect } from 'vitest';
import type { HookConfig } from '../../../src/front-doors/massgen/config.ts';
import { eventually } from '../../support/eventually.ts';
import { isAlive } from '../../support/processes/launcher.ts';
import { Scratch } from '../../support/scratch.ts';
import { massgen } from '../catalogue/massgen.ts';
import { conforms } from '../line.ts';
import { runTool } from '../real-tool.ts';
import { callTool, quietManager } from './host.ts';
import { userFolder } from './user.ts';

const directory = userFolder();

const python = (name: string, rest: Partial<HookConfig> = {}): HookConfig => ({
  handler: `rules.${name}`,
  type: 'python',
  ...rest,
});
const command = (handler: string, rest: Partial<HookConfig> = {}): HookConfig => ({
  handler,
  type: 'command',
  ...rest,
});

/** A manager with the hooks of a configuration, and a log file that hooks write to. */
function configured(PreToolUse: HookConfig[], PostToolUse: HookConfig[] = []) {
  const quiet = quietManager();
  quiet.manager.registerHooksFromConfig({ PreToolUse, PostToolUse }, { directory });
  const scratch = new Scratch();
  return {
    ...quiet,
    log: quiet.log,
    input: { log: `${scratch.path}/log` },
    noted: () => scratch.lines('log'),
  };
}

describe('Requirement: Hook Event Types', () => {
  conforms(massgen, '000.1', 'hookline/massgen', async () => {
    const { manager, input, noted } = configured([python('started')], [command('agent1_logging.py')]);
    await callTool(manager, 'Write', input);
    expect(noted()).toEqual(['PreToolUse of Write', 'agent1_logging after Write ran']);
  });

  conforms(massgen, '000.1.1', 'hookline/massgen', async () => {
    const { manager, hooks, input, noted } = configured([
      python('started', { matcher: 'mcp__*' }),
      command('custom_write_hook.py'),
      python('started', { matcher: 'Bash' }),
    ]);
    expect(await runTool(hooks, 'mcp__files__write', input)).toMatchObject({ executed: true });
    expect(noted()).toEqual([
      'PreToolUse of mcp__files__write',
      'custom_write_hook',
      'mcp__files__write runs',
    ]);
    const result = await manager.executeHooks('PreToolUse', 'mcp__files__write', input);
    expect(result.executed_hooks.map(({ hook_name, hook_type }) => [hook_name, hook_type])).toEqual([
      ['python_rules.started', 'pre'],
      ['command_custom_write_hook.py', 'pre'],
    ]);
  });

  conforms(massgen, '000.1.2', 'hookline/massgen', async () => {
    const { manager, input, noted } = configured(
      [],
      [python('seen'), python('started', { matcher: 'Other' })],
    );
    await manager.executeHooks('PostToolUse', 'Bash', input, {}, 'a.txt');
    const [line, ...rest] = noted();
    expect(JSON.parse(String(line))).toMatchObject({ hook_type: 'PostToolUse', tool_output: 'a.txt' });
    expect(rest).toEqual([]);
  });
});

describe('Requirement: Global Hook Registration via YAML', () => {
  const agents = [{}, { agent_id: 'agent1' }, { agent_id: 'agent2' }];

  conforms(massgen, '000.2', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    manager.registerHooksFromConfig(
      { hooks: { PreToolUse: [command('./deny.sh')] }, agents: [{ id: 'agent1' }, { id: 'agent2' }] },
      { directory },
    );
    for (const context of agents) {
      expect((await callTool(manager, 'Bash', {}, context)).pre.reason).toBe('Bash is denied by a script');
    }
  });

  conforms(massgen, '000.2.1', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    manager.registerHooksFromConfig({ hooks: { PreToolUse: [python('deny_later')] } }, { directory });
    for (const context of agents) {
      expect((await callTool(manager, 'Bash', {}, context)).pre).toMatchObject({
        decision: 'deny',
        reason: 'decided later',
        hook_name: 'python_rules.deny_later',
      });
    }
  });

  conforms(massgen, '000.2.2', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const scratch = new Scratch();
    manager.registerHooksFromConfig(
      { hooks: { PostToolUse: [command('./agent1_logging.py')] } },
      { directory },
    );
    for (const context of agents) await callTool(manager, 'Bash', { log: `${scratch.path}/log` }, context);
    expect(scratch.lines('log')).toEqual(agents.map(() => 'agent1_logging after Bash ran'));
  });
});

describe('Requirement: Per-Agent Hook Registration via YAML', () => {
  const runs = async (own: object): Promise<Record<string, (string | undefined)[]>> => {
    const { manager } = quietManager();
    manager.registerHooksFromConfig(
      {
        hooks: { PreToolUse: [python('allow')], PostToolUse: [python('inject_into_result')] },
        agents: [{ id: 'agent1', backend: { hooks: { PreToolUse: own } } }, { id: 'agent2' }],
      },
      { directory },
    );
    const names: Record<string, (string | undefined)[]> = {};
    for (const agent_id of ['agent1', 'agent2']) {
      const { pre, post } = await callTool(manager, 'Bash', {}, { agent_id });
      names[agent_id] = [...pre.executed_hooks, ...(post?.executed_hooks ?? [])].map(
        (hook) => hook.hook_name,
      );
    }
    return names;
  };
  const others = ['python_rules.allow', 'python_rules.inject_into_result'];

  conforms(massgen, '000.3', 'hookline/massgen', async () => {
    expect(await runs([python('nothing')])).not.toEqual(
      await runs({ override: true, hooks: [python('nothing')] }),
    );
  });

  conforms(massgen, '000.3.1', 'hookline/massgen', async () => {
    expect(await runs([python('nothing'), command('./inject.sh')])).toEqual({
      agent1: [
        'python_rules.allow',
        'python_rules.nothing',
        'command_./inject.sh',
        'python_rules.inject_into_result',
      ],
      agent2: others,
    });
  });

  conforms(massgen, '000.3.2', 'hookline/massgen', async () => {
    expect(await runs({ override: true, hooks: [python('nothing')] })).toEqual({
      agent1: ['python_rules.nothing', 'python_rules.inject_into_result'],
      agent2: others,
    });
    expect(await runs({ override: true, hooks: [] })).toEqual({
      agent1: ['python_rules.inject_into_result'],
      agent2: others,
    });
  });
});

describe('Requirement: Pattern-Based Hook Matching', () => {
  const matched = async (matcher: string | undefined, tools: readonly string[]): Promise<string[]> => {
    const rest = matcher === undefined ? {} : { matcher };
    const { manager, input, noted } = configured([python('started', rest)]);
    for (const tool of tools) await manager.executeHooks('PreToolUse', tool, input);
    return noted().map((line) => line.replace('PreToolUse of ', ''));
  };

  conforms(massgen, '000.4', 'hookline/massgen', async () => {
    const tools = ['Read', 'mcp__git__push', 'mcp__git__pull', 'Bash1', 'Bash22', 'Edit', 'Quit'];
    expect(await matched('mcp__*__pu[sx]h|Bash?|[!RBQm]*', tools)).toEqual([
      'mcp__git__push',
      'Bash1',
      'Edit',
    ]);
  });

  conforms(massgen, '000.4.1', 'hookline/massgen', async () => {
    const tools = ['Write', 'mcp__a__b', 'new.tool'];
    expect(await matched('*', tools)).toEqual(tools);
  });

  conforms(massgen, '000.4.2', 'hookline/massgen', async () => {
    expect(await matched('Write|Edit', ['Write', 'WriteFile', 'write', 'Edit', 'Read'])).toEqual([
      'Write',
      'Edit',
    ]);
  });

  conforms(massgen, '000.4.3', 'hookline/massgen', async () => {
    const tools = ['Write', 'mcp__a__b', 'new.tool'];
    expect(await matched(undefined, tools)).toEqual(tools);
  });
});

describe('Requirement: PreToolUse Can Block or Modify', () => {
  conforms(massgen, '000.5', 'hookline/massgen', async () => {
    const { manager } = configured([
      python('deny_writes_to_etc', { matcher: 'Write' }),
      command('./add-step.mjs'),
    ]);
    expect((await callTool(manager, 'Write', { path: '/etc/passwd' })).ranWith).toBeNull();
    expect((await callTool(manager, 'Write', { path: '/tmp/a' })).ranWith).toEqual({
      path: '/tmp/a',
      steps: ['node'],
    });
  });

  conforms(massgen, '000.5.1', 'hookline/massgen', async () => {
    for (const [hook, reason] of [
      [python('deny_writes_to_etc'), '/etc/passwd stays as it is'],
      [command('./deny.sh'), 'Write is denied by a script'],
    ] as const) {
      const { manager } = configured([hook]);
      const { ranWith, messages } = await callTool(manager, 'Write', { path: '/etc/passwd' });
      expect(ranWith).toBeNull();
      expect(messages).toEqual([
        { role: 'tool', content: expect.stringMatching(new RegExp(`^Denied by .*: ${reason}$`)) },
      ]);
    }
  });

  conforms(massgen, '000.5.2', 'hookline/massgen', async () => {
    const { manager } = configured([python('add_step')]);
    const { ranWith, pre } = await callTool(manager, 'Bash', { command: 'ls' });
    expect(ranWith).toEqual({ command: 'ls', steps: ['python'] });
    expect(JSON.parse(String(pre.modified_args))).toEqual(ranWith);
  });

  conforms(massgen, '000.5.3', 'hookline/massgen', async () => {
    for (const hook of [python('allow'), python('nothing'), command('true'), command('echo "{}"')]) {
      const { manager } = configured([hook]);
      const { pre, ranWith, messages } = await callTool(manager, 'Bash', { command: 'ls' });
      expect(pre).toMatchObject({ allowed: true, decision: 'allow', updated_input: null, hook_errors: [] });
      expect(ranWith).toEqual({ command: 'ls' });
      expect(messages).toEqual([{ role: 'tool', content: 'Bash ran' }]);
    }
  });
});

describe('Requirement: PostToolUse Can Inject Content', () => {
  conforms(massgen, '000.6', 'hookline/massgen', async () => {
    const { manager } = configured([], [command('./inject.sh')]);
    expect((await callTool(manager, 'Bash')).messages).toEqual([
      { role: 'tool', content: 'Bash ran\nnote from a script' },
    ]);
  });

  conforms(massgen, '000.6.1', 'hookline/massgen', async () => {
    const { manager } = configured([], [python('inject_into_result')]);
    const { messages, post } = await callTool(manager, 'Bash');
    expect(post?.inject).toEqual({ content: 'note from Python on Bash ran', strategy: 'tool_result' });
    expect(messages).toEqual([{ role: 'tool', content: 'Bash ran\nnote from Python on Bash ran' }]);
  });

  conforms(massgen, '000.6.2', 'hookline/massgen', async () => {
    const { manager } = configured([], [python('inject_as_message')]);
    const { messages, post } = await callTool(manager, 'Bash');
    expect(post?.inject).toEqual({ content: 'message from Python', strategy: 'user_message' });
    expect(messages).toEqual([
      { role: 'tool', content: 'Bash ran' },
      { role: 'user', content: 'message from Python' },
    ]);
  });
});

describe('Requirement: External Command Hook Protocol', () => {
  const context = { session_id: 's1', orchestrator_id: 'o1', agent_id: 'agent1' };
  const recorded = async (type: 'PreToolUse' | 'PostToolUse') => {
    const { manager, input, noted } = configured([command('record.py')], [command('record.py')]);
    await manager.executeHooks(type, 'Bash', input, context, type === 'PostToolUse' ? 'a.txt' : null);
    const { event, environment } = JSON.parse(String(noted()[0]));
    return { event, environment, input };
  };

  conforms(massgen, '000.7', 'hookline/massgen', async () => {
    const { manager } = configured([command('./add-step.mjs')]);
    const { updated_input } = await manager.executeHooks('PreToolUse', 'Bash', { steps: ['first'] });
    expect(updated_input).toEqual({ steps: ['first', 'node'] });
  });

  conforms(massgen, '000.7.1', 'hookline/massgen', async () => {
    const { event, input } = await recorded('PreToolUse');
    const { timestamp, ...rest } = event;
    expect(rest).toEqual({
      hook_type: 'PreToolUse',
      ...context,
      tool_name: 'Bash',
      tool_input: input,
      tool_output: null,
    });
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    expect((await recorded('PostToolUse')).event).toMatchObject({
      hook_type: 'PostToolUse',
      tool_output: 'a.txt',
    });
  });

  conforms(massgen, '000.7.2', 'hookline/massgen', async () => {
    const { manager } = configured([command('./deny.sh')]);
    expect(await manager.executeHooks('PreToolUse', 'Write', {})).toMatchObject({
      allowed: false,
      decision: 'deny',
      reason: 'Write is denied by a script',
    });
  });

  conforms(massgen, '000.7.3', 'hookline/massgen', async () => {
    const { environment } = await recorded('PostToolUse');
    expect(environment).toMatchObject({
      MASSGEN_HOOK_TYPE: 'PostToolUse',
      MASSGEN_TOOL_NAME: 'Bash',
      MASSGEN_SESSION_ID: 's1',
      MASSGEN_AGENT_ID: 'agent1',
    });
  });
});

describe('Requirement: Hook Timeout Enforcement', () => {
  const limits = async (rest: Partial<HookConfig>) => {
    const { manager, hooks } = configured([python('time_limit', rest)], [command('./inject.sh', rest)]);
    const { reason } = await manager.executeHooks('PreToolUse', 'Bash', {});
    return { reason, registered: hooks.list().map(({ timeoutMs }) => timeoutMs) };
  };

  conforms(massgen, '000.8', 'hookline/massgen', async () => {
    expect(await limits({ timeout: 2.5 })).toEqual({ reason: '2 seconds', registered: [2500, 2500] });
  });

  conforms(massgen, '000.8.1', 'hookline/massgen', async () => {
    expect(await limits({})).toEqual({ reason: '30 seconds', registered: [30_000, 30_000] });
  });

  conforms(massgen, '000.8.2', 'hookline/massgen', async () => {
    expect(await limits({ timeout: 60 })).toEqual({ reason: '60 seconds', registered: [60_000, 60_000] });
  });

  conforms(massgen, '000.8.3', 'hookline/massgen', async () => {
    for (const hook of [command('./hang.sh', { timeout: 2 }), python('hang', { timeout: 2 })]) {
      const { manager, input, noted, log } = configured([hook, python('add_step')], [python('nothing')]);
      // So that the time is spent hanging, not starting Python.
      await manager.executeHooks('PostToolUse', 'Bash', {});
      const { ranWith, pre } = await callTool(manager, 'Bash', input);
      expect(ranWith).toEqual({ ...input, steps: ['python'] });
      expect(pre.executed_hooks.map(({ decision }) => decision)).toEqual(['error', 'allow']);
      expect(pre.hook_errors).toEqual([expect.stringContaining('timed out')]);
      expect(log).toEqual([expect.objectContaining({ level: 'error' })]);
      const pids = String(noted()[0]).split(' ').map(Number);
      expect(pids.every((pid) => pid > 0)).toBe(true);
      for (const pid of pids) await eventually(async () => !(await isAlive(pid)));
    }
  });
});

describe('Requirement: Hook Error Handling', () => {
  const run = async (hook: HookConfig) => {
    const { manager, log } = configured([hook]);
    const { pre, ranWith } = await callTool(manager, 'Bash', { command: 'ls' });
    return { pre, didRun: ranWith !== null, log: log.map(({ level, message }) => `${level}: ${message}`) };
  };

  conforms(massgen, '000.9', 'hookline/massgen', async () => {
    for (const hook of [
      python('raises'),
      command('./not-json.sh'),
      command('exit 3'),
      python('missing'),
      command('./missing.sh'),
    ]) {
      const { pre, log } = await run(hook);
      expect(pre.hook_errors).toHaveLength(1);
      expect(pre.executed_hooks).toMatchObject([{ decision: 'error' }]);
      expect(log).toHaveLength(1);
    }
  });

  conforms(massgen, '000.9.1', 'hookline/massgen', async () => {
    const { pre, didRun, log } = await run(python('raises'));
    expect(didRun).toBe(true);
    expect(log).toEqual([expect.stringMatching(/^error: .*RuntimeError: the rule is broken/)]);
    expect(pre).toMatchObject({ allowed: true, decision: 'allow' });
  });

  conforms(massgen, '000.9.2', 'hookline/massgen', async () => {
    const { pre, didRun, log } = await run(command('./not-json.sh'));
    expect(didRun).toBe(true);
    expect(log).toEqual([expect.stringMatching(/^error: .*invalid.*everything is fine/)]);
    expect(pre).toMatchObject({ allowed: true, decision: 'allow' });
  });

  conforms(massgen, '000.9.3', 'hookline/massgen', async () => {
    for (const handler of ['no_such_module.check', 'rules.no_such_function', 'nodot']) {
      const { pre, didRun, log } = await run({ handler, type: 'python' });
      expect(didRun).toBe(false);
      expect(log).toEqual([expect.stringMatching(/^error: .*missing/)]);
      expect(pre).toMatchObject({ allowed: false, decision: 'deny' });
    }
  });
});

describe('Requirement: Multiple Hook Aggregation', () => {
  conforms(massgen, '000.10', 'hookline/massgen', async () => {
    const { manager } = configured([python('ask'), python('add_step'), python('allow')]);
    expect(await manager.executeHooks('PreToolUse', 'Bash', {})).toMatchObject({
      decision: 'ask',
      allowed: true,
      reason: 'is that meant?',
      updated_input: { steps: ['python'] },
    });
  });

  conforms(massgen, '000.10.1', 'hookline/massgen', async () => {
    for (const place of [0, 1, 2]) {
      const hooks = [python('allow'), python('ask')];
      hooks.splice(place, 0, command('./deny.sh'));
      const { manager } = configured(hooks);
      expect((await callTool(manager, 'Bash')).pre).toMatchObject({
        decision: 'deny',
        reason: 'Bash is denied by a script',
        hook_name: 'command_./deny.sh',
      });
    }
  });

  conforms(massgen, '000.10.2', 'hookline/massgen', async () => {
    const { manager, input, noted } = configured([
      python('add_step'),
      command('./add-step.mjs'),
      python('add_step'),
      python('seen'),
    ]);
    const { ranWith } = await callTool(manager, 'Bash', input);
    expect(ranWith).toEqual({ ...input, steps: ['python', 'node', 'python'] });
    expect(JSON.parse(String(noted()[0])).tool_input).toEqual(ranWith);
  });

  conforms(massgen, '000.10.3', 'hookline/massgen', async () => {
    const { manager } = configured(
      [],
      [python('inject_into_result'), python('inject_as_message'), command('./inject.sh')],
    );
    const { post, messages } = await callTool(manager, 'Bash');
    expect(post?.inject?.content).toBe(
      'note from Python on Bash ran\nmessage from Python\nnote from a script',
    );
    expect(post?.injections.map(({ strategy }) => strategy)).toEqual([
      'tool_result',
      'user_message',
      'tool_result',
    ]);
    expect(messages).toEqual([
      { role: 'tool', content: 'Bash ran\nnote from Python on Bash ran\nnote from a script' },
      { role: 'user', content: 'message from Python' },
    ]);
  });
});
