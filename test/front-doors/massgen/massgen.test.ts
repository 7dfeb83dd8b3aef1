import { describe, expect, it } from 'vitest';
import { allow, deny, halt, inject, modify, suppress } from '../../../src/entries/index.ts';
import type { CallContext, HookEvent, HookType } from '../../../src/front-doors/massgen/event.ts';
import {
  FunctionHookManager,
  GeneralHookManager,
} from '../../../src/front-doors/massgen/general-hook-manager.ts';
import { type MassgenHook, PythonCallableHook } from '../../../src/front-doors/massgen/hooks.ts';
import { HookResult } from '../../../src/front-doors/massgen/result.ts';
import { quietHooks } from '../../support/hooks.ts';

function newManager() {
  const { hooks, log } = quietHooks();
  return { manager: new GeneralHookManager({ hooks }), hooks, log };
}

describe('the arguments of a call', () => {
  const seen = async (args: string | Record<string, unknown>): Promise<unknown> => {
    const { manager } = newManager();
    const inputs: unknown[] = [];
    manager.registerGlobalHook('PreToolUse', ({ tool_input }) => void inputs.push(tool_input));
    await manager.executeHooks('PreToolUse', 'Bash', args);
    return inputs[0];
  };

  it.each([
    [{ command: 'ls' }, { command: 'ls' }],
    ['{"command": "ls"}', { command: 'ls' }],
    ['["ls", "-l"]', ['ls', '-l']],
    ['ls -l', { raw: 'ls -l' }],
    ['5', { raw: '5' }],
    ['null', { raw: 'null' }],
    ['', {}],
  ])('%j reach hooks as %j', async (args, expected) => {
    expect(await seen(args)).toEqual(expected);
  });

  it('are not changed by a hook that works on its event', async () => {
    const { manager } = newManager();
    const args = { list: ['a'] };
    const seenLater: unknown[] = [];
    manager.registerGlobalHook('PreToolUse', ({ tool_input }) => {
      tool_input['list'] = 'overwritten';
    });
    manager.registerGlobalHook('PreToolUse', ({ tool_input }) => void seenLater.push(tool_input['list']));
    const result = await manager.executeHooks('PreToolUse', 'Bash', args);
    expect(args).toEqual({ list: ['a'] });
    expect(seenLater).toEqual([['a']]);
    expect(result.updated_input).toBeNull();
  });
});

