import { describe, expect, it } from 'vitest';
import { allow, ask, deny, halt, modify, notify, resume, suppress } from '../../../src/entries/index.ts';
import { bash, bashResult, quietHooks } from '../../support/hooks.ts';

describe('decisions', () => {
  it('leaves no decision when nobody objects', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => {});
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({
      point: 'PreToolUse',
      decision: null,
      reason: null,
      decidedBy: null,
      value: { command: 'ls' },
      modified: false,
      injections: [],
      suppressed: false,
      resume: false,
      halted: false,
      haltReason: null,
      notices: [],
    });
    expect(outcome.runs).toEqual([
      {
        id: null,
        hook: 'PreToolUse#1',
        status: 'ok',
        failure: null,
        error: null,
        durationMs: null,
        effects: [],
        dropped: [],
      },
    ]);
  });

  it('denies when any hook denies, with its reason and its name', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'yes' }, () => allow());
    hooks.on('PreToolUse', { name: 'no' }, () => deny('not here'));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'not here', decidedBy: 'no' });
  });

  it('ends the chain at a deny and records the rest as skipped', async () => {
    const { hooks } = quietHooks();
    let ran = false;
    hooks.on('PreToolUse', { name: 'no' }, () => deny('stop'));
    hooks.on('PreToolUse', { name: 'after' }, () => {
      ran = true;
    });
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(ran).toBe(false);
    expect(outcome.runs.map(({ hook, status }) => [hook, status])).toEqual([
      ['no', 'ok'],
      ['after', 'skipped'],
    ]);
  });

  it('does not end the chain at an allow', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => allow());
    hooks.on('PreToolUse', () => deny('later'));
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
  });

  it.each([
    [[allow('a'), ask('b')], 'ask', 'b'],
    [[ask('b'), allow('a')], 'ask', 'b'],
    [[ask('first'), ask('second')], 'ask', 'first'],
    [[allow('first'), allow('second')], 'allow', 'first'],
    [[ask('b'), deny('c')], 'deny', 'c'],
  ])('deny beats ask beats allow, wherever they stand: %j', async (effects, decision, reason) => {
    const { hooks } = quietHooks();
    for (const effect of effects) hooks.on('PreToolUse', () => effect);
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ decision, reason });
  });

  it('names the hook when a deny gives no reason', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'mute' }, () => deny());
    expect((await hooks.fire('PreToolUse', bash)).reason).toBe('Denied by hook mute');
  });

  it('ends the chain for all but guards at a halt', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    hooks.on('PreToolUse', () => halt('enough'));
    hooks.on('PreToolUse', { name: 'helper' }, () => void ran.push('helper'));
    hooks.on('PreToolUse', { name: 'guard', guard: true }, () => void ran.push('guard'));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ halted: true, haltReason: 'enough', decision: null });
    expect(ran).toEqual(['guard']);
  });

  it('keeps the reason of the first halt', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { guard: true }, () => halt('first'));
    hooks.on('PreToolUse', { guard: true }, () => halt('second'));
    expect((await hooks.fire('PreToolUse', bash)).haltReason).toBe('first');
  });

  it('tells the agent every reason to go on', async () => {
    const { hooks } = quietHooks();
    hooks.on('Stop', { name: 'tests' }, () => resume('tests fail'));
    hooks.on('Stop', { name: 'quiet' }, () => resume());
    hooks.on('Stop', { name: 'lint' }, () => resume('lint fails'));
    const outcome = await hooks.fire('Stop', { stop_hook_active: false });
    expect(outcome).toMatchObject({
      resume: true,
      reason: 'tests fail\nlint fails',
      decidedBy: 'tests',
      value: null,
    });
  });

  it('may resume without a reason', async () => {
    const { hooks } = quietHooks();
    hooks.on('Stop', () => resume());
    expect(await hooks.fire('Stop', { stop_hook_active: true })).toMatchObject({
      resume: true,
      reason: null,
    });
  });

  it('may ask without a reason', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => ask());
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ decision: 'ask', reason: null });
  });

  it('suppresses an output', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', { name: 'secret' }, () => suppress());
    expect(await hooks.fire('PostToolUse', bashResult)).toMatchObject({
      suppressed: true,
      decidedBy: 'secret',
    });
  });

  it('admits notify everywhere', async () => {
    const { hooks } = quietHooks();
    hooks.on('SessionEnd', { name: 'bye' }, () => notify('see you', 'debug'));
    const outcome = await hooks.fire('SessionEnd', { reason: 'other' });
    expect(outcome.notices).toEqual([{ message: 'see you', level: 'debug', hook: 'bye' }]);
  });

  it('takes several effects of one hook', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => [allow('fine'), modify({ command: 'ls -l' }), notify('rewritten')]);
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({
      decision: 'allow',
      value: { command: 'ls -l' },
      modified: true,
      notices: [{ message: 'rewritten' }],
    });
  });

  it('drops an effect that the point does not admit, records it with hook and point, and logs it', async () => {
    const { hooks, log } = quietHooks();
    hooks.on('PostToolUse', { name: 'late' }, (() => deny('too late')) as never);
    const outcome = await hooks.fire('PostToolUse', bashResult);
    expect(outcome.decision).toBeNull();
    expect(outcome.runs[0]).toMatchObject({
      status: 'ok',
      effects: [],
      dropped: [
        { type: 'deny', reason: 'too late', why: 'PostToolUse does not admit deny, which "late" asked for' },
      ],
    });
    expect(log).toMatchObject([{ level: 'warning', point: 'PostToolUse', hook: 'late' }]);
  });

  it("drops an effect that the hook's protocol does not have", async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'old', rights: ['deny'] }, () => [modify({}), notify('hi')]);
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.modified).toBe(false);
    expect(outcome.notices).toHaveLength(1);
    expect(outcome.runs[0]?.dropped).toMatchObject([
      { type: 'modify', why: 'the protocol of "old" has no modify at PreToolUse' },
    ]);
  });
});
