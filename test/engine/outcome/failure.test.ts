import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPolicySpelling } from '../../../src/engine/outcome/failure.ts';
import {
  allow,
  ask,
  deny,
  HookFailure,
  halt,
  inject,
  modify,
  resume,
  suppress,
} from '../../../src/entries/index.ts';
import { aborted, bash, bashResult, forever, gate, quietHooks, sleep } from '../../support/hooks.ts';

describe('failures of function hooks', () => {
  it('threw: is recorded as a failure, never as an allow, and the chain goes on', async () => {
    const { hooks, log } = quietHooks();
    hooks.on('PreToolUse', { name: 'bug' }, () => {
      throw new Error('hook bug');
    });
    hooks.on('PreToolUse', { name: 'next' }, () => {});
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.decision).toBeNull();
    expect(outcome.runs).toMatchObject([
      { hook: 'bug', status: 'failed', failure: 'threw', error: 'hook bug', effects: [] },
      { hook: 'next', status: 'ok' },
    ]);
    expect(log).toEqual([
      { level: 'error', message: 'hook "bug" failed (threw): hook bug', point: 'PreToolUse', hook: 'bug' },
    ]);
  });

  it.each([
    ['a string', () => Promise.reject('plain'), 'plain'],
    ['an error without a message', () => Promise.reject(new TypeError()), 'TypeError'],
    [
      'something that cannot be shown',
      () =>
        Promise.reject({
          toString() {
            throw new Error('no');
          },
        }),
      'threw something that cannot be shown',
    ],
  ])('shows %s as the error', async (_, handler, error) => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', handler as never);
    expect((await hooks.fire('PreToolUse', bash)).runs[0]).toMatchObject({ failure: 'threw', error });
  });

  describe('of another copy of the package, which a hook may import,', () => {
    class Foreign extends Error {
      override readonly name = 'HookFailure';
      readonly kind = 'missing';
      readonly effects = [{ type: 'deny', reason: 'no' }];
    }
    it.each([
      ['thrown', () => Promise.reject(new Foreign('gone'))],
      ['returned', () => new Foreign('gone')],
      ['returned late', async () => new Foreign('gone')],
    ])('count as failures when %s', async (_, handler) => {
      const { hooks } = quietHooks();
      hooks.on('PreToolUse', handler as never);
      const outcome = await hooks.fire('PreToolUse', bash);
      expect(outcome.decision).toBe('deny');
      expect(outcome.runs[0]).toMatchObject({
        failure: 'missing',
        error: 'gone',
        effects: [{ reason: 'no' }],
      });
    });

    it('are mere errors without effects', async () => {
      const { hooks } = quietHooks();
      hooks.on('PreToolUse', () => Promise.reject(Object.assign(new Error('odd'), { name: 'HookFailure' })));
      expect((await hooks.fire('PreToolUse', bash)).runs[0]).toMatchObject({
        failure: 'threw',
        error: 'odd',
      });
    });
  });

  it('timeout: a pending hook is abandoned, its signal aborted, its late answer ignored', async () => {
    const { hooks } = quietHooks();
    let reason: unknown;
    const ran: string[] = [];
    const next = gate();
    hooks.on('PreToolUse', { name: 'slow', timeoutMs: 20 }, async (_, { signal }) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      await next.opened;
      return deny('too late');
    });
    hooks.on('PreToolUse', { name: 'next' }, async () => {
      next.open();
      await sleep(1);
      ran.push('next');
    });
    hooks.on('PreToolUse', { name: 'last' }, () => void ran.push('last'));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.decision).toBeNull();
    expect(outcome.runs).toMatchObject([
      { hook: 'slow', status: 'failed', failure: 'timeout', error: 'did not answer within 20 ms' },
      { hook: 'next', status: 'ok' },
      { hook: 'last', status: 'ok' },
    ]);
    expect(reason).toMatchObject({ kind: 'timeout' });
    expect(ran).toEqual(['next', 'last']);
  });

  it('timeout: never early, since a timer that comes before its time is set again', async () => {
    const { hooks } = quietHooks();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let endedAt = 0;
    hooks.on('PreToolUse', { timeoutMs: 100 }, (_, { signal }) => {
      signal.addEventListener('abort', () => {
        endedAt = performance.now();
      });
      return forever();
    });
    const startedAt = performance.now();
    const firing = hooks.fire('PreToolUse', bash);
    while (endedAt === 0) {
      vi.advanceTimersByTime(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(endedAt - startedAt).toBeGreaterThanOrEqual(100);
    expect((await firing).runs[0]?.failure).toBe('timeout');
  });

  it('timeout: also after a second, by the shared timer, in every place of a chain', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', async () => {});
    hooks.on('PreToolUse', { name: 'a', timeoutMs: 1000 }, forever);
    hooks.on('PreToolUse', { name: 'b', timeoutMs: 1010 }, async (_, { timeoutMs }) => {
      expect(timeoutMs).toBe(1010);
      return forever();
    });
    hooks.on('PreToolUse', async () => inject('after'));
    const started = performance.now();
    const [outcome] = await Promise.all([hooks.fire('PreToolUse', bash), hooks.fire('PreToolUse', bash)]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(2009);
    expect(outcome.runs.map(({ failure }) => failure)).toEqual([null, 'timeout', 'timeout', null]);
  });

  it('timeout: a handler that cleans up gets its grace, and what it could still say to hold back counts', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'cleaner', timeoutMs: 20, graceMs: 60_000 }, async (_, { signal }) => {
      await aborted(signal);
      return [allow(), deny('seen before the hang')];
    });
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'seen before the hang' });
    expect(outcome.runs[0]).toMatchObject({ failure: 'timeout', effects: [{ type: 'deny' }] });
  });

  it('timeout: the grace ends too', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { timeoutMs: 10, graceMs: 20 }, forever);
    hooks.on('PreToolUse', { name: 'next' }, () => deny('no'));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.runs[0]).toMatchObject({ failure: 'timeout' });
    expect(outcome.decidedBy).toBe('next');
  });

  it('timeout: exact and coarse timers take turns in one chain', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { timeoutMs: 2000 }, async () => sleep(5));
    hooks.on('PreToolUse', { timeoutMs: 800 }, async () => sleep(150));
    hooks.on('PreToolUse', { timeoutMs: 2000 }, async () => sleep(60));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.runs.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  });

  it('timeout: a firing that ends at one timeout may cancel another that ends at the same tick', async () => {
    const { hooks } = quietHooks();
    const controller = new AbortController();
    hooks.on('Stop', { timeoutMs: 1000 }, forever);
    hooks.on('PreToolUse', { timeoutMs: 1000 }, forever);
    hooks.on('PreToolUse', () => controller.abort());
    const stop = hooks.fire('Stop', { stop_hook_active: false }, { signal: controller.signal });
    const [tool, outcome] = await Promise.all([hooks.fire('PreToolUse', bash), stop]);
    expect(tool.runs[0]?.failure).toBe('timeout');
    expect(outcome.runs[0]?.failure).toBe('cancelled');
  });

  it('timeout: a late answer finds nobody, also when someone listens', async () => {
    const { hooks } = quietHooks({ timing: true });
    const next = gate();
    hooks.on('PreToolUse', { timeoutMs: 10 }, async () => {
      await next.opened;
      return deny('too late');
    });
    hooks.on('PreToolUse', async () => {
      next.open();
      await sleep(1);
    });
    expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
  });

  it('timeout: a late answer finds nobody, also in a chain that has something to say already', async () => {
    const { hooks } = quietHooks();
    const next = gate();
    hooks.on('PreToolUse', { name: 'first' }, () => inject('note'));
    hooks.on('PreToolUse', { name: 'slow', timeoutMs: 10 }, async () => {
      await next.opened;
      return deny('too late');
    });
    hooks.on('PreToolUse', { name: 'next' }, async () => {
      next.open();
      await sleep(1);
    });
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.decision).toBeNull();
    expect(outcome.runs.map(({ hook, status }) => [hook, status])).toEqual([
      ['first', 'ok'],
      ['slow', 'failed'],
      ['next', 'ok'],
    ]);
  });

  it('timeout: cancelling a hook in its grace changes nothing more', async () => {
    const { hooks } = quietHooks();
    const controller = new AbortController();
    hooks.on('PreToolUse', { timeoutMs: 10, graceMs: 10_000 }, async (_, { signal }) => {
      await aborted(signal);
      controller.abort();
      await sleep(1);
    });
    const outcome = await hooks.fire('PreToolUse', bash, { signal: controller.signal });
    expect(outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'timeout' }] });
  });

  it('invalid: a value that is no effect', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', (() => true) as never);
    expect((await hooks.fire('PreToolUse', bash)).runs[0]).toMatchObject({
      failure: 'invalid',
      error: 'answered true instead of an effect such as deny("reason")',
    });
  });

  it('unclear: a decision in words that are not ours blocks by default', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'alien' }, (() => ({ decision: 'deny' })) as never);
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ decision: 'deny', decidedBy: 'alien' });
    expect(outcome.runs[0]).toMatchObject({ failure: 'unclear', effects: [{ type: 'deny' }] });
  });

  it('a handler may name the kind itself, by throwing or by answering', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => {
      throw new HookFailure('exit', 'code 3');
    });
    hooks.on(
      'PreToolUse',
      (async () => new HookFailure('invalid', 'no JSON', [deny('but this was clear')])) as never,
    );
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.runs).toMatchObject([{ failure: 'exit' }, { failure: 'invalid' }]);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'but this was clear' });
  });

  it('a deny counts though it says async too', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', (() => ({ ...deny('no'), async: true })) as never);
    expect((await hooks.fire('PreToolUse', bash)).reason).toBe('no');
  });

  it('what could be read of a broken reply but does not hold back is dropped, never silently', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'half' }, (() => [inject('keep'), modify(1n)]) as never);
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.injections).toEqual([]);
    expect(outcome.runs[0]?.dropped).toMatchObject([
      { type: 'inject', why: 'the reply of "half" could not be read whole' },
    ]);
  });

  it('a readable deny counts whatever else was wrong with the reply', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'half' }, (() => [
      modify({ bad: () => {} }),
      deny('still no'),
      allow(),
    ]) as never);
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'still no', modified: false });
    expect(outcome.runs[0]).toMatchObject({
      status: 'failed',
      failure: 'invalid',
      effects: [{ type: 'deny' }],
    });
  });
});

