import { describe, expect, it } from 'vitest';
import { allow, ask, deny, halt, inject, modify, resume, suppress } from '../../../src/entries/index.ts';
import { HookSystem } from '../../../src/front-doors/armament/hook-system.ts';
import type { AnyArgs, HookHandler } from '../../../src/front-doors/armament/types.ts';
import { contexts, counter, quietSystem } from '../../support/firing/hook-system.ts';
import { bash, forever, quietHooks } from '../../support/hooks.ts';

const shell = contexts['pre:tool'];
const message = contexts['pre:message'];
const fails = () => {
  throw new Error('hook bug');
};

describe('options', () => {
  it.each([
    [{ tiemout: 5 }, 'new HookSystem() has no option "tiemout", did you mean "timeout"?'],
    [{ errorBehavior: 'ignore' }, 'takes one of skip, abort, log as its errorBehavior, not "ignore"'],
    [{ timeout: '5s' }, 'takes a number of milliseconds above 0 as its timeout, not "5s"'],
    [{ maxHooksPerPoint: 0 }, 'takes a whole number above 0 as its maxHooksPerPoint, not 0'],
    [{ hooks: {} }, 'takes a Hooks as its hooks'],
    [
      { permissions: 'shellExec' },
      'takes a list or a set of names, or a function that gives a set as its perm',
    ],
    [{ permissions: [1] }, 'permissions'],
    [null, 'takes an object of options, not null'],
  ])('of a system: %j', (options, problem) => {
    expect(() => new HookSystem(options as object)).toThrow(problem);
  });

  it.each([
    [{ prioritty: 1 }, 'a hook at pre:tool has no option "prioritty", did you mean "priority"?'],
    [{ priority: Number.NaN }, 'takes a number as its priority'],
    [{ onError: 'closed' }, 'takes one of skip, abort, log as its onError, not "closed"'],
    [{ name: '' }, 'takes text as its name'],
  ])('of a hook: %j', (options, problem) => {
    const { system } = quietSystem();
    expect(() => system.register('pre:tool', () => {}, options as object)).toThrow(problem);
  });

  it('name the point that was meant, and want a function', () => {
    const { system } = quietSystem();
    expect(() => system.register('pre:tol' as 'pre:tool', () => {})).toThrow('did you mean "pre:tool"?');
    expect(() => system.register('pre:tool', 'x' as never)).toThrow(
      'needs a function as its handler, not "x"',
    );
  });
});

