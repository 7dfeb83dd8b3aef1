import { describe, expect, it } from 'vitest';
import { deny, inject, modify, notify, type Outcome } from '../../../src/entries/index.ts';
import { bash, forever, quietHooks, sleep } from '../../support/hooks.ts';

describe('observers', () => {
  it('run whatever was decided, are told it, and their effects are dropped', async () => {
    const { hooks, log } = quietHooks();
    let told: Outcome | null = null;
    hooks.on('PreToolUse', { name: 'watcher', mode: 'observe', priority: 1 }, (input, context) => {
      told = context.outcome;
      expect(input.tool_input).toEqual({ command: 'ls -l' });
      return [deny('too late'), notify('seen')];
    });
    hooks.on('PreToolUse', { name: 'rewriter' }, () => modify({ command: 'ls -l' }));
    hooks.on('PreToolUse', { name: 'no' }, () => deny('stop'));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(told).toMatchObject({ decision: 'deny', decidedBy: 'no', value: { command: 'ls -l' } });
    expect(outcome).toMatchObject({ reason: 'stop', notices: [] });
    expect(outcome.runs.at(-1)).toMatchObject({
      hook: 'watcher',
      status: 'ok',
      effects: [],
      dropped: [{ type: 'deny', why: '"watcher" only observes PreToolUse' }, { type: 'notify' }],
    });
    expect(log).toEqual([]);
  });

  it('do not share their findings: the outcome of the others is what they see', async () => {
    const { hooks } = quietHooks();
    const seen: unknown[] = [];
    hooks.on('PreToolUse', async () => {});
    hooks.on(
      'PreToolUse',
      { mode: 'observe' },
      async (_, { outcome }) => void seen.push(outcome?.runs.length),
    );
    hooks.on('PreToolUse', { mode: 'observe' }, (_, { outcome }) => void seen.push(outcome?.decision));
    await hooks.fire('PreToolUse', bash);
    expect(seen).toEqual([1, null]);
  });

  it("may look at a host's own objects, which cannot be copied", async () => {
    const { hooks } = quietHooks();
    const tool_response = new Map([['a', 1]]);
    let told: unknown;
    hooks.on('PostToolUse', { mode: 'observe' }, (_, { outcome }) => {
      told = outcome?.value;
    });
    await hooks.fire('PostToolUse', { ...bash, tool_response });
    expect(told).toBe(tool_response);
  });

  it('never block, even when they fail closed by default', async () => {
    const { hooks, log } = quietHooks();
    hooks.on('PreToolUse', { mode: 'observe', name: 'w' }, (() => ({ decision: 'deny' })) as never);
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.decision).toBeNull();
    expect(outcome.runs[0]).toMatchObject({ status: 'failed', failure: 'unclear' });
    expect(log).toHaveLength(1);
  });
});