describe('the context of a hook', () => {
  it('has a signal that is aborted also when it is read too late', async () => {
    const { hooks } = quietHooks();
    let late: boolean | undefined;
    const next = gate();
    hooks.on('PreToolUse', { timeoutMs: 10 }, async (_, context) => {
      await next.opened;
      const { signal } = context;
      late = signal.aborted && signal === context.signal;
    });
    hooks.on('PreToolUse', async () => {
      next.open();
      await sleep(1);
    });
    await hooks.fire('PreToolUse', bash);
    expect(late).toBe(true);
  });

  it('is nothing that a hook could change the firing with', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'vandal' }, async (_, context) => {
      await sleep(1);
      Object.assign(context, { phase: 2, timeoutMs: -1, outcome: {} });
      return deny('still');
    });
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ decision: 'deny', decidedBy: 'vandal' });
  });

  it('gives no `this` to the handler', async () => {
    const { hooks } = quietHooks();
    let self: unknown = 'unset';
    hooks.on('PreToolUse', function handler(this: unknown) {
      self = this;
    });
    await hooks.fire('PreToolUse', bash);
    expect(self).toBeUndefined();
  });
});

describe('hostile function hooks', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const callsTwice = {
    // biome-ignore lint/suspicious/noThenProperty: the point of this object
    then(resolve: (value: unknown) => void) {
      resolve(undefined);
      resolve(deny('second call'));
    },
  };
  const lying = Object.assign(Promise.resolve(), {
    // biome-ignore lint/suspicious/noThenProperty: the point of this object
    then(resolve: (value: unknown) => void) {
      resolve(undefined);
      resolve(undefined);
    },
  });
  const throwingThen = {
    // biome-ignore lint/suspicious/noThenProperty: the point of this object
    get then() {
      throw new Error('looked at');
    },
  };
  const notReally = { constructor: Promise };
  const unreadable = Object.defineProperty(new HookFailure('exit', 'x'), 'message', {
    get() {
      throw new Error('looked at');
    },
  });
  const noList = Object.assign(new HookFailure('exit', 'x'), { effects: null });

  it.each([
    ['returns a revoked proxy', () => proxy, 'threw'],
    ['resolves to a revoked proxy', async () => [proxy], 'invalid'],
    [
      'throws a revoked proxy',
      () => {
        throw proxy;
      },
      'threw',
    ],
    ['returns a thenable that calls back twice', () => callsTwice, null],
    ['returns a promise with a then of its own', () => lying, null],
    ['returns an object whose then throws', () => throwingThen, 'threw'],
    ['pretends to be a promise', () => notReally, 'invalid'],
    ['throws a failure of unknown kind', () => Promise.reject(new HookFailure('zzz' as never, 'x')), 'threw'],
    ['throws a failure that cannot be read', () => Promise.reject(unreadable), 'exit'],
    ['throws a failure with a broken list', () => Promise.reject(noList), 'threw'],
    ['says that it was cancelled', () => Promise.reject(new HookFailure('cancelled', 'x')), 'threw'],
    ['answers a list with a promise that is rejected', () => [Promise.reject(new Error('late'))], 'invalid'],
    [
      'throws a promise that is rejected',
      () => {
        throw Promise.reject(1);
      },
      'threw',
    ],
    [
      'gives a reason that is a rejected promise',
      () => ({ type: 'allow', reason: Promise.reject(1) }),
      'invalid',
    ],
    [
      'puts a rejected promise in the place of the subject',
      () => modify({ a: Promise.reject(1) }),
      'invalid',
    ],
    [
      'fails with effects that are none',
      () => new HookFailure('exit', 'x', [{ type: 'zzz' }] as never),
      'exit',
    ],
  ])('a hook that %s harms nobody', async (_, handler, failure) => {
    for (const options of [{}, { graceMs: 5 }]) {
      const { hooks } = quietHooks();
      const ran: string[] = [];
      hooks.on('PreToolUse', options, handler as never);
      hooks.on('PreToolUse', async () => void ran.push('second'));
      hooks.on('PreToolUse', { name: 'third' }, () => {
        ran.push('third');
        return deny('no');
      });
      const outcome = await hooks.fire('PreToolUse', bash);
      expect(outcome.runs[0]?.failure).toBe(failure);
      expect(outcome.decidedBy).toBe('third');
      expect(ran).toEqual(['second', 'third']);
    }
  });
});

