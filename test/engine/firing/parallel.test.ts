import { describe, expect, it } from 'vitest';
import { deny, halt, inject, modify } from '../../../src/entries/index.ts';
import { bash, bashResult, forever, gate, quietHooks, sleep } from '../../support/hooks.ts';

describe('parallel groups', () => {
  it('starts all members from the same subject, and folds in order of registration', async () => {
    const { hooks } = quietHooks();
    const seen: unknown[] = [];
    const group = hooks.group({ parallel: true });
    for (const [name, ms] of [
      ['slow', 20],
      ['middle', 10],
      ['fast', 0],
    ] as const) {
      group.on('PostToolUse', { name }, async (input) => {
        seen.push(input.tool_response);
        await sleep(ms);
        return inject(name);
      });
    }
    const outcome = await hooks.fire('PostToolUse', bashResult);
    expect(seen).toEqual([bashResult.tool_response, bashResult.tool_response, bashResult.tool_response]);
    expect(outcome.injections.map(({ content }) => content)).toEqual(['slow', 'middle', 'fast']);
    expect(outcome.runs.map(({ hook }) => hook)).toEqual(['slow', 'middle', 'fast']);
  });

  it('lets the later registration win when two modify, and records that', async () => {
    const { hooks } = quietHooks();
    const group = hooks.group({ parallel: true });
    group.on('PreToolUse', { name: 'first' }, async () => {
      await sleep(10);
      return modify({ command: 'first' });
    });
    group.on('PreToolUse', { name: 'second' }, async () => modify({ command: 'second' }));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.value).toEqual({ command: 'second' });
    expect(outcome.runs[0]?.dropped).toMatchObject([
      { type: 'modify', why: '"second" of the same parallel group modified it too' },
    ]);
  });

  it('does not count the rewrite of a member that has no right to it', async () => {
    const { hooks } = quietHooks();
    const group = hooks.group({ parallel: true });
    group.on('PreToolUse', () => modify({ command: 'first' }));
    group.on('PreToolUse', { rights: ['deny'] }, () => modify({ command: 'second' }));
    expect((await hooks.fire('PreToolUse', bash)).value).toEqual({ command: 'first' });
  });

  it('cancels nobody because another denied, and keeps the first deny', async () => {
    const { hooks } = quietHooks();
    const finished: string[] = [];
    const group = hooks.group({ parallel: true });
    group.on('PreToolUse', { name: 'slow' }, async () => {
      await sleep(10);
      finished.push('slow');
      return deny('slow no');
    });
    group.on('PreToolUse', { name: 'fast' }, () => deny('fast no'));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(finished).toEqual(['slow']);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'slow no', decidedBy: 'slow' });
  });

  it("takes its first member's place in the chain", async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    const group = hooks.group({ parallel: true });
    hooks.on('PreToolUse', { priority: 10 }, () => void ran.push('before'));
    group.on('PreToolUse', { priority: 200 }, () => void ran.push('member 1'));
    group.on('PreToolUse', { priority: 20 }, () => void ran.push('member 2'));
    hooks.on('PreToolUse', { priority: 100 }, () => void ran.push('after'));
    await hooks.fire('PreToolUse', bash);
    expect(ran).toEqual(['before', 'member 1', 'member 2', 'after']);
  });

  it('goes on with the chain after pending and after synchronous groups', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    hooks.on('PreToolUse', async () => void ran.push('async'));
    const quick = hooks.group({ parallel: true });
    quick.on('PreToolUse', () => void ran.push('quick 1'));
    quick.on('PreToolUse', () => void ran.push('quick 2'));
    const slow = hooks.scope('a').group({ parallel: true });
    slow.on('PreToolUse', async () => void ran.push('slow'));
    hooks.on('PreToolUse', { priority: 300 }, () => void ran.push('last'));
    const outcome = await hooks.fire('PreToolUse', bash, { agent: 'a' });
    expect(ran).toEqual(['async', 'quick 1', 'quick 2', 'slow', 'last']);
    expect(outcome.runs).toHaveLength(5);
  });

  it('gives a series group one deadline: what has no time left does not run', async () => {
    const { hooks } = quietHooks();
    const group = hooks.group({ timeoutMs: 40 });
    group.on('PreToolUse', { name: 'hangs' }, forever);
    group.on('PreToolUse', { name: 'late' }, () => deny('never asked'));
    hooks.on('PreToolUse', { name: 'next' }, () => {});
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.runs.map(({ hook, failure }) => [hook, failure])).toEqual([
      ['hangs', 'timeout'],
      ['late', 'timeout'],
      ['next', null],
    ]);
    expect(outcome.runs[1]?.error).toBe('was not run: its group had no time left');
  });

  it('ends a pending member at the deadline of its group, the others keep their answers', async () => {
    const { hooks } = quietHooks();
    const group = hooks.group({ parallel: true, timeoutMs: 30 });
    const after = gate();
    group.on('PreToolUse', { name: 'slow' }, async () => {
      await after.opened;
      return deny('late');
    });
    group.on('PreToolUse', { name: 'answers' }, async () => deny('no'));
    const outcome = await hooks.fire('PreToolUse', bash);
    after.open();
    await sleep(1);
    expect(outcome).toMatchObject({ decision: 'deny', decidedBy: 'answers' });
    expect(outcome.runs[0]).toMatchObject({ failure: 'timeout', status: 'failed' });
  });

  it('runs only the guards of a group behind a halt', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    hooks.on('PreToolUse', { priority: 1 }, () => halt('enough'));
    const group = hooks.group({ parallel: true });
    group.on('PreToolUse', { name: 'helper' }, () => void ran.push('helper'));
    group.on('PreToolUse', { name: 'guard', guard: true }, () => void ran.push('guard'));
    const helpers = hooks.group({ parallel: true });
    helpers.on('PreToolUse', { name: 'other' }, () => void ran.push('other'));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(ran).toEqual(['guard']);
    expect(outcome.runs.map(({ hook, status }) => [hook, status])).toEqual([
      ['PreToolUse#1', 'ok'],
      ['helper', 'skipped'],
      ['guard', 'ok'],
      ['other', 'skipped'],
    ]);
  });

  it('refuses a deadline that is none', () => {
    const { hooks } = quietHooks();
    expect(() => hooks.group({ timeoutMs: 0 })).toThrow(
      'a group takes a number of milliseconds above 0 as its timeoutMs, not 0',
    );
  });
});