describe('background hooks', () => {
  it('do not keep the firing waiting; their injections arrive with the next one', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'search', mode: 'background' }, async () => {
      await sleep(10);
      return inject('found something', { into: 'tool_result' });
    });
    const first = await hooks.fire('PreToolUse', bash);
    expect(first).toMatchObject({ injections: [], runs: [] });
    await hooks.drain();
    expect((await hooks.fire('SessionEnd', { reason: 'other' })).injections).toEqual([]);
    const next = await hooks.fire('Stop', { stop_hook_active: false });
    expect(next.injections).toEqual([{ content: 'found something', into: 'system', hook: 'search' }]);
    expect((await hooks.fire('Stop', { stop_hook_active: false })).injections).toEqual([]);
    await hooks.drain();
  });

  it('deliver to the agent they ran for, and to nobody else', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'search', mode: 'background' }, () => [inject('one'), inject('two')]);
    await hooks.fire('PreToolUse', bash, { agent: 'a' });
    await hooks.drain();
    expect((await hooks.fire('Stop', { stop_hook_active: false }, { agent: 'b' })).injections).toEqual([]);
    const own = await hooks.fire('Stop', { stop_hook_active: false }, { agent: 'a' });
    expect(own.injections.map(({ content }) => content)).toEqual(['one', 'two']);
  });

  it('decide nothing: what they ask for too late is dropped and logged', async () => {
    const { hooks, log } = quietHooks();
    hooks.on('PreToolUse', { name: 'slow', mode: 'background' }, async () => deny('no'));
    expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
    await hooks.drain();
    expect(log).toMatchObject([{ level: 'warning', message: expect.stringContaining('too late to deny') }]);
  });

  it('cannot inject where their protocol has no right to', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { mode: 'background', rights: ['deny'] }, () => inject('text'));
    await hooks.fire('PreToolUse', bash);
    await hooks.drain();
    expect((await hooks.fire('Stop', { stop_hook_active: false })).injections).toEqual([]);
  });

  it('end at their timeout, and fail without blocking', async () => {
    const { hooks, log } = quietHooks();
    hooks.on('PreToolUse', { name: 'hangs', mode: 'background', timeoutMs: 20 }, forever);
    hooks.on('PreToolUse', { name: 'throws', mode: 'background', timeoutMs: 20 }, () => {
      throw new Error('bug');
    });
    await hooks.fire('PreToolUse', bash);
    await hooks.drain();
    expect(log.map(({ message }) => message)).toEqual([
      'hook "throws" failed (threw): bug',
      'hook "hangs" failed (timeout): did not answer within 20 ms',
    ]);
  });

  it("end at their group's deadline too", async () => {
    const { hooks, log } = quietHooks();
    hooks.group({ timeoutMs: 15 }).on('PreToolUse', { name: 'hangs', mode: 'background' }, forever);
    hooks.group({ parallel: true }).on('PreToolUse', { name: 'fine', mode: 'background' }, () => {});
    await hooks.fire('PreToolUse', bash);
    await hooks.drain();
    expect(log.map(({ message }) => message)).toEqual([
      'hook "hangs" failed (timeout): did not answer within 15 ms',
    ]);
  });

  it('are cancelled by dispose, which waits for them', async () => {
    const { hooks, log } = quietHooks();
    let aborted = false;
    hooks.on('PreToolUse', { name: 'hangs', mode: 'background' }, (_, { signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return forever();
    });
    await hooks.fire('PreToolUse', bash);
    await hooks[Symbol.asyncDispose]();
    expect(aborted).toBe(true);
    expect(log).toMatchObject([{ message: 'hook "hangs" failed (cancelled): the hooks were disposed of' }]);
    await expect(hooks.fire('PreToolUse', bash)).rejects.toMatchObject({ code: 'disposed' });
    expect(() => hooks.on('PreToolUse', () => {})).toThrow('disposed of');
    expect(() => hooks.scope('x')).toThrow('disposed of');
  });

  it('may dispose of their own hooks and hang: they are ended', async () => {
    const { hooks } = quietHooks();
    let finished = 0;
    hooks.intercept({ finished: () => void finished++ });
    hooks.on('PreToolUse', { mode: 'background' }, () => {
      void hooks.dispose();
      return forever();
    });
    await hooks.fire('PreToolUse', bash);
    await hooks.drain();
    expect(finished).toBe(1);
  });

  it('are told the outcome and tell their progress', async () => {
    const { hooks } = quietHooks();
    const events: string[] = [];
    hooks.intercept({
      started: (_, run) => void events.push(`started ${run.hook}`),
      progress: (_, run, { stdout }) => void events.push(`${run.hook}: ${stdout}`),
      finished: (_, run) => void events.push(`finished ${run.hook} ${run.durationMs === null}`),
    });
    hooks.on('PreToolUse', { name: 'b', mode: 'background' }, async (_, context) => {
      context.progress({ stdout: `decided ${context.outcome?.decision}` });
      await sleep(1);
    });
    await hooks.fire('PreToolUse', bash);
    await hooks.drain();
    expect(events).toEqual(['started b', 'b: decided null', 'finished b false']);
  });
});