describe('failure policy', () => {
  const bug = (): never => {
    throw new Error('bug');
  };

  it.each(['timeout', 'threw', 'exit', 'invalid'] as const)('%s is open by default', async (kind) => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => {
      throw new HookFailure(kind, 'x');
    });
    expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
  });

  it.each(['missing', 'unclear'] as const)('%s is closed by default', async (kind) => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'h' }, () => {
      throw new HookFailure(kind, 'x');
    });
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({
      decision: 'deny',
      decidedBy: 'h',
      reason: `hook "h" failed (${kind}): x`,
    });
  });

  it('is stated for all kinds, or kind by kind', async () => {
    const { hooks } = quietHooks();
    const decisions = [];
    for (const onFailure of ['closed', 'open', { threw: 'closed' }, { timeout: 'closed' }] as const) {
      const remove = hooks.on('PreToolUse', { onFailure }, bug);
      decisions.push((await hooks.fire('PreToolUse', bash)).decision);
      remove();
    }
    expect(decisions).toEqual(['deny', null, 'deny', null]);
  });

  it("does what the point's block says", async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', { onFailure: 'closed' }, bug);
    hooks.on('Stop', { name: 'stop', onFailure: 'closed' }, bug);
    expect((await hooks.fire('PostToolUse', bashResult)).suppressed).toBe(true);
    expect(await hooks.fire('Stop', { stop_hook_active: false })).toMatchObject({
      resume: true,
      reason: 'hook "stop" failed (threw): bug',
    });
  });

  it('does not block twice what the reply already blocked', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { onFailure: 'closed' }, () => {
      throw new HookFailure('exit', 'code 1', [deny('mine'), ask('dropped? no')]);
    });
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.reason).toBe('mine');
    expect(outcome.runs[0]?.effects).toHaveLength(2);
  });

  it('cannot be closed where nothing can be blocked, though missing hooks are only recorded there', async () => {
    const { hooks } = quietHooks();
    expect(() => hooks.on('SessionStart', { onFailure: 'closed' }, () => {})).toThrow(
      'a hook at SessionStart cannot fail closed, since nothing can be blocked there',
    );
    expect(() => hooks.on('SessionStart', { onFailure: { threw: 'closed' } }, () => {})).toThrow(
      'fail closed',
    );
    hooks.on('SessionStart', () => {
      throw new HookFailure('missing', 'no such file');
    });
    const outcome = await hooks.fire('SessionStart', { source: 'startup' });
    expect(outcome.runs[0]).toMatchObject({ failure: 'missing', effects: [] });
  });

  it('is not logged when the hook is silent, but recorded', async () => {
    const { hooks, log } = quietHooks();
    hooks.on('PreToolUse', { silent: true }, bug);
    expect((await hooks.fire('PreToolUse', bash)).runs[0]?.failure).toBe('threw');
    expect(log).toEqual([]);
  });

  it.each([
    [{ fail_closed: true }, { onFailure: 'closed', silent: false }],
    [{ fail_closed: false }, { silent: false }],
    [{ onError: 'abort' }, { onFailure: 'closed', silent: false }],
    [
      { onError: 'skip', fail_closed: true },
      { onFailure: 'closed', silent: true },
    ],
  ] as const)("reads the seeds' spelling %j", (spelling, policy) => {
    expect(readPolicySpelling(spelling)).toEqual(policy);
  });

  it.each([
    ['skip', 0],
    ['log', 1],
  ] as const)(
    'reads onError: %s as open, but never for a hook that is missing or unclear',
    async (onError, logged) => {
      const { hooks, log } = quietHooks();
      const options = readPolicySpelling({ onError });
      const remove = hooks.on('PreToolUse', options, bug);
      expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
      expect(log).toHaveLength(logged);
      remove();
      for (const kind of ['missing', 'unclear'] as const) {
        const removeOther = hooks.on('PreToolUse', options, () => {
          throw new HookFailure(kind, 'gone');
        });
        expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
        removeOther();
      }
    },
  );

  it.each(['sometimes', { threw: 'maybe' }, { cancelled: 'open' }, { never: 'open' }, null, 7])(
    'refuses %j',
    (onFailure) => {
      const { hooks } = quietHooks();
      expect(() => hooks.on('PreToolUse', { onFailure } as never, () => {})).toThrow(
        'onFailure is "open", "closed"',
      );
    },
  );
});

