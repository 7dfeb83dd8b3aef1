import { describe, expect, it, vi } from 'vitest';
import { Context } from '../../../src/engine/firing/context.ts';
import type { FiringInfo } from '../../../src/engine/firing/interceptor.ts';
import { deny, type HookContext, Hooks, inject, modify } from '../../../src/entries/index.ts';
import { bash, forever, gate, quietHooks, sleep } from '../../support/hooks.ts';

describe('interceptors', () => {
  it('see who fires: the type of the agent, where the event is from, and the agents above', async () => {
    const { hooks } = quietHooks();
    const seen: unknown[] = [];
    hooks.intercept({
      settled: ({ agent, agentType, origin }) => void seen.push([agentType, origin, hooks.lineage(agent)]),
    });
    hooks.scope('lead');
    hooks.scope('reviewer', { parent: 'lead' });
    const origin = { product: 'codex' };
    await hooks.fire('PreToolUse', bash, { agent: 'reviewer', agentType: 'review', origin });
    await hooks.fire('PreToolUse', bash);
    expect(seen).toEqual([
      ['review', origin, ['lead']],
      [null, undefined, []],
    ]);
  });

  it('see every firing and run in order, with unique ids and durations', async () => {
    const { hooks } = quietHooks();
    const events: string[] = [];
    const ids = new Set<string | null>();
    hooks.intercept({
      fired: ({ point, agent, toolUseId }) => void events.push(`fired ${point} ${agent} ${toolUseId}`),
      started: (_, run) => {
        ids.add(run.id);
        events.push(`started ${run.hook} ${run.durationMs}`);
      },
      finished: (_, run) => void events.push(`finished ${run.hook} ${run.status} ${typeof run.durationMs}`),
      settled: ({ id }, outcome) => void events.push(`settled ${outcome.decision} ${id !== ''}`),
    });
    hooks.on('PreToolUse', { name: 'sync' }, () => {});
    hooks.on('PreToolUse', { name: 'async' }, async () => {});
    const group = hooks.group({ parallel: true });
    group.on('PreToolUse', { name: 'member' }, async () => sleep(1));
    group.on('PreToolUse', { name: 'other' }, () => {});
    hooks.on('PreToolUse', { name: 'no' }, () => deny('x'));
    hooks.on('PreToolUse', { name: 'never' }, () => {});
    await hooks.fire('PreToolUse', bash, { agent: 'a', toolUseId: 't' });
    expect(events).toEqual([
      'fired PreToolUse a t',
      'started sync null',
      'finished sync ok number',
      'started async null',
      'finished async ok number',
      'started member null',
      'started other null',
      'finished member ok number',
      'finished other ok number',
      'started no null',
      'finished no ok number',
      'settled deny true',
    ]);
    expect(ids.size).toBe(5);
  });

  it('are told what was fired, by whom, where it comes from and when each run began', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'slow' }, () => sleep(5).then(() => modify({ command: 'changed' })));
    hooks.on('PreToolUse', { name: 'next' }, () => {});
    const seen: FiringInfo[] = [];
    const states: boolean[] = [];
    hooks.intercept({
      finished: ({ isSettled }) => void states.push(isSettled),
      settled: (firing) => void seen.push(firing),
    });
    hooks.scope('child', { parent: 'lead' });
    const origin = { product: 'x' };
    await hooks.fire('PreToolUse', bash, { agent: 'child', agentType: 'explore', origin });
    await hooks.fire('PreToolUse', bash);
    const [first, second] = seen;
    expect(first).toMatchObject({ agentType: 'explore', origin, isSettled: true });
    expect(first?.original).toMatchObject({ tool_input: bash.tool_input });
    expect(first?.input).toMatchObject({ tool_input: { command: 'changed' } });
    const [one = 0, two = 0] = first?.starts ?? [];
    expect([one, two - one >= 4]).toEqual([first?.startedAt, true]);
    expect(states).toEqual([false, false, false, false]);
    expect(second).toMatchObject({ agentType: null, origin: undefined });
    expect([hooks.lineage('child'), hooks.lineage(null)]).toEqual([['lead'], []]);
  });

  it.each(['sync', 'async'])('see plain chains of %s hooks the same way', async (kind) => {
    const { hooks } = quietHooks();
    const seen: unknown[] = [];
    hooks.intercept({ finished: (firing, run) => void seen.push([run.hook, run.status, firing.point]) });
    const handler = kind === 'sync' ? () => {} : async () => {};
    hooks.on('PreToolUse', { name: 'one' }, handler);
    hooks.on('PreToolUse', { name: 'two' }, handler);
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(seen).toEqual([
      ['one', 'ok', 'PreToolUse'],
      ['two', 'ok', 'PreToolUse'],
    ]);
    expect(outcome.runs.map(({ durationMs }) => typeof durationMs)).toEqual(['number', 'number']);
    expect(new Set(outcome.runs.map(({ id }) => id)).size).toBe(2);
  });

  it('see the input as it stands', async () => {
    const { hooks } = quietHooks();
    const inputs: unknown[] = [];
    const look = ({ input }: FiringInfo): void => void inputs.push((input as typeof bash).tool_input.command);
    hooks.intercept({ fired: look, settled: look });
    hooks.on('PreToolUse', () => modify({ command: 'two' }));
    await hooks.fire('PreToolUse', bash);
    expect(inputs).toEqual(['ls', 'two']);
  });

  it('pass on what a running hook prints', async () => {
    const { hooks } = quietHooks();
    const seen: unknown[] = [];
    hooks.intercept({ progress: (_, run, progress) => void seen.push([run.hook, progress]) });
    hooks.on('PreToolUse', { name: 'a' }, (_, context) => {
      expect(context).toMatchObject({
        point: 'PreToolUse',
        hook: 'a',
        agent: null,
        toolUseId: null,
        outcome: null,
      });
      context.progress({ stdout: 'x' });
    });
    await hooks.fire('PreToolUse', bash);
    expect(seen).toEqual([['a', { stdout: 'x' }]]);
  });

  it.each([
    ['on its own', (hooks: Hooks) => hooks],
    ['in a group', (hooks: Hooks) => hooks.group({})],
  ])('pass on what a hook %s prints in its second phase', async (_, place) => {
    const { hooks } = quietHooks();
    const seen: unknown[] = [];
    hooks.intercept({ progress: (__, run, { stdout }) => void seen.push([run.hook, run.id, stdout]) });
    place(hooks).on('PreToolUse', { name: 'slow' }, async (__, context) => {
      context.progress({ stdout: `phase ${context.phase}` });
      return context.phase === 1 ? { async: true } : inject('x');
    });
    hooks.on('PreToolUse', { name: 'next' }, (__, context) => context.progress({ stdout: 'own' }));
    const { runs } = await hooks.fire('PreToolUse', bash);
    expect(seen).toEqual([
      ['slow', runs[0]?.id, 'phase 1'],
      ['slow', runs[0]?.id, 'phase 2'],
      ['next', runs[1]?.id, 'own'],
    ]);
  });

  it('cost nothing when nobody listens: no ids, no durations, progress goes nowhere', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', (_, context) => context.progress({ stdout: 'x' }));
    expect((await hooks.fire('PreToolUse', bash)).runs[0]).toMatchObject({ id: null, durationMs: null });
  });

  it('stop listening when they are told to; timing alone also gives durations', async () => {
    const { hooks } = quietHooks({ timing: true });
    const calls: string[] = [];
    const stop = hooks.intercept({
      fired: ({ point, toolUseId }) => void calls.push(`${point} ${toolUseId}`),
    });
    await hooks.fire('PreToolUse', bash);
    stop();
    hooks.on('PreToolUse', () => {});
    expect((await hooks.fire('PreToolUse', bash)).runs[0]?.durationMs).toBeTypeOf('number');
    expect(calls).toEqual(['PreToolUse null']);
  });

  it('give every run an id of its own, however many there are', async () => {
    const { hooks } = quietHooks();
    for (let index = 0; index < 120; index += 1) hooks.on('PreToolUse', () => {});
    const ids = new Set<string | null>();
    for (let firing = 0; firing < 20; firing += 1) {
      const { runs } = await hooks.fire('PreToolUse', bash, { timing: true });
      for (const { id } of runs) ids.add(id);
    }
    expect(ids.size).toBe(20 * 120);
    expect(ids).not.toContain(null);
  });

  it('may answer something, which changes nothing', async () => {
    const { hooks, log } = quietHooks();
    hooks.intercept({ fired: () => 'heard' as never, settled: async () => {} });
    expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
    expect(log).toEqual([]);
  });

  it('change nothing when they throw, which is logged', async () => {
    const { hooks, log } = quietHooks();
    const fail = (): never => {
      throw new Error('listener bug');
    };
    hooks.intercept({ fired: fail, started: fail, progress: fail, finished: fail, settled: fail });
    hooks.on('PreToolUse', (_, context) => {
      context.progress({ stderr: 'x' });
      return deny('still');
    });
    expect((await hooks.fire('PreToolUse', bash)).reason).toBe('still');
    expect(log).toHaveLength(5);
    expect(log[0]).toEqual({
      level: 'error',
      message: 'a listener failed: listener bug',
      point: 'PreToolUse',
      hook: null,
    });
  });
});

