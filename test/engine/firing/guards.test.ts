import { describe, expect, it } from 'vitest';
import {
  allow,
  ask,
  deny,
  HookFailure,
  halt,
  inject,
  modify,
  suppress,
  type ToolInput,
} from '../../../src/entries/index.ts';
import { bash, bashResult, forever, quietHooks, sleep } from '../../support/hooks.ts';

const inputs = {
  PostToolUse: bashResult,
  PermissionRequest: { tool_name: 'Bash', tool_input: { command: 'ls' } },
  UserPromptSubmit: { prompt: 'hi' },
  PreCompact: { trigger: 'auto', custom_instructions: null },
  Stop: { stop_hook_active: false },
} as const;

function noRm({ tool_input }: { tool_input: ToolInput }): ReturnType<typeof deny> | undefined {
  return String(tool_input['command']).startsWith('rm') ? deny('no rm') : undefined;
}

describe('guards', () => {
  it('judges again when the subject changed after it ran, and its deny counts', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'no-rm', guard: true, priority: 1 }, noRm);
    hooks.on('PreToolUse', { name: 'sneaky' }, () => modify({ command: 'rm -rf .' }));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'no rm', decidedBy: 'no-rm' });
    expect(outcome.runs.map(({ hook }) => hook)).toEqual(['no-rm', 'sneaky', 'no-rm']);
  });

  it('does not judge again what did not change, nor its own rewrite', async () => {
    const { hooks } = quietHooks();
    let calls = 0;
    hooks.on('PreToolUse', () => modify({ command: 'ls -l' }));
    hooks.on('PreToolUse', { guard: true }, () => {
      calls += 1;
      return modify({ command: 'ls -la' });
    });
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(calls).toBe(1);
    expect(outcome.value).toEqual({ command: 'ls -la' });
  });

  it('drops what does not hold back when it judges again', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'rewriter', guard: true, priority: 1 }, () => [
      modify({ command: 'guarded' }),
      inject('note'),
      allow(),
      ask('really?'),
    ]);
    hooks.on('PreToolUse', () => modify({ command: 'last' }));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ value: { command: 'last' }, decision: 'ask', reason: 'really?' });
    expect(outcome.injections).toHaveLength(1);
    expect(outcome.runs[2]?.dropped.map(({ type }) => type)).toEqual(['modify', 'inject', 'allow']);
  });

  it('judges again at a quiet pace: a second silence is recorded too', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'quiet', guard: true, priority: 1 }, () => {});
    hooks.on('PreToolUse', { name: 'rewriter' }, async () => modify({ command: 'x' }));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.runs.map(({ hook, status }) => [hook, status])).toEqual([
      ['quiet', 'ok'],
      ['rewriter', 'ok'],
      ['quiet', 'ok'],
    ]);
  });

  it('judges again after a parallel group in which another member rewrote the subject', async () => {
    const { hooks } = quietHooks();
    const group = hooks.group({ parallel: true });
    group.on('PreToolUse', () => modify({ command: 'rm x' }));
    group.on('PreToolUse', { name: 'no-rm', guard: true }, noRm);
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ decision: 'deny', decidedBy: 'no-rm' });
  });

  it('cannot be fooled by a hook that changes the subject in place', async () => {
    const { hooks } = quietHooks();
    const input = { ...bash, tool_input: { command: 'ls', list: [{ a: 1 }] } };
    hooks.on('PreToolUse', { name: 'no-rm', guard: true, priority: 1 }, noRm);
    hooks.on('PreToolUse', { name: 'mutator' }, (given) => {
      (given.tool_input as { command: string }).command = 'rm -rf /';
    });
    const outcome = await hooks.fire('PreToolUse', input);
    expect(outcome.value).toEqual(input.tool_input);
    expect(input.tool_input.command).toBe('ls');
    expect(outcome.runs[1]).toMatchObject({ hook: 'mutator', status: 'failed', failure: 'threw' });
  });

  it('cannot be fooled by a rewriter that changes its value afterwards', async () => {
    const { hooks } = quietHooks();
    const value = { command: 'ls -l' };
    hooks.on('PreToolUse', { priority: 1 }, () => modify(value));
    hooks.on('PreToolUse', { name: 'no-rm', guard: true, priority: 2 }, noRm);
    hooks.on('PreToolUse', async () => {
      value.command = 'rm -rf /';
    });
    expect((await hooks.fire('PreToolUse', bash)).value).toEqual({ command: 'ls -l' });
  });

  it('cannot be fooled by a host that changes its event while the guard thinks', async () => {
    const { hooks } = quietHooks();
    const input = { ...bash, tool_input: { command: 'ls' } };
    hooks.on('PreToolUse', { guard: true }, async () => sleep(1));
    const firing = hooks.fire('PreToolUse', input);
    input.tool_input.command = 'rm -rf /';
    expect((await firing).value).toEqual({ command: 'ls' });
  });

  it('sees the odd keys that go out', async () => {
    const { hooks } = quietHooks();
    let seen = '';
    hooks.on('PreToolUse', { guard: true }, ({ tool_input }) => {
      seen = JSON.stringify(tool_input);
    });
    const tool_input = JSON.parse('{"__proto__": {"command": "rm"}}');
    const outcome = await hooks.fire('PreToolUse', { ...bash, tool_input });
    expect(seen).toBe('{"__proto__":{"command":"rm"}}');
    expect(JSON.stringify(outcome.value)).toBe(seen);
  });

  it('gets the whole event frozen, not only the subject', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', { name: 'mutator' }, ({ tool_input }) => {
      (tool_input as { command: string }).command = 'safe';
    });
    hooks.on('PostToolUse', { name: 'guard', guard: true }, ({ tool_input }) =>
      tool_input['command'] === 'ls' ? suppress() : undefined,
    );
    const outcome = await hooks.fire('PostToolUse', { ...bash, tool_response: 'x' });
    expect(outcome.suppressed).toBe(true);
  });

  it.each([
    ['a deny where only suppress holds back', 'PostToolUse', () => deny('secret'), { suppressed: true }],
    ['an ask where nobody is asked', 'PermissionRequest', () => ask('sure?'), { decision: 'deny' }],
    ['a modify where nothing can be changed', 'UserPromptSubmit', () => modify('x'), { decision: 'deny' }],
    ['a halt where no turn can end', 'PreCompact', () => halt('stop'), { decision: 'deny' }],
    ['a deny of an agent that is about to stop', 'Stop', () => deny('not yet'), { resume: true }],
  ] as const)('has failed, and blocks, when %s is dropped', async (_, point, handler, held) => {
    const { hooks, log } = quietHooks();
    hooks.on(point, { name: 'guard', guard: true }, handler as never);
    const outcome = await hooks.fire(point, inputs[point] as never);
    expect(outcome).toMatchObject({ ...held, decidedBy: 'guard' });
    expect(outcome.runs[0]).toMatchObject({
      status: 'failed',
      failure: 'unclear',
      dropped: [{ type: handler().type }],
    });
    expect(log).toMatchObject([{ level: 'error' }, { level: 'warning' }]);
  });

  it('has failed when its protocol has no word for what it asked, also beside others', async () => {
    const { hooks } = quietHooks();
    const group = hooks.group({ parallel: true });
    group.on('PreToolUse', { name: 'guard', guard: true, rights: ['deny'] }, () => ask('sure?'));
    group.on('PreToolUse', async () => {});
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ decision: 'deny', decidedBy: 'guard' });
    expect(outcome.reason).toContain('the protocol of "guard" has no ask at PreToolUse');
  });

  it('has not failed when it held back by other means, or lost nothing that holds back', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', { name: 'both', guard: true }, (() => [deny('secret'), suppress()]) as never);
    hooks.on('PreToolUse', { name: 'no output yet', guard: true }, (() => suppress()) as never);
    hooks.on('UserPromptSubmit', { name: 'grants', guard: true }, (() => allow()) as never);
    const hidden = await hooks.fire('PostToolUse', bashResult);
    expect(hidden).toMatchObject({ suppressed: true, runs: [{ status: 'ok', dropped: [{ type: 'deny' }] }] });
    const before = await hooks.fire('PreToolUse', bash);
    expect(before).toMatchObject({
      decision: null,
      runs: [{ status: 'ok', dropped: [{ type: 'suppress' }] }],
    });
    const prompt = await hooks.fire('UserPromptSubmit', { prompt: 'hi' });
    expect(prompt).toMatchObject({ decision: null, runs: [{ status: 'ok', dropped: [{ type: 'allow' }] }] });
  });

  it('is the only kind of hook that fails so', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', { onFailure: 'closed' }, (() => deny('secret')) as never);
    expect(await hooks.fire('PostToolUse', bashResult)).toMatchObject({
      suppressed: false,
      runs: [{ status: 'ok' }],
    });
  });

  it('refuses to judge what is not plain data', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { guard: true }, () => {});
    const tool_input = { when: new Date(0) };
    await expect(hooks.fire('PreToolUse', { ...bash, tool_input })).rejects.toMatchObject({
      code: 'input-invalid',
      message: 'the input of PreToolUse must be plain data: the value at tool_input.when is not plain data',
    });
  });

  it('is not undone by an observer that changes what it is told', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { guard: true }, noRm);
    hooks.on('PreToolUse', { name: 'watcher', mode: 'observe' }, (_, { outcome }) => {
      const injections = outcome?.injections as unknown[] | undefined;
      injections?.push('x');
    });
    hooks.on('PreToolUse', { name: 'other', mode: 'observe' }, (_, { outcome }) => {
      Object.assign(outcome?.value ?? {}, { command: 'rm' });
    });
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ value: { command: 'ls' }, injections: [] });
    expect(outcome.runs.map(({ failure }) => failure)).toEqual([null, 'threw', 'threw']);
  });

  it('blocks though its own failure says that it was cancelled, or lies about its kind', async () => {
    for (const failure of [
      new HookFailure('cancelled', 'x'),
      Object.assign(new HookFailure('exit', 'x'), { kind: 'bogus' }),
    ]) {
      const { hooks } = quietHooks();
      hooks.on('PreToolUse', { guard: true }, () => Promise.reject(failure));
      expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
    }
  });

  it('cannot be registered once, nor without the right to block', () => {
    const { hooks } = quietHooks();
    expect(() => hooks.once('PreToolUse', { guard: true }, () => {})).toThrow('a guard must hold for good');
    expect(() => hooks.on('PreToolUse', { guard: true, rights: ['modify'] }, () => {})).toThrow(
      'is a guard, which needs the right to deny',
    );
  });

  it('is not logged for what it asks again', async () => {
    const { hooks, log } = quietHooks();
    hooks.on('PreToolUse', { guard: true, priority: 1 }, () => inject('note'));
    hooks.on('PreToolUse', () => modify({ command: 'x' }));
    await hooks.fire('PreToolUse', bash);
    expect(log).toEqual([]);
  });

  it('works at points without a subject', async () => {
    const { hooks } = quietHooks();
    hooks.on('Stop', { name: 'g', guard: true }, (input) => {
      expect(Object.isFrozen(input)).toBe(true);
    });
    expect((await hooks.fire('Stop', { stop_hook_active: false })).runs[0]?.status).toBe('ok');
  });

  it.each([
    ['throws', 'threw', (): Promise<never> => Promise.reject(new Error('bug'))],
    ['hangs', 'timeout', forever],
    ['answers nonsense', 'invalid', (): number => 42],
  ])('blocks the action when it %s', async (_, failure, handler) => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'g', guard: true, timeoutMs: 20 }, handler as never);
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ decision: 'deny', decidedBy: 'g' });
    expect(outcome.reason).toContain(`hook "g" failed (${failure})`);
  });

  it('is not overridden by an agent that overrides the point', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    hooks.on('PreToolUse', { guard: true }, () => void ran.push('guard'));
    hooks.on('PreToolUse', () => void ran.push('global'));
    hooks.scope('agent', { override: ['PreToolUse'] }).on('PreToolUse', () => void ran.push('own'));
    await hooks.fire('PreToolUse', bash, { agent: 'agent' });
    expect(ran).toEqual(['guard', 'own']);
  });

  it('cannot be disabled, replaced or removed by name; its own function removes it', async () => {
    const { hooks } = quietHooks();
    const remove = hooks.on('PreToolUse', { name: 'g', guard: true }, () => deny('held'));
    expect(() => hooks.disable('g')).toThrow('"g" is a guard at PreToolUse and cannot be disabled');
    expect(() => hooks.off('g')).toThrow('only its own unregister function removes it');
    expect(() => hooks.on('PreToolUse', { name: 'g' }, () => {})).toThrow('cannot be replaced');
    hooks.enable('g');
    expect(hooks.isEnabled('g')).toBe(true);
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
    expect(remove()).toBe(true);
    expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
  });

  it.each([
    [{ mode: 'observe' }, 'only observe'],
    [{ mode: 'background' }, 'run in the background'],
    [{ onFailure: 'open' }, 'always fails closed'],
  ] as const)('refuses %j', (options, message) => {
    const { hooks } = quietHooks();
    expect(() => hooks.on('PreToolUse', { guard: true, ...options }, () => {})).toThrow(message);
  });

  it('is told that it is one', async () => {
    const { hooks } = quietHooks();
    const told: unknown[] = [];
    for (const guard of [true, false])
      hooks.on('PreToolUse', { guard }, (_, context) => void told.push(context.guard));
    await hooks.fire('PreToolUse', bash);
    expect(told).toEqual([true, false]);
  });

  it('is an error where nothing can be blocked', () => {
    const { hooks } = quietHooks();
    expect(() => hooks.on('post:message', { guard: true }, () => {})).toThrow(
      'a hook at post:message cannot be a guard, since nothing can be blocked there',
    );
  });

  it('is never disabled because it failed often', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'g', guard: true }, () => {
      throw new HookFailure('exit', 'code 1');
    });
    for (let round = 0; round < 20; round += 1) {
      expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
    }
    await sleep(1);
  });
});