describe('two-phase hooks', () => {
  it('are run a second time under their own timeout and must answer then', async () => {
    const { hooks } = quietHooks();
    const phases: unknown[] = [];
    hooks.on('PreToolUse', { timeoutMs: 20 }, async (_, { phase, timeoutMs }) => {
      phases.push([phase, timeoutMs]);
      if (phase === 1) return { async: true, asyncTimeout: 60 };
      await sleep(40);
      return deny('after a while');
    });
    expect((await hooks.fire('PreToolUse', bash)).reason).toBe('after a while');
    expect(phases).toEqual([
      [1, 20],
      [2, 60_000],
    ]);
  });

  it('have 30 seconds unless they say otherwise, and never more than 600', async () => {
    const { hooks } = quietHooks();
    const limits: number[] = [];
    for (const reply of [{ async: true }, { async: true, asyncTimeout: 5000 }] as const) {
      hooks.on('PreToolUse', (_, { phase, timeoutMs }) => {
        if (phase === 1) return reply;
        limits.push(timeoutMs);
        return undefined;
      });
    }
    await hooks.fire('PreToolUse', bash);
    expect(limits).toEqual([30_000, 600_000]);
  });

  it('time out in the second phase', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', (_, { phase }) => (phase === 1 ? { async: true, asyncTimeout: 0.02 } : forever()));
    expect((await hooks.fire('PreToolUse', bash)).runs[0]).toMatchObject({
      failure: 'timeout',
      error: 'did not answer within 20 ms',
    });
  });

  it('are invalid when they postpone again', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => ({ async: true }) as const);
    expect((await hooks.fire('PreToolUse', bash)).runs[0]).toMatchObject({
      failure: 'invalid',
      error: 'answered { async: true } for the second time',
    });
  });

  it.each([0, -1, Number.NaN, '5'])('are invalid with the timeout %j', async (asyncTimeout) => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', (() => ({ async: true, asyncTimeout })) as never);
    expect((await hooks.fire('PreToolUse', bash)).runs[0]?.error).toContain('instead of a number of seconds');
  });
});

