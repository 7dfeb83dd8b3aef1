import { describe, expect, it } from 'vitest';
import type { PointRef } from '../../../src/engine/points/point-types.ts';
import { deny, inject, modify } from '../../../src/entries/index.ts';
import { bash, bashResult, quietHooks, sleep } from '../../support/hooks.ts';

describe('order', () => {
  it('runs lower priorities first, then global before scoped, then by registration', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    const scope = hooks.scope('agent');
    scope.on('PreToolUse', () => void ran.push('scoped'));
    hooks.on('PreToolUse', () => void ran.push('default'));
    hooks.on('PreToolUse', { priority: 50 }, () => void ran.push('script'));
    hooks.on('PreToolUse', { priority: 1 }, () => void ran.push('system'));
    hooks.on('PreToolUse', { priority: 100 }, () => void ran.push('default too'));
    scope.on('PreToolUse', { priority: 10 }, () => void ran.push('scoped security'));
    await hooks.fire('PreToolUse', bash, { agent: 'agent' });
    expect(ran).toEqual(['system', 'scoped security', 'script', 'default', 'default too', 'scoped']);
  });

  it('is not disturbed by registrations during a firing', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    const removeLast = { now: () => false };
    hooks.on('PreToolUse', async () => {
      ran.push('first');
      hooks.on('PreToolUse', { priority: 500 }, () => void ran.push('new'));
      removeLast.now();
      await sleep(1);
    });
    removeLast.now = hooks.on('PreToolUse', () => void ran.push('last'));
    await hooks.fire('PreToolUse', bash);
    expect(ran).toEqual(['first', 'last']);
    await hooks.fire('PreToolUse', bash);
    expect(ran).toEqual(['first', 'last', 'first', 'new']);
  });
});

describe('series', () => {
  it('shows each hook the subject as the previous left it', async () => {
    const { hooks } = quietHooks();
    const seen: unknown[] = [];
    hooks.on('PreToolUse', (input) => {
      seen.push(input.tool_input);
      return modify({ command: 'one' });
    });
    hooks.on('PreToolUse', async (input) => {
      await sleep(1);
      seen.push(input.tool_input);
      return modify({ command: 'two' });
    });
    hooks.on('PreToolUse', (input) => void seen.push(input.tool_input));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(seen).toEqual([{ command: 'ls' }, { command: 'one' }, { command: 'two' }]);
    expect(outcome.value).toEqual({ command: 'two' });
    expect(bash.tool_input).toEqual({ command: 'ls' });
  });

  it('replaces the subject whole, also with an empty object', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => modify({}));
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ value: {}, modified: true });
  });

  it.each([
    ['PostToolUse', bashResult, { stdout: '***' }],
    ['pre:message', { prompt: 'hi' }, '[Project: x]\nhi'],
    ['post:message', { output: 'key=1' }, 'key=***'],
    ['pre:agent:spawn', { agent: 'a', agent_type: 'explore', config: {} }, { model: 'small' }],
    ['pre:git:write', { path: 'a.txt', content: 'a' }, 'b'],
    ['pre:view:render', { view: 'main', data: [] }, [1]],
    ['PreCompact', { trigger: 'auto', custom_instructions: null }, 'keep the names'],
    ['PermissionRequest', bash, { command: 'true' }],
  ] as const)('modifies the subject of %s', async (point, input, value) => {
    const { hooks } = quietHooks();
    hooks.on(point as PointRef, (() => modify(value)) as never);
    expect(await hooks.fire(point, input as never)).toMatchObject({ value, modified: true });
  });

  it('keeps the injections of hooks that ran before a deny', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'style' }, () => inject('use tabs'));
    hooks.on('PreToolUse', () => deny('no'));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.decision).toBe('deny');
    expect(outcome.injections).toEqual([{ content: 'use tabs', into: 'system', hook: 'style' }]);
  });

  it('keeps every injection and its own place', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', () => inject('one', { into: 'tool_result' }));
    hooks.on('PostToolUse', () => [inject('two', { into: 'user_message' }), inject('three')]);
    const outcome = await hooks.fire('PostToolUse', bashResult);
    expect(outcome.injections.map(({ content, into }) => [content, into])).toEqual([
      ['one', 'tool_result'],
      ['two', 'user_message'],
      ['three', 'system'],
    ]);
  });

  it('lets a hook read the subject as the model would, where the host says how', async () => {
    const { hooks } = quietHooks();
    const read: unknown[] = [];
    hooks.on('PostToolUse', () => modify({ stdout: 'b.txt' }));
    hooks.on('PostToolUse', ({ tool_response }, { render }) => void read.push(render?.(tool_response)));
    await hooks.fire('PostToolUse', bashResult, { render: (value) => `read: ${JSON.stringify(value)}` });
    await hooks.fire('PostToolUse', bashResult);
    expect(read).toEqual(['read: {"stdout":"b.txt"}', undefined]);
  });

  it('tells each hook in whose words the input is', async () => {
    const { hooks } = quietHooks();
    const told: unknown[] = [];
    hooks.on('PreToolUse', (_, { wire }) => void told.push(wire));
    await hooks.fire('PreToolUse', bash, { wire: 'claude-code' });
    await hooks.fire('PreToolUse', bash);
    expect(told).toEqual(['claude-code', undefined]);
  });

  it('injects into the system prompt where there is no tool result', async () => {
    const { hooks } = quietHooks();
    hooks.on('SessionStart', () => inject('hello', { into: 'tool_result' }));
    const outcome = await hooks.fire('SessionStart', { source: 'startup' });
    expect(outcome.injections).toMatchObject([{ content: 'hello', into: 'system' }]);
  });

  it('fills in the base fields and the canonical name of the event', async () => {
    const { hooks } = quietHooks({
      base: {
        session_id: 's1',
        transcript_path: '/t.jsonl',
        cwd: '/project',
        permission_mode: 'default',
        orchestrator_id: 'o1',
      },
    });
    let seen: unknown;
    hooks.on('pre:tool', (input) => {
      seen = input;
    });
    await hooks.fire('pre:tool', bash);
    expect(seen).toEqual({
      session_id: 's1',
      transcript_path: '/t.jsonl',
      cwd: '/project',
      permission_mode: 'default',
      orchestrator_id: 'o1',
      hook_event_name: 'PreToolUse',
      ...bash,
    });
  });

  it('takes a complete event as it is', async () => {
    const { hooks } = quietHooks();
    const event = {
      session_id: 's',
      transcript_path: '/t',
      cwd: '/',
      hook_event_name: 'PreToolUse',
      ...bash,
    } as const;
    const seen: unknown[] = [];
    const unregister = hooks.on('PreToolUse', (input) => void seen.push(input));
    await hooks.fire('PreToolUse', event);
    expect(seen[0]).toBe(event);
    unregister();
    hooks.on('PreToolUse', { guard: true }, (input) => void seen.push(input));
    await hooks.fire('PreToolUse', event);
    expect(seen[1]).toEqual(event);
    expect(seen[1]).not.toBe(event);
    for (const missing of ['session_id', 'transcript_path', 'cwd'] as const) {
      await hooks.fire('PreToolUse', { ...event, [missing]: undefined });
    }
    expect(seen).toHaveLength(5);
  });

  it('asks the host for the base fields of each firing when it gives a function', async () => {
    let mode = 'plan';
    const { hooks } = quietHooks({ base: () => ({ permission_mode: mode }) });
    const seen: unknown[] = [];
    hooks.on('Stop', (input) => void seen.push(input.permission_mode, input.session_id !== ''));
    await hooks.fire('Stop', { stop_hook_active: false });
    mode = 'default';
    await hooks.fire('Stop', { stop_hook_active: false, session_id: 'own' });
    expect(seen).toEqual(['plan', true, 'default', true]);
  });

  it.each([undefined, null, 'text'])('rejects the input %j', async (input) => {
    const { hooks } = quietHooks();
    await expect(hooks.fire('Stop', input as never)).rejects.toMatchObject({ code: 'input-invalid' });
  });

  it('does not let a field named __proto__ change the event', async () => {
    const { hooks } = quietHooks();
    let mode: unknown;
    hooks.on('Stop', (input) => {
      mode = input.permission_mode;
    });
    await hooks.fire(
      'Stop',
      JSON.parse('{"stop_hook_active": false, "__proto__": {"permission_mode": "x"}}'),
    );
    expect(mode).toBeUndefined();
  });

  it('rejects an input without the field that matchers are tested against', async () => {
    const { hooks } = quietHooks();
    await expect(hooks.fire('PreToolUse', { tool_input: {} } as never)).rejects.toMatchObject({
      code: 'input-invalid',
      message: 'the input of PreToolUse needs tool_name as text, not undefined',
    });
  });
});