describe('a context', () => {
  it('is told with the arguments as text where the tool has a command, and whole where it has none', async () => {
    const { hooks } = quietHooks();
    const system = new HookSystem<AnyArgs>({ hooks });
    const seen: unknown[] = [];
    system.register('pre:tool', (context) => void seen.push(context));
    await hooks.fire('PreToolUse', bash);
    await hooks.fire('PreToolUse', { ...bash, tool_name: 'Read', tool_input: { file_path: 'a' } });
    expect(seen).toEqual([
      { tool: 'shell', args: 'ls' },
      { tool: 'Read', args: { file_path: 'a' } },
    ]);
  });

  it('keeps the name that an Armament host has for a tool', async () => {
    const system = new HookSystem();
    const seen: string[] = [];
    system.register('pre:tool', ({ tool }) => void seen.push(tool));
    await system.execute('pre:tool', { tool: 'Bash', args: 'ls' });
    await system.execute('pre:tool', { tool: 'shell', args: 'ls' });
    expect(seen).toEqual(['Bash', 'shell']);
  });

  it('becomes the event that hooks of other systems know', async () => {
    const { hooks } = quietHooks({ base: { session_id: 's1', cwd: '/w' } });
    const system = new HookSystem({ hooks });
    const seen: unknown[] = [];
    hooks.on('PreToolUse', (event) => void seen.push(event));
    hooks.on('pre:agent:spawn', { matcher: 'explore' }, (event) => void seen.push(event));
    await system.execute('pre:tool', { ...shell, tool_use_id: 'call-1' });
    await system.execute('pre:agent:spawn', contexts['pre:agent:spawn']);
    const base = { session_id: 's1', transcript_path: '', cwd: '/w' };
    expect(seen).toEqual([
      {
        ...base,
        hook_event_name: 'PreToolUse',
        tool_name: 'shell',
        tool_input: { command: 'ls' },
        tool_use_id: 'call-1',
      },
      {
        ...base,
        hook_event_name: 'pre:agent:spawn',
        agent: 'explore',
        agent_type: 'explore',
        config: { model: 'small' },
      },
    ]);
  });

  it('keeps what Armament has no name for', async () => {
    const { system } = quietSystem();
    system.register('pre:agent:spawn:planner', () => ({ modify: { config: 1 } }));
    const context = { agent: 'a1', agent_type: 'planner', config: 0 };
    expect((await system.execute('pre:agent:spawn', context)).context).toEqual({ ...context, config: 1 });
  });

  it('is not the callers own: nothing that a hook does to it changes it', async () => {
    const { system, log } = quietSystem();
    const given = { agent: 'a', config: { nested: { list: [1] } } };
    system.register('pre:agent:spawn', ({ config }) => {
      (config as typeof given.config).nested.list.push(2);
    });
    const { context } = await system.execute('pre:agent:spawn', given);
    expect(given).toEqual({ agent: 'a', config: { nested: { list: [1] } } });
    expect(context).not.toBe(given);
    expect(context).toEqual(given);
    expect(log[0]?.message).toContain('threw');
  });

  it('may hold objects of the host, which are passed on as they are', async () => {
    const { system } = quietSystem();
    const data = new Map([['row', 1]]);
    const seen: unknown[] = [];
    system.register('pre:view:render', (context) => void seen.push(context.data));
    expect((await system.execute('pre:view:render', { view: 'main', data })).context.data).toBe(data);
    expect(seen[0]).toBe(data);
  });

  it.each([
    ['pre:tool', {}, 'the context of pre:tool needs tool as text, not undefined'],
    ['pre:agent:spawn', { config: 1 }, 'the context of pre:agent:spawn needs agent as text'],
    ['pre:git:write', { path: 7 }, 'the context of pre:git:write needs path as text, not 7'],
    ['pre:message', 'hi', 'the context of pre:message is an object of fields, not "hi"'],
    ['pre:tool:shell', { tool: 'read' }, 'pre:tool:shell cannot be executed with the tool "read"'],
    ['pre:tol', {}, 'unknown point "pre:tol", did you mean "pre:tool"?'],
  ])('of %s cannot be %j', async (point, context, problem) => {
    const { system } = quietSystem();
    const executing = system.execute(point as 'pre:message', context as never);
    await expect(executing).rejects.toThrow(problem);
  });
});

describe('arguments', () => {
  it('come back as text when they were given as text', async () => {
    const { system } = quietSystem();
    system.register('pre:tool', ({ args }) => ({ modify: { args: `${args} -l` } }));
    expect((await system.execute('pre:tool', shell)).context.args).toBe('ls -l');
  });

  it('come back as an object when they were given as one, with all that was in it', async () => {
    const system = new HookSystem<AnyArgs>();
    system.register('pre:tool', ({ args }) => ({ modify: { args: `${String(args)} -l` } }));
    const given = { tool: 'shell', args: { command: 'ls', timeout: 5 } };
    expect((await system.execute('pre:tool', given)).context.args).toEqual({ command: 'ls -l', timeout: 5 });
  });

  it('come back whole when a hook added something that text would lose', async () => {
    const { hooks } = quietHooks();
    const system = new HookSystem({ hooks });
    hooks.on('PreToolUse', () => modify({ command: 'ls', timeout: 5 }));
    expect((await system.execute('pre:tool', shell)).context.args).toEqual({ command: 'ls', timeout: 5 });
  });
});

