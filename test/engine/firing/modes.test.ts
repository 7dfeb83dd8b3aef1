import { describe, expect, it } from 'vitest';
import type { HookContext } from '../../../src/engine/hooks/hook-context.ts';
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

function withResolvers<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('the rest of an answer', () => {
  it('comes later: the firing goes on, what it tells waits for the next one, and it decides nothing', async () => {
    const { hooks, log } = quietHooks();
    const { promise, resolve } = withResolvers<unknown>();
    let isFirst = true;
    hooks.on('PreToolUse', { name: 'slow' }, (_, context) => {
      expect(context.late).toBe(false);
      if (isFirst) context.later?.(promise, () => {});
      isFirst = false;
    });
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ decision: null, injections: [] });
    resolve([inject('done at last'), deny('no')]);
    await hooks.drain();
    expect(log).toMatchObject([
      { message: expect.stringContaining('"slow" runs in the background, too late to deny') },
    ]);
    expect((await hooks.fire('PreToolUse', bash)).injections).toMatchObject([
      { content: 'done at last', hook: 'slow' },
    ]);
  });

  it('that never comes is a failure, which is logged', async () => {
    const { hooks, log } = quietHooks();
    hooks.on('PreToolUse', { name: 'broken' }, (_, context) => {
      context.later?.(Promise.reject(new Error('lost')), () => {});
    });
    await hooks.fire('PreToolUse', bash);
    await hooks.drain();
    expect(log).toMatchObject([{ message: expect.stringContaining('lost') }]);
  });

  it('is cancelled by dispose, which waits for it, also when it begins afterwards', async () => {
    const { hooks } = quietHooks();
    const reasons: unknown[] = [];
    const begun = withResolvers<void>();
    const disposed = withResolvers<void>();
    const rest = (context: HookContext): void => {
      const { promise, resolve } = withResolvers<void>();
      context.later?.(promise, (failure) => {
        reasons.push(failure.kind);
        resolve();
      });
    };
    hooks.on('PreToolUse', (_, context) => rest(context));
    hooks.on('PreToolUse', async (_, context) => {
      begun.resolve();
      await disposed.promise;
      rest(context);
    });
    const firing = hooks.fire('PreToolUse', bash);
    await begun.promise;
    await hooks.dispose();
    expect(reasons).toEqual(['cancelled']);
    disposed.resolve();
    await firing;
    expect(reasons).toEqual(['cancelled', 'cancelled']);
    await hooks.drain();
  });
});