describe('cancellation', () => {
  it('never lets the action go ahead', async () => {
    const { hooks } = quietHooks();
    const controller = new AbortController();
    let aborted = false;
    hooks.on('PreToolUse', { name: 'slow' }, (_, { signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return forever();
    });
    hooks.on('PreToolUse', { name: 'next' }, () => {});
    const told: unknown[] = [];
    hooks.on('PreToolUse', { mode: 'observe' }, (_, context) => void told.push(context.outcome?.reason));
    hooks.on('PreToolUse', { mode: 'background' }, (_, context) => void told.push(context.outcome?.decision));
    const firing = hooks.fire('PreToolUse', bash, { signal: controller.signal });
    controller.abort();
    const outcome = await firing;
    expect(aborted).toBe(true);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'the firing was cancelled', decidedBy: null });
    expect(outcome.runs.map(({ hook, status, failure }) => [hook, status, failure])).toEqual([
      ['slow', 'failed', 'cancelled'],
      ['next', 'skipped', null],
    ]);
    expect(told).toEqual(['the firing was cancelled', 'deny']);
  });

  it('drops what an observer of a cancelled firing asks for', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { mode: 'observe' }, () => inject('too late'));
    await hooks.fire('PreToolUse', bash, { signal: AbortSignal.abort() });
    await hooks.drain();
    expect((await hooks.fire('Stop', { stop_hook_active: false })).injections).toEqual([]);
  });

  it('may come from a hook itself: what ran is recorded once, what hangs is ended', async () => {
    const { hooks } = quietHooks();
    let settled = 0;
    hooks.intercept({ settled: () => void settled++ });
    for (const place of [hooks, hooks.group({ parallel: true })]) {
      for (const first of [async () => {}, () => {}]) {
        const controller = new AbortController();
        const removers = [
          place.on('PreToolUse', { name: 'a' }, first),
          place.on('PreToolUse', { name: 'b' }, () => controller.abort()),
          place.on('PreToolUse', { name: 'c', priority: 101 }, () => {
            controller.abort();
            return forever();
          }),
        ];
        const outcome = await hooks.fire('PreToolUse', bash, { signal: controller.signal });
        expect(outcome.decision).toBe('deny');
        expect(outcome.runs.map(({ hook }) => hook)).toEqual(['a', 'b', 'c']);
        expect(outcome.runs.slice(0, 2).map(({ status }) => status)).toEqual(['ok', 'ok']);
        const runs = outcome.runs.length;
        await sleep(2);
        expect(outcome.runs).toHaveLength(runs);
        for (const remove of removers) remove();
      }
    }
    expect(settled).toBe(4);
  });

  it('ends a hook that aborts the signal and then hangs, first in the chain or later', async () => {
    const { hooks } = quietHooks();
    const late = new AbortController();
    hooks.on('Stop', async () => {});
    hooks.on('Stop', () => {
      late.abort();
      return forever();
    });
    const stop = await hooks.fire('Stop', { stop_hook_active: false }, { signal: late.signal });
    expect(stop).toMatchObject({ resume: true, runs: [{ status: 'ok' }, { failure: 'cancelled' }] });
    const controller = new AbortController();
    hooks.on('PreToolUse', () => {
      controller.abort();
      return forever();
    });
    const outcome = await hooks.fire('PreToolUse', bash, { signal: controller.signal });
    expect(outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'cancelled' }] });
  });

  it.each(['x', 7, null, {}, { aborted: false }])(
    'refuses %j in the place of a signal, and runs nothing',
    async (signal) => {
      const { hooks } = quietHooks();
      const ran: string[] = [];
      hooks.on('PreToolUse', async () => void ran.push('hook'));
      const firing = hooks.fire('PreToolUse', bash, { signal: signal as never });
      await expect(firing).rejects.toMatchObject({ code: 'option-invalid', option: 'signal' });
      await sleep(1);
      expect(ran).toEqual([]);
    },
  );

  it('holds before the first hook, and without any', async () => {
    const { hooks } = quietHooks();
    const signal = AbortSignal.abort();
    expect((await hooks.fire('PreToolUse', bash, { signal })).decision).toBe('deny');
    hooks.on('PostToolUse', { name: 'h' }, () => {});
    expect(await hooks.fire('PostToolUse', bashResult, { signal })).toMatchObject({
      suppressed: true,
      runs: [{ hook: 'h', status: 'skipped' }],
    });
    expect((await hooks.fire('SessionStart', { source: 'startup' }, { signal })).decision).toBeNull();
  });

  it('reaches every pending member of a group, and gives grace where it is due', async () => {
    const { hooks } = quietHooks();
    const controller = new AbortController();
    const group = hooks.group({ parallel: true });
    group.on('PreToolUse', { name: 'done' }, async () => {});
    group.on('PreToolUse', { name: 'hangs' }, forever);
    group.on('PreToolUse', { name: 'cleans', graceMs: 60_000 }, async (_, { signal }) => {
      await aborted(signal);
      await sleep(5);
    });
    const firing = hooks.fire('PreToolUse', bash, { signal: controller.signal });
    await sleep(5);
    controller.abort();
    const outcome = await firing;
    expect(outcome.decision).toBe('deny');
    expect(outcome.runs.map(({ failure }) => failure)).toEqual([null, 'cancelled', 'cancelled']);
  });

  it('leaves nothing behind on the signal of a firing that ended', async () => {
    const { hooks } = quietHooks();
    const controller = new AbortController();
    hooks.on('PreToolUse', async () => deny('no'));
    hooks.on('Stop', async () => [resume('x'), halt('y')]);
    hooks.on('PostToolUse', async () => suppress());
    const outcome = await hooks.fire('PreToolUse', bash, { signal: controller.signal });
    controller.abort();
    await sleep(1);
    expect(outcome.reason).toBe('no');
  });
});