describe('sub-points', () => {
  it('hear only of what they name', async () => {
    const { system } = quietSystem();
    const seen: string[] = [];
    system.register('pre:tool:shell', ({ args }) => void seen.push(args));
    system.register('pre:tool:re*|write', ({ tool }) => void seen.push(tool));
    await system.execute('pre:tool', shell);
    await system.execute('pre:tool', { tool: 'read', args: 'a' });
    await system.execute('pre:tool', { tool: 'fetch', args: 'a' });
    expect(seen).toEqual(['ls', 'read']);
    expect(system.getHooks('pre:tool:shell')).toHaveLength(1);
    expect(system.getHooks('pre:tool')).toHaveLength(2);
  });

  it('can be executed', async () => {
    const { system } = quietSystem();
    system.register('pre:tool:shell', () => ({ abort: true }));
    expect((await system.execute('pre:tool:shell', shell)).aborted).toBe(true);
    const { context } = await system.execute('pre:tool:read', { args: 'a' } as {
      tool: string;
      args: string;
    });
    expect(context).toEqual({ tool: 'read', args: 'a' });
  });
});

describe('points of other systems', () => {
  it('can be executed with their own fields', async () => {
    const { system } = quietSystem();
    const seen: unknown[] = [];
    system.register('UserPromptSubmit', (context) => void seen.push(context.prompt));
    system.register('SubagentStop:explore', (context) => void seen.push(context));
    await system.execute('UserPromptSubmit', { prompt: 'hi' });
    const stop = {
      stop_hook_active: false,
      agent_id: 'a',
      agent_transcript_path: '/t',
      agent_type: 'explore',
    };
    await system.execute('SubagentStop', stop);
    expect(seen).toEqual(['hi', stop]);
  });

  it('cannot be aborted by hooks of Armament, whose table does not have them', async () => {
    const { system, log } = quietSystem();
    const bold = (() => ({ abort: true })) as unknown as HookHandler<'UserPromptSubmit'>;
    system.register('UserPromptSubmit', bold, { name: 'bold' });
    expect((await system.execute('UserPromptSubmit', { prompt: 'hi' })).aborted).toBe(false);
    expect(log[0]?.message).toContain('has no deny at UserPromptSubmit');
  });
});

describe('errors', () => {
  it('as a default of abort are logged where nothing can be blocked', async () => {
    const { system, log } = quietSystem({ errorBehavior: 'abort' });
    system.register('post:message', fails);
    expect((await system.execute('post:message', contexts['post:message'])).aborted).toBe(false);
    expect(log).toHaveLength(1);
  });

  it('cannot abort by a hooks own wish where nothing can be blocked', () => {
    const { system } = quietSystem();
    expect(() => system.register('post:message', fails, { onError: 'abort' })).toThrow(
      'nothing can be blocked',
    );
    expect(() => system.register('pre:view:render', fails, { onError: 'abort' })).toThrow(
      'nothing can be blocked',
    );
  });

  it.each(['skip', 'log'] as const)(
    'are skipped or logged, but an answer that decides unclearly aborts (%s)',
    async (errorBehavior) => {
      for (const answer of [{ abort: 1 }, { abort: 'yes' }, { aborted: true }]) {
        const { system } = quietSystem({ errorBehavior });
        system.register('pre:tool', (() => answer) as unknown as HookHandler<'pre:tool'>, {
          name: 'garbled',
        });
        const { aborted, reason } = await system.execute('pre:tool', shell);
        expect(aborted).toBe(true);
        expect(reason).toContain('hook "garbled" failed (unclear)');
      }
    },
  );

  it('that abort after a tool hide its result', async () => {
    const { system } = quietSystem();
    system.register('post:tool', fails, { onError: 'abort' });
    expect(await system.execute('post:tool', contexts['post:tool'])).toMatchObject({
      aborted: false,
      context: { result: '[output suppressed by hook]' },
    });
  });

  it('abort in time too', async () => {
    const { system } = quietSystem({ timeout: 20, errorBehavior: 'abort' });
    system.register('pre:tool', forever, { name: 'slow' });
    const { aborted, reason } = await system.execute('pre:tool', shell);
    expect({ aborted, reason }).toEqual({
      aborted: true,
      reason: 'hook "slow" failed (timeout): did not answer within 20 ms',
    });
  });

  it('abort the signal of a hook that did not answer', async () => {
    const { system } = quietSystem({ timeout: 20 });
    let isAborted = false;
    system.register('pre:tool', (_context, { signal }) => {
      signal.addEventListener('abort', () => {
        isAborted = true;
      });
      return forever();
    });
    await system.execute('pre:tool', shell);
    expect(isAborted).toBe(true);
  });

  it.each([
    [{ modified: { prompt: 'x' } }, 'did you mean "modify"?'],
    [{ abort: 'yes' }, 'instead of true or false'],
    ['abort', 'instead of an object'],
    [deny('no'), 'answered'],
  ])('are also returns that cannot be understood: %j', async (returned, problem) => {
    const odd = (() => returned) as unknown as HookHandler<'pre:message'>;
    const { system, log } = quietSystem();
    system.register('pre:message', odd);
    await system.execute('pre:message', message);
    expect(log[0]?.message).toContain(problem);
    const strict = quietSystem({ errorBehavior: 'abort' }).system;
    strict.register('pre:message', odd);
    expect((await strict.execute('pre:message', message)).aborted).toBe(true);
  });
});

