import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { deny } from '../../../src/entries/index.ts';
import { HookType } from '../../../src/front-doors/massgen/event.ts';
import { FunctionHookManager } from '../../../src/front-doors/massgen/general-hook-manager.ts';
import { ExternalCommandHook, PythonCallableHook } from '../../../src/front-doors/massgen/hooks.ts';
import { HookResult } from '../../../src/front-doors/massgen/result.ts';
import { deprecationsIn } from '../../support/deprecations.ts';
import { eventually } from '../../support/eventually.ts';
import { isAlive } from '../../support/processes/launcher.ts';
import { Scratch } from '../../support/scratch.ts';
import { massgen } from '../catalogue/massgen.ts';
import { conforms } from '../line.ts';
import { callTool, quietManager } from './host.ts';
import { example, PathPermissions, userFolder } from './user.ts';

const directory = userFolder();

describe('Goals', () => {
  conforms(massgen, '004.goals.1', 'hookline/massgen', async () => {
    const { manager, hooks } = quietManager();
    const legacy = new FunctionHookManager({ hooks });
    legacy.registerGlobalHook('pre_call', new PathPermissions());
    manager.registerGlobalHook('PreToolUse', new PythonCallableHook('step', 'rules.add_step', { directory }));
    manager.registerAgentHook(
      'agent1',
      'PreToolUse',
      new ExternalCommandHook('node', './add-step.mjs', { directory }),
    );
    hooks.on('PreToolUse', { name: 'last', priority: 200 }, ({ tool_input }) =>
      'steps' in tool_input ? deny(JSON.stringify(tool_input)) : undefined,
    );
    const result = await manager.executeHooks('PreToolUse', 'Read', { path: '/a' }, { agent_id: 'agent1' });
    expect(result.reason).toBe('{"path":"/project/a","steps":["python","node"]}');
    expect(result.executed_hooks.map(({ hook_name }) => hook_name)).toEqual([
      'path_permissions',
      'step',
      'node',
      'last',
    ]);
  });

  conforms(massgen, '004.goals.2', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const both = [
      { handler: 'rules.add_step', type: 'python' },
      { handler: './add-step.mjs', type: 'command' },
    ] as const;
    manager.registerHooksFromConfig({ PreToolUse: both }, { directory });
    const { updated_input } = await manager.executeHooks('PreToolUse', 'Bash', {});
    expect(updated_input).toEqual({ steps: ['python', 'node'] });
  });

  conforms(massgen, '004.goals.3', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const hook = new PythonCallableHook('glob', () => HookResult.deny(), { matcher: 'mcp__*__write_[ab]?' });
    manager.registerGlobalHook('PreToolUse', hook);
    const decide = async (tool: string) => (await manager.executeHooks('PreToolUse', tool, {})).decision;
    expect(await decide('mcp__files__write_a1')).toBe('deny');
    expect(await decide('mcp__files__write_c1')).toBe('allow');
  });

  conforms(massgen, '004.goals.4', 'hookline/massgen', async () => {
    const manager = new FunctionHookManager({ log: () => {} });
    manager.registerGlobalHook(HookType.PRE_CALL, new PathPermissions());
    const context = { agent_id: 'agent1' };
    expect(await manager.executeHooks('pre_call', 'write', '{"path": "/etc/passwd"}', context)).toMatchObject(
      {
        allowed: false,
        reason: 'agent1 may not write /etc/passwd',
      },
    );
    expect(await manager.executeHooks('pre_call', 'write', '{"path": "/a"}', context)).toMatchObject({
      allowed: true,
      modified_args: '{"path":"/project/a"}',
    });
  });

  conforms(massgen, '004.goals.5', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const pending = ['the other agent has finished'];
    const next = () => pending.shift() ?? null;
    manager.setMidStreamInjectionCallback(next);
    expect((await callTool(manager, 'Bash')).messages[0]?.content).toBe(
      'Bash ran\nthe other agent has finished',
    );
    manager.setMidStreamInjectionCallback(null);
    pending.push('and another one');
    manager.registerGlobalHook('PostToolUse', () => {
      const content = next();
      return content === null ? undefined : { inject: { content, strategy: 'user_message' } };
    });
    expect((await callTool(manager, 'Bash')).messages[1]?.content).toBe('and another one');
  });
});

describe('Decision 1: Extend existing hooks.py', () => {
  conforms(massgen, '004.decision1.1', 'hookline/massgen', async () => {
    expect(HookType).toMatchObject({ PRE_CALL: 'pre_call', POST_CALL: 'post_call' });
    const manager = new FunctionHookManager({ log: () => {} });
    manager.registerHook('a|*', HookType.PRE_CALL, new PathPermissions());
    const allowed = async (tool: string) =>
      (await manager.executeHooks('pre_call', tool, { path: '/etc/a' })).allowed;
    expect(await allowed('a|*')).toBe(false);
    expect(await allowed('a')).toBe(true);
  });

  conforms(massgen, '004.decision1.2', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    manager.registerGlobalHook('PreToolUse', new PathPermissions());
    const { messages } = await callTool(manager, 'write', { path: '/etc/a' }, { agent_id: 'agent1' });
    expect(messages).toEqual([
      {
        role: 'tool',
        content: 'Denied by the PreToolUse hook "path_permissions": agent1 may not write /etc/a',
      },
    ]);
    expect((await callTool(manager, 'write', { path: '/a' })).ranWith).toEqual({ path: '/project/a' });
  });
});