describe('matching', () => {
  it('runs only hooks that match, by list, pattern or everything', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    for (const matcher of ['Bash', 'Write | Bash', 'B*', '*', '', 'bash', 'Write', '[!B]*']) {
      hooks.on('PreToolUse', { matcher }, () => void ran.push(matcher));
    }
    hooks.on('PreToolUse', () => void ran.push('none'));
    await hooks.fire('PreToolUse', bash);
    expect(ran).toEqual(['Bash', 'Write | Bash', 'B*', '*', '', 'none']);
  });

  it('reads pre:tool:shell as pre:tool with the matcher shell', async () => {
    const { hooks } = quietHooks();
    hooks.on('pre:tool:shell', { name: 'shell' }, () => deny('no shell'));
    expect((await hooks.fire('PreToolUse', { ...bash, tool_name: 'Write' })).decision).toBeNull();
    expect((await hooks.fire('pre:tool', { ...bash, tool_name: 'shell' })).decidedBy).toBe('shell');
  });

  it('warns of a matcher on a point that matches nothing, and the hook fires', async () => {
    const { hooks, log } = quietHooks();
    let ran = false;
    hooks.on('Stop', { matcher: 'zzz' }, () => {
      ran = true;
    });
    await hooks.fire('Stop', { stop_hook_active: false });
    expect(ran).toBe(true);
    expect(log).toMatchObject([
      { level: 'warning', message: expect.stringContaining('Stop matches nothing') },
    ]);
  });

  it('warns of a bracket that is never closed', () => {
    const { hooks, log } = quietHooks();
    hooks.on('PreToolUse', { matcher: 'Ba[sh' }, () => {});
    expect(log).toMatchObject([{ level: 'warning', message: expect.stringContaining('never closed') }]);
  });

  it('finds each plan again when values take turns', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { matcher: 'Bash', name: 'bash' }, () => {});
    hooks.on('PreToolUse', { matcher: 'Edit', name: 'edit' }, () => {});
    const names = [];
    for (const tool_name of ['Bash', 'Edit', 'Bash', 'Edit', 'Read', 'Bash']) {
      names.push((await hooks.fire('PreToolUse', { ...bash, tool_name })).runs.map(({ hook }) => hook));
    }
    expect(names).toEqual([['bash'], ['edit'], ['bash'], ['edit'], [], ['bash']]);
  });

  it('plans anew for values without end, and finds each', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    hooks.on('pre:git:write', { matcher: 'file-7*' }, (input) => void ran.push(input.path));
    for (let index = 0; index < 2500; index += 1) {
      await hooks.fire('pre:git:write', { path: `file-${index}`, content: '' });
    }
    expect(ran).toHaveLength(1 + 10 + 100);
  });
});