describe('hooks of other systems in one chain', () => {
  it('run in order with those of Armament, and see what they changed', async () => {
    const { hooks } = quietHooks();
    const system = new HookSystem({ hooks });
    const order: unknown[] = [];
    hooks.on('PreToolUse', { priority: 20 }, ({ tool_input }) => {
      order.push(tool_input);
      return modify({ command: `${tool_input['command']} -a` });
    });
    system.register('pre:tool', ({ args }) => ({ modify: { args: `${args} -l` } }), { priority: 10 });
    system.register('pre:tool:shell', ({ args }) => void order.push(args), { priority: 30 });
    expect((await system.execute('pre:tool', shell)).context.args).toBe('ls -l -a');
    expect(order).toEqual([{ command: 'ls -l' }, 'ls -l -a']);
    expect((await hooks.fire('PreToolUse', { ...bash, tool_name: 'shell' })).value).toEqual({
      command: 'ls -l -a',
    });
  });

  it.each([
    ['PreToolUse', () => deny('no'), true, 'no'],
    [
      'PreToolUse',
      () => ask('sure?'),
      true,
      'a person would have to approve this, and there is no person to ask here: sure?',
    ],
    ['PreToolUse', () => halt('enough'), true, 'enough'],
    ['PreToolUse', () => allow('fine'), false, null],
    ['PreToolUse', () => inject('note'), false, null],
    ['Stop', () => resume('go on'), true, 'go on'],
  ] as const)('decide at %s too: %s', async (point, handler, aborted, reason) => {
    const { hooks } = quietHooks();
    const system = new HookSystem({ hooks });
    hooks.on(point, handler as unknown as () => undefined);
    const result =
      point === 'Stop'
        ? await system.execute('Stop', { stop_hook_active: false })
        : await system.execute('pre:tool', shell);
    expect(result).toMatchObject({ aborted, reason });
  });

  it('may suppress a result', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', () => suppress());
    const { context } = await new HookSystem({ hooks }).execute('post:tool', contexts['post:tool']);
    expect(context.result).toBe('[output suppressed by hook]');
  });

  it('do not count for the limit of a system that joins them', () => {
    const { hooks } = quietHooks();
    const system = new HookSystem({ hooks, maxHooksPerPoint: 1 });
    hooks.on('pre:message', () => {});
    system.register('pre:message', () => {}, { name: 'a' });
    system.register('pre:message', () => {}, { name: 'a' });
    expect(() => system.register('pre:message', () => {})).toThrow('maxHooksPerPoint');
    expect(system.list()).toHaveLength(2);
  });

  it('that are guards are not switched off by this door', () => {
    const { hooks } = quietHooks();
    const system = new HookSystem({ hooks });
    hooks.on('PreToolUse', { name: 'no-rm', guard: true }, () => {});
    expect(() => system.disable('no-rm')).toThrow('cannot be disabled');
    expect(() => system.unregister('no-rm')).toThrow('only its own unregister function');
  });
});