describe('the context of a call', () => {
  it('reaches the hooks that are objects, whatever it holds, and is never changed', async () => {
    const { manager, hooks } = newManager();
    const seen: CallContext[] = [];
    manager.registerGlobalHook('PostToolUse', {
      name: 'looks',
      execute(_name, _args, context) {
        seen.push(context);
        Object.assign(context, { spoilt: true });
      },
    });
    // Where a guard judges, events are frozen copies; the host's objects must arrive all the same.
    hooks.on('PostToolUse', { guard: true }, () => {});
    const tracker = new Map();
    const context = Object.freeze({ session_id: 's1', agent_id: 'a1', tracker });
    await manager.executeHooks('PostToolUse', 'Bash', {}, context, 'a.txt');
    expect(context).toEqual({ session_id: 's1', agent_id: 'a1', tracker });
    expect(seen[0]).toMatchObject({ session_id: 's1', agent_id: 'a1', tool_output: 'a.txt' });
    expect(seen[0]?.['tracker']).toBe(tracker);
  });

  it('is what the event says when another door fires', async () => {
    const { manager, hooks } = newManager();
    let seen: CallContext = {};
    manager.registerGlobalHook('PreToolUse', {
      name: 'looks',
      execute(_name, _args, context) {
        seen = context;
      },
    });
    const input = { tool_name: 'Bash', tool_input: {}, tool_use_id: 'call-1', session_id: 's1' };
    await hooks.fire('PreToolUse', input, { agent: 'a1' });
    expect(seen).toMatchObject({ session_id: 's1', agent_id: 'a1', tool_use_id: 'call-1' });
  });

  it('may leave everything out', async () => {
    const { manager } = newManager();
    const events: HookEvent[] = [];
    manager.registerGlobalHook('PreToolUse', (event) => void events.push(event));
    await manager.executeHooks('PreToolUse', 'Bash', {}, { session_id: null, agent_id: '', cwd: null });
    await manager.executeHooks('PreToolUse', 'Bash', {});
    await manager.executeHooks('PreToolUse', 'Bash', {}, null);
    for (const event of events) {
      expect(event).toMatchObject({
        orchestrator_id: '',
        agent_id: null,
        session_id: expect.stringMatching(/./),
      });
    }
  });

  it('can cancel the hooks, and then the call does not go ahead', async () => {
    const { manager } = newManager();
    const controller = new AbortController();
    manager.registerGlobalHook('PreToolUse', async (_event, { signal }) => {
      controller.abort();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    const { signal } = controller;
    expect(await manager.executeHooks('PreToolUse', 'Bash', {}, { signal })).toMatchObject({
      allowed: false,
      reason: 'the firing was cancelled',
    });
  });
});

describe('a result', () => {
  it('tells every run with its time', async () => {
    const { manager } = newManager();
    manager.registerGlobalHook('PreToolUse', function quiet() {});
    manager.registerGlobalHook('PreToolUse', function asks() {
      return HookResult.ask('sure?');
    });
    const result = await manager.executeHooks('PreToolUse', 'Bash', {});
    const time = expect.any(Number);
    const nothing = { injection_preview: null, injection_content: null };
    expect(result.executed_hooks).toEqual([
      {
        hook_name: 'quiet',
        hook_type: 'pre',
        decision: 'allow',
        reason: null,
        execution_time_ms: time,
        ...nothing,
      },
      {
        hook_name: 'asks',
        hook_type: 'pre',
        decision: 'ask',
        reason: 'sure?',
        execution_time_ms: time,
        ...nothing,
      },
    ]);
    expect(result).toMatchObject({ hook_type: 'PreToolUse', hook_name: 'asks', execution_time_ms: time });
  });

  it('names the hook that denied without a reason', async () => {
    const { manager } = newManager();
    manager.registerGlobalHook('PreToolUse', function strict() {
      return { allowed: false };
    });
    expect((await manager.executeHooks('PreToolUse', 'Bash', {})).reason).toBe('Denied by hook strict');
  });

  it.each([
    [{ decision: 'block' }],
    [{ decision: 'DENY' }],
    [{ hookSpecificOutput: { permissionDecision: 'deny' } }],
    [{ allow: false }],
    [{ type: 'deny', reason: 'an effect of the engine' }],
  ])('denies when a hook answers %j, and says what was not understood', async (answer) => {
    const { manager, log } = newManager();
    const hook: MassgenHook = () => answer as object;
    manager.registerGlobalHook('PreToolUse', hook);
    const result = await manager.executeHooks('PreToolUse', 'Bash', {});
    expect(result).toMatchObject({ allowed: false, executed_hooks: [{ decision: 'error' }] });
    expect(result.hook_errors).toHaveLength(1);
    expect(log).toHaveLength(1);
  });

  it('tells what a hook may not do: deny what has already happened', async () => {
    const { manager } = newManager();
    manager.registerGlobalHook('PostToolUse', () => ({ inject: { content: 'kept' } }));
    manager.registerGlobalHook('PostToolUse', function late() {
      return HookResult.deny('too late');
    });
    const result = await manager.executeHooks('PostToolUse', 'Bash', {}, {}, 'a.txt');
    expect(result).toMatchObject({ allowed: true, inject: { content: 'kept' } });
    expect(result.hook_errors).toEqual([expect.stringMatching(/^Hook late: deny was not obeyed/)]);
  });

  it('withholds the output when a hook that fails closed fails after the tool ran', async () => {
    const { manager } = newManager();
    const broken = () => {
      throw new Error('the scanner is broken');
    };
    manager.registerGlobalHook('PostToolUse', () => ({ inject: { content: 'kept' } }));
    manager.registerGlobalHook('PostToolUse', new PythonCallableHook('scan', broken, { fail_closed: true }));
    const result = await manager.executeHooks('PostToolUse', 'Bash', {}, {}, 'a.txt');
    expect(result).toMatchObject({
      allowed: false,
      reason: 'Hook scan failed: the scanner is broken (threw)',
      inject: { content: 'kept' },
    });
  });

  it('keeps a readable deny and its reason, whatever else was wrong with the answer', async () => {
    const { manager } = newManager();
    const answer = { decision: 'deny', reason: 'its own reason', updated_input: 5 };
    manager.registerGlobalHook('PreToolUse', () => answer as object);
    expect(await manager.executeHooks('PreToolUse', 'Bash', {})).toMatchObject({
      allowed: false,
      reason: 'its own reason',
      hook_errors: [expect.stringContaining('updated_input')],
    });
  });
});

describe('a chain that is shared with other doors', () => {
  it('runs their hooks and ours in one order, each seeing what the previous one left', async () => {
    const { manager, hooks } = newManager();
    hooks.on('PreToolUse', { name: 'theirs' }, () => modify({ command: 'ls' }));
    manager.registerGlobalHook('PreToolUse', function ours({ tool_input }) {
      return { updated_input: { command: `${tool_input['command']} -l` } };
    });
    hooks.on('PreToolUse', { name: 'last' }, ({ tool_input }) => deny(String(tool_input['command'])));
    expect(await manager.executeHooks('PreToolUse', 'Bash', { command: 'rm' })).toMatchObject({
      reason: 'ls -l',
      hook_name: 'last',
      modified_args: '{"command":"ls -l"}',
    });
  });

  it('gives effects that MassGen has no word for the nearest one', async () => {
    const { manager, hooks } = newManager();
    const remove = hooks.on('PreToolUse', { name: 'stops' }, () => halt('enough'));
    expect(await manager.executeHooks('PreToolUse', 'Bash', {})).toMatchObject({
      allowed: false,
      reason: 'enough',
    });
    remove();
    hooks.on('PreToolUse', { name: 'hints' }, () => [allow(), inject('a hint')]);
    expect(await manager.executeHooks('PreToolUse', 'Bash', {})).toMatchObject({
      decision: 'allow',
      inject: { content: 'a hint', strategy: 'tool_result' },
      injections: [{ content: 'a hint', strategy: 'system', hook_name: 'hints' }],
    });
    hooks.on('PostToolUse', { name: 'redacts' }, () => modify('***'));
    expect(await manager.executeHooks('PostToolUse', 'Bash', {}, {}, 'secret')).toMatchObject({
      allowed: true,
      updated_output: '***',
    });
    hooks.on('PostToolUse', { name: 'hides' }, () => suppress());
    expect(await manager.executeHooks('PostToolUse', 'Bash', {}, {}, 'secret')).toMatchObject({
      allowed: false,
      reason: 'Output suppressed by hook hides',
      executed_hooks: [{ decision: 'allow' }, { hook_name: 'hides', decision: 'deny' }],
    });
  });

  it('keeps guards running for an agent that overrides', async () => {
    const { manager, hooks } = newManager();
    hooks.on('PreToolUse', { name: 'must-hold', guard: true }, () => deny('a guard holds'));
    manager.registerAgentHook('a1', 'PreToolUse', () => HookResult.allow(), { override: true });
    const result = await manager.executeHooks('PreToolUse', 'Bash', {}, { agent_id: 'a1' });
    expect(result.reason).toBe('a guard holds');
  });

  it('does not time the firings of others', async () => {
    const { manager, hooks } = newManager();
    hooks.on('PreToolUse', () => {});
    const input = { tool_name: 'Bash', tool_input: {}, tool_use_id: '' };
    await manager.executeHooks('PreToolUse', 'Bash', {});
    expect((await hooks.fire('PreToolUse', input)).runs[0]?.durationMs).toBeNull();
  });
});

describe('registration', () => {
  it('takes two hooks of one name as two hooks, at any event and level', async () => {
    const { manager } = newManager();
    const audit = () => ({ inject: { content: 'audited' } });
    manager.registerGlobalHook('PostToolUse', audit);
    manager.registerGlobalHook('PostToolUse', audit);
    manager.registerGlobalHook('PreToolUse', audit);
    manager.registerAgentHook('a1', 'PostToolUse', audit);
    const { executed_hooks } = await manager.executeHooks('PostToolUse', 'Bash', {}, { agent_id: 'a1' });
    expect(executed_hooks.map(({ hook_name }) => hook_name)).toEqual(['audit', 'audit (2)', 'audit (4)']);
  });

  it('gives the function that removes the hook', async () => {
    const { manager } = newManager();
    const remove = manager.registerGlobalHook('PreToolUse', () => HookResult.deny());
    expect(remove()).toBe(true);
    expect((await manager.executeHooks('PreToolUse', 'Bash', {})).allowed).toBe(true);
  });

  it('makes a chain of its own when it is given none', async () => {
    const messages: string[] = [];
    const manager = new GeneralHookManager({ log: ({ message }) => messages.push(message) });
    manager.registerGlobalHook('PreToolUse', () => {
      throw new Error('noted');
    });
    await manager.executeHooks('PreToolUse', 'Bash', {});
    expect(messages).toEqual([expect.stringContaining('noted')]);
  });

  it.each([
    [
      'PreToolUze',
      () => {},
      'unknown hook type "PreToolUze": it is one of pre_call, post_call, PreToolUse, PostToolUse, did you mean "PreToolUse"?',
    ],
    [
      'PreToolUse',
      5,
      'a hook manager takes a function, a FunctionHook, a PythonCallableHook or an ExternalCommandHook, not 5',
    ],
    ['PreToolUse', { name: 'empty' }, 'a hook manager takes a function'],
    [
      'PreToolUse',
      { name: 'a', timeout: 0, execute() {} },
      'the hook "a" takes a number of seconds above 0 as its timeout, not 0',
    ],
    [
      'PreToolUse',
      { name: 'a', fail_closed: 'yes', execute() {} },
      'the hook "a" takes true or false as its fail_closed, not "yes"',
    ],
    ['PreToolUse', { name: 'a', matcher: '|', execute() {} }, 'has no alternative'],
  ])('refuses %s with %o', async (hookType, hook, message) => {
    const { manager } = newManager();
    for (const door of [manager, new FunctionHookManager({ hooks: manager.hooks })]) {
      expect(() => door.registerGlobalHook(hookType as HookType, hook as MassgenHook)).toThrow(message);
    }
  });

  it('refuses to execute an unknown hook type, by a rejection', async () => {
    const { manager } = newManager();
    await expect(manager.executeHooks('Stop' as HookType, 'Bash', {})).rejects.toThrow(
      'unknown hook type "Stop"',
    );
  });
});