describe('the timing of one firing', () => {
  it.each(['sync', 'async'])('gives its %s runs ids and durations, and no other firing', async (kind) => {
    const { hooks } = quietHooks();
    const seen: (string | null)[] = [];
    hooks.on('PreToolUse', { name: 'one' }, (_, { runId }) => {
      seen.push(runId);
      return kind === 'sync' ? undefined : sleep(1);
    });
    hooks.on('PreToolUse', { name: 'two' }, (_, { runId }) => void seen.push(runId));
    const timed = await hooks.fire('PreToolUse', bash, { timing: true });
    const untimed = await hooks.fire('PreToolUse', bash);
    expect(timed.runs.map(({ durationMs }) => typeof durationMs)).toEqual(['number', 'number']);
    expect(seen).toEqual([...timed.runs.map(({ id }) => id), null, null]);
    expect(new Set(seen).size).toBe(3);
    expect(untimed.runs).toMatchObject([
      { id: null, durationMs: null },
      { id: null, durationMs: null },
    ]);
  });

  it('holds for a hook that answers, hangs, or works on in the background', async () => {
    const { hooks } = quietHooks();
    const ids = new Map<string, string | null>();
    const note = (_: unknown, { hook, runId }: HookContext): void => void ids.set(hook, runId);
    hooks.on('PreToolUse', { name: 'answers' }, (_, context) => {
      note(_, context);
      return inject('x');
    });
    hooks.on('PreToolUse', { name: 'hangs', timeoutMs: 10 }, (_, context) => {
      note(_, context);
      return forever();
    });
    hooks.on('PreToolUse', { name: 'works on', mode: 'background' }, note);
    const { runs } = await hooks.fire('PreToolUse', bash, { timing: true });
    expect(runs.map(({ hook, id }) => [hook, id])).toEqual([
      ['answers', ids.get('answers')],
      ['hangs', ids.get('hangs')],
    ]);
    expect(ids.get('works on')).toBeTypeOf('string');
    expect(new Set(ids.values()).size).toBe(3);
  });

  it('lets a front door find the record of a run by its context, and nobody by another object', async () => {
    const { hooks } = quietHooks();
    const found: unknown[] = [];
    hooks.on(
      'PreToolUse',
      async (_, context) => void found.push(Context.runOf(context), Context.runOf({ ...context })),
    );
    const { runs } = await hooks.fire('PreToolUse', bash, { timing: true });
    expect(found).toEqual([runs[0], null]);
    expect(found[0]).toBe(runs[0]);
  });
});