describe('a system', () => {
  it('removes every hook of a handler', async () => {
    const { system } = quietSystem();
    const handler = counter();
    system.register('pre:message', handler);
    system.register('post:message', handler);
    expect(system.unregister(handler)).toBe(true);
    expect(system.unregister(handler)).toBe(false);
    await system.execute('pre:message', message);
    expect(handler.calls).toBe(0);
  });

  it('waits for whatever can be awaited', async () => {
    const { system } = quietSystem();
    // biome-ignore lint/suspicious/noThenProperty: some libraries have promises of their own
    const odd = { then: (settle: (value: object) => void) => settle({ abort: true, reason: 'no' }) };
    system.register('pre:message', (() => odd) as unknown as HookHandler<'pre:message'>);
    expect(await system.execute('pre:message', message)).toMatchObject({ aborted: true, reason: 'no' });
  });

  it('can be told whose event it is, and be cancelled', async () => {
    const { hooks } = quietHooks();
    const system = new HookSystem({ hooks });
    hooks.scope('lead').on('pre:message', () => deny('not the lead'));
    expect((await system.execute('pre:message', message)).aborted).toBe(false);
    expect((await system.execute('pre:message', message, { agent: 'lead' })).aborted).toBe(true);
    const signal = AbortSignal.abort();
    expect((await system.execute('pre:message', message, { signal })).aborted).toBe(true);
  });

  it('logs a listener to notices that fails, and goes on', async () => {
    const { system, log } = quietSystem({ onNotice: fails });
    system.registerScript('hook pre:message /notify hi');
    expect((await system.execute('pre:message', message)).aborted).toBe(false);
    expect(log[0]?.message).toBe('onNotice failed: hook bug');
  });

  it('gives every firing the hooks that were there when it began', async () => {
    const { system } = quietSystem();
    const late = counter();
    system.register('pre:message', () => void system.register('pre:message', late), { name: 'a' });
    await system.execute('pre:message', message);
    expect(late.calls).toBe(0);
  });
});

describe('types', () => {
  it('give a hook the fields of its point, and let it return what it may', () => {
    const { system } = quietSystem();
    system.register('pre:message', ({ prompt }) => ({ modify: { prompt: prompt.trim() } }));
    system.register('pre:tool:shell', ({ args }) => (args.startsWith('rm') ? { abort: true } : null));
    system.register('pre:git:write', ({ path, content }) => ({ abort: path === content }));
    // @ts-expect-error: there is no prompt after a message
    system.register('post:message', ({ prompt }) => void prompt);
    // @ts-expect-error: the answer was already given
    system.register('post:message', () => ({ abort: true }));
    // @ts-expect-error: a phase cannot be modified
    system.register('pre:session:phase', () => ({ modify: { phase: 'x' } }));
    // @ts-expect-error: only the prompt can be modified
    system.register('pre:message', () => ({ modify: { output: 'x' } }));
    // @ts-expect-error: a prompt is text
    system.register('pre:message', () => ({ modify: { prompt: 7 } }));
    // @ts-expect-error: no such point
    expect(() => system.register('pre:nothing', () => {})).toThrow('unknown point');
  });

  it('give execute the context of its point', async () => {
    const { system } = quietSystem();
    const { context } = await system.execute('pre:message', message);
    expect(context.prompt.length).toBe(5);
    // @ts-expect-error: the prompt is missing
    await system.execute('pre:message', {});
    // @ts-expect-error: arguments are text unless the system is for others
    await system.execute('pre:tool', { tool: 'shell', args: { command: 'ls' } });
  });
});