describe('Decision 6: Error handling - fail open/closed by type', () => {
  conforms(massgen, '004.decision6.1', 'hookline/massgen', async () => {
    const { manager, log } = quietManager();
    const slow = new PythonCallableHook('slow', () => delay(60_000, undefined, { ref: false }), {
      timeout: 0.05,
    });
    manager.registerGlobalHook('PreToolUse', slow);
    const result = await manager.executeHooks('PreToolUse', 'Bash', {});
    expect(result).toMatchObject({
      allowed: true,
      executed_hooks: [{ hook_name: 'slow', decision: 'error' }],
    });
    expect(result.hook_errors).toEqual([expect.stringContaining('Hook slow timed out')]);
    expect(log).toHaveLength(1);
  });

  conforms(massgen, '004.decision6.2', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const gone = new PythonCallableHook('gone', 'no_such_module.check', { directory });
    manager.registerGlobalHook('PreToolUse', gone);
    manager.registerGlobalHook('PostToolUse', gone);
    const pre = await manager.executeHooks('PreToolUse', 'Bash', {});
    expect(pre.allowed).toBe(false);
    expect(pre.reason).toContain("No module named 'no_such_module'");
    expect((await manager.executeHooks('PostToolUse', 'Bash', {}, {}, 'a.txt')).allowed).toBe(false);
  });

  conforms(massgen, '004.decision6.3', 'hookline/massgen', async () => {
    const { manager, log } = quietManager();
    manager.registerGlobalHook('PreToolUse', new PythonCallableHook('raises', 'rules.raises', { directory }));
    expect((await callTool(manager, 'Bash')).ranWith).toEqual({});
    expect(log).toEqual([expect.objectContaining({ level: 'error', hook: 'raises' })]);
  });
});

describe('Risks / Trade-offs', () => {
  conforms(massgen, '004.risks.1', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const scratch = new Scratch();
    scratch.write('side_effect.py', 'open("imported", "w").write("yes")\n\ndef check(event):\n    pass\n');
    const lazy = new PythonCallableHook('lazy', 'side_effect.check', {
      matcher: 'Bash',
      directory: scratch.path,
    });
    manager.registerGlobalHook('PreToolUse', lazy);
    await manager.executeHooks('PreToolUse', 'Read', {});
    expect(scratch.lines('imported')).toEqual([]);
    await manager.executeHooks('PreToolUse', 'Bash', {});
    expect(scratch.lines('imported')).toEqual(['yes']);

    manager.registerGlobalHook('PostToolUse', new ExternalCommandHook('sleeps', 'sleep 60', { timeout: 1 }));
    let hasEnded = false;
    const call = manager.executeHooks('PostToolUse', 'Bash', {}).then((result) => {
      hasEnded = true;
      return result;
    });
    await delay(10);
    expect(hasEnded).toBe(false);
    expect((await call).hook_errors).toEqual([expect.stringContaining('timed out')]);
  });

  conforms(massgen, '004.risks.2', 'hookline/massgen', async () => {
    expect(new HookResult({ allowed: false })).toMatchObject({ allowed: false, decision: 'deny' });
    expect(new HookResult({ allowed: true, modified_args: '{"a": 1}' })).toMatchObject({ decision: 'allow' });
    const { manager, hooks } = quietManager();
    const legacy = new FunctionHookManager({ hooks });
    legacy.registerHook('write', 'pre_call', new PathPermissions());
    manager.registerGlobalHook('PreToolUse', ({ tool_input }) => HookResult.ask(String(tool_input['path'])));
    for (const door of [legacy, manager]) {
      expect(await door.executeHooks('PreToolUse', 'write', { path: '/a' })).toMatchObject({
        decision: 'ask',
        reason: '/project/a',
      });
      expect((await door.executeHooks('pre_call', 'write', { path: '/etc/a' })).allowed).toBe(false);
    }
  });

  conforms(massgen, '004.risks.3', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const scratch = new Scratch();
    const input = { log: `${scratch.path}/log` };
    process.env['CONFORMANCE_SECRET'] = 'hidden';
    try {
      const remove = manager.registerGlobalHook(
        'PreToolUse',
        new ExternalCommandHook('record', 'record.py', { directory, env: { MODE: 'strict' } }),
      );
      await manager.executeHooks('PreToolUse', 'Bash', input);
      remove();
    } finally {
      delete process.env['CONFORMANCE_SECRET'];
    }
    const { environment } = JSON.parse(String(scratch.lines('log')[0]));
    expect(environment).toMatchObject({ MODE: 'strict', PATH: expect.any(String) });
    expect(environment).not.toHaveProperty('CONFORMANCE_SECRET');

    manager.registerGlobalHook(
      'PreToolUse',
      new ExternalCommandHook('hang', './hang.sh', { directory, timeout: 2 }),
    );
    expect((await manager.executeHooks('PreToolUse', 'Bash', input)).hook_errors).toHaveLength(1);
    const pids = String(scratch.lines('log')[0]).split(' ').map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) await eventually(async () => !(await isAlive(pid)));
  });
});