describe('listeners that are promises', () => {
  it('are logged when they are rejected, and a log that is rejected harms nobody', async () => {
    const { hooks, log } = quietHooks();
    hooks.intercept({ fired: async () => Promise.reject(Object.create(null)) });
    await hooks.fire('PreToolUse', bash);
    await sleep(1);
    expect(log).toMatchObject([{ message: 'a listener failed: threw something that cannot be shown' }]);
    const other = new Hooks({ log: async () => Promise.reject(new Error('disk full')) });
    other.on('Stop', { matcher: 'x' }, () => {});
    await sleep(1);
  });

  it('book what a hook prints late on that hook', async () => {
    const { hooks } = quietHooks();
    const seen: unknown[] = [];
    hooks.intercept({ progress: (_, { hook }, { stdout }) => void seen.push([hook, stdout]) });
    const [next, last] = [gate(), gate()];
    hooks.on('PreToolUse', { name: 'early' }, async (_, context) => {
      void next.opened.then(() => context.progress({ stdout: 'late' }));
    });
    hooks.on('PreToolUse', { name: 'next' }, async () => {
      next.open();
      await sleep(1);
    });
    hooks.on('PreToolUse', { name: 'answers', priority: 101 }, async (_, context) => {
      void last.opened.then(() => context.progress({ stdout: 'later' }));
      return inject('x');
    });
    hooks.on('PreToolUse', { name: 'last', priority: 102 }, async () => {
      last.open();
      await sleep(1);
    });
    await hooks.fire('PreToolUse', bash);
    expect(seen).toEqual([
      ['early', 'late'],
      ['answers', 'later'],
    ]);
  });
});

describe('the log', () => {
  it('is the console by default', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const hooks = new Hooks();
    hooks.on('PreToolUse', { name: 'bug' }, () => {
      throw new Error('x');
    });
    hooks.on('Stop', { matcher: 'x' }, () => {});
    await hooks.fire('PreToolUse', bash);
    expect(error).toHaveBeenCalledWith('hookline: hook "bug" failed (threw): x');
    expect(warn).toHaveBeenCalledOnce();
    error.mockRestore();
    warn.mockRestore();
  });

  it.each([
    ['an error', () => new Error('disk full')],
    ['a promise that is rejected', () => Promise.reject(new Error('disk full'))],
  ])('decides nothing when it throws %s', async (_, problem) => {
    const hooks = new Hooks({
      log: () => {
        throw problem();
      },
    });
    hooks.on('PreToolUse', () => {
      throw new Error('x');
    });
    expect((await hooks.fire('PreToolUse', bash)).runs[0]?.failure).toBe('threw');
  });
});