describe('Migration Plan', () => {
  conforms(massgen, '004.migration.1', 'hookline/massgen', async () => {
    expect(HookType).toEqual({
      PRE_CALL: 'pre_call',
      POST_CALL: 'post_call',
      PRE_TOOL_USE: 'PreToolUse',
      POST_TOOL_USE: 'PostToolUse',
    });
    const { manager } = quietManager();
    manager.registerGlobalHook(HookType.PRE_CALL, () => HookResult.deny('under the old name'));
    const result = await manager.executeHooks(HookType.PRE_TOOL_USE, 'Bash', {});
    expect(result.reason).toBe('under the old name');
  });

  conforms(massgen, '004.migration.2', 'hookline/massgen', async () => {
    const { manager, hooks } = quietManager();
    const legacy = new FunctionHookManager({ hooks });
    legacy.registerGlobalHook('post_call', () => ({ inject: { content: 'old' } }));
    manager.registerGlobalHook('PostToolUse', () => ({ inject: { content: 'new' } }));
    expect((await callTool(manager, 'Bash')).messages[0]?.content).toBe('Bash ran\nold\nnew');
    expect((await legacy.executeHooks('post_call', 'Bash', {}, {}, 'x')).inject?.content).toBe('old\nnew');
  });

  conforms(massgen, '004.migration.4', 'hookline/massgen', async () => {
    const { manager, hooks } = quietManager();
    const legacy = new FunctionHookManager({ hooks });
    const inbox = ['please hurry'];
    // What the orchestrator had: the old door's hook, and hooks for injections of its own.
    legacy.registerGlobalHook('pre_call', new PathPermissions());
    manager.registerGlobalHook('PostToolUse', () => ({ inject: { content: inbox.pop() ?? '' } }));
    manager.registerHooksFromConfig(example, { directory });
    const scratch = new Scratch();
    const { pre, ranWith, messages } = await callTool(manager, 'Read', {
      path: '/a',
      log: `${scratch.path}/log`,
    });
    expect(pre.executed_hooks.map(({ hook_name }) => hook_name)).toContain('path_permissions');
    const refused = await callTool(manager, 'write', { path: '/etc/a' }, { agent_id: 'agent1' });
    expect(refused).toMatchObject({ ranWith: null, pre: { reason: 'agent1 may not write /etc/a' } });
    expect(ranWith).toEqual({ path: '/project/a' });
    expect(messages).toEqual([{ role: 'tool', content: 'Read ran\nplease hurry' }]);
    expect((await callTool(manager, 'Read', { path: '/a' })).messages).toEqual([
      { role: 'tool', content: 'Read ran' },
    ]);
  });

  conforms(massgen, '004.migration.5', 'hookline/massgen', async () => {
    const { manager, log } = quietManager();
    manager.setMidStreamInjectionCallback(async () => 'from the callback');
    expect((await callTool(manager, 'Bash')).messages).toEqual([
      { role: 'tool', content: 'Bash ran\nfrom the callback' },
    ]);
    manager.setMidStreamInjectionCallback(() => null);
    expect((await callTool(manager, 'Bash')).messages).toEqual([{ role: 'tool', content: 'Bash ran' }]);
    manager.setMidStreamInjectionCallback(() => {
      throw new Error('no news');
    });
    const { post } = await callTool(manager, 'Bash');
    expect(post).toMatchObject({
      allowed: true,
      inject: null,
      hook_errors: [expect.stringContaining('no news')],
    });
    expect(log).toHaveLength(1);
    const said =
      deprecationsIn(`import { FunctionHookManager, GeneralHookManager } from '../src/entries/massgen.ts';
      new GeneralHookManager().registerGlobalHook('PostToolUse', () => undefined);
      new GeneralHookManager().setMidStreamInjectionCallback(() => 'news');
      new FunctionHookManager();`);
    expect(new Set(said)).toEqual(new Set(['FunctionHookManager', 'setMidStreamInjectionCallback']));
  });
});

describe('Open Questions', () => {
  conforms(massgen, '004.questions.1', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    manager.registerAgentHook('agent1', 'PreToolUse', note('agent 1'));
    manager.registerGlobalHook('PreToolUse', note('global 1'));
    manager.registerAgentHook('agent1', 'PreToolUse', note('agent 2'));
    manager.registerGlobalHook('PreToolUse', note('global 2'));
    await manager.executeHooks('PreToolUse', 'Bash', {}, { agent_id: 'agent1' });
    expect(order).toEqual(['global 1', 'global 2', 'agent 1', 'agent 2']);
  });
});
