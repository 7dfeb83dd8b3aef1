import { describe, expect, it } from 'vitest';
import { asSubagent } from '../../../src/engine/hooks/agent-names.ts';
import { deny, Hooks, inject } from '../../../src/entries/index.ts';
import { bash, quietHooks } from '../../support/hooks.ts';

function recording(): { ran: string[]; note: (name: string) => () => undefined } {
  const ran: string[] = [];
  const note = (name: string) => () => {
    ran.push(name);
    return undefined;
  };
  return { ran, note };
}

describe('scopes', () => {
  it("select global hooks, the ancestors' and the agent's own, never another branch's", async () => {
    const { hooks } = quietHooks();
    const { ran, note } = recording();
    hooks.on('PreToolUse', note('global'));
    hooks.on('PostToolUse', note('other point'));
    hooks.scope('lead').on('PreToolUse', note('lead'));
    hooks.scope('child', { parent: 'lead' }).on('PreToolUse', note('child'));
    hooks.scope('grandchild', { parent: 'child' }).on('PreToolUse', note('grandchild'));
    hooks.scope('other', { parent: 'lead' }).on('PreToolUse', note('other'));
    await hooks.fire('PreToolUse', bash, { agent: 'grandchild' });
    expect(ran.splice(0)).toEqual(['global', 'lead', 'child', 'grandchild']);
    await hooks.fire('PreToolUse', bash, { agent: 'other' });
    expect(ran.splice(0)).toEqual(['global', 'lead', 'other']);
    await hooks.fire('PreToolUse', bash, { agent: 'stranger' });
    expect(ran.splice(0)).toEqual(['global']);
    await hooks.fire('PreToolUse', bash);
    expect(ran.splice(0)).toEqual(['global']);
    hooks.on('PreToolUse', note('late global'));
    await hooks.fire('PreToolUse', bash, { agent: '*' });
    expect(ran).toEqual(['global', 'late global', 'lead', 'child', 'grandchild', 'other']);
  });

  it('end when they are closed, and take no more hooks then', async () => {
    const { hooks } = quietHooks();
    const { ran, note } = recording();
    const scope = hooks.scope('agent');
    const unregister = scope.on('PreToolUse', { name: 'own' }, note('own'));
    expect(hooks.isEnabled('own')).toBe(true);
    scope.close();
    scope.close();
    await hooks.fire('PreToolUse', bash, { agent: 'agent' });
    expect(ran).toEqual([]);
    expect(unregister()).toBe(false);
    expect(() => scope.on('PreToolUse', note('late'))).toThrow('the scope of "agent" is closed');
    expect(() => hooks.isEnabled('own')).toThrow('no hook is named "own"');
  });

  it("keep their ancestry when the parent's scope is closed", async () => {
    const { hooks } = quietHooks();
    const { ran, note } = recording();
    hooks.scope('lead').on('PreToolUse', note('lead'));
    const middle = hooks.scope('middle', { parent: 'lead' });
    hooks.scope('child', { parent: 'middle' }).on('PreToolUse', note('child'));
    middle.close();
    await hooks.fire('PreToolUse', bash, { agent: 'child' });
    expect(ran).toEqual(['lead', 'child']);
  });

  it('may be opened twice for one agent, and closed one by one', async () => {
    const { hooks } = quietHooks();
    const { ran, note } = recording();
    const first = hooks.scope('agent');
    const second = hooks.scope('agent');
    second.on('PreToolUse', note('second'));
    first.on('PreToolUse', note('first'));
    await hooks.fire('PreToolUse', bash, { agent: 'agent' });
    expect(ran.splice(0)).toEqual(['second', 'first']);
    await hooks.fire('PreToolUse', bash, { agent: '*' });
    expect(ran.splice(0)).toEqual(['first', 'second']);
    first.close();
    await hooks.fire('PreToolUse', bash, { agent: 'agent' });
    expect(ran).toEqual(['second']);
  });

  it('override the global hooks of a point for their own agent only, with an empty list too', async () => {
    const { hooks } = quietHooks();
    const { ran, note } = recording();
    hooks.on('PreToolUse', note('global'));
    hooks.on('Stop', note('global stop'));
    hooks.scope('alone', { override: ['pre:tool'] });
    hooks.scope('child', { parent: 'alone' });
    await hooks.fire('PreToolUse', bash, { agent: 'alone' });
    expect(ran.splice(0)).toEqual([]);
    await hooks.fire('Stop', { stop_hook_active: false }, { agent: 'alone' });
    expect(ran.splice(0)).toEqual(['global stop']);
    await hooks.fire('PreToolUse', bash, { agent: 'child' });
    expect(ran).toEqual(['global']);
  });

  it('are those of the main agent where null stands for an agent', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    const note = (name: string) => () => void ran.push(name);
    hooks.scope(null).on('Stop', note('null'));
    hooks.scope('main').on('Stop', note('main'));
    const helper = hooks.scope('helper', { parent: null });
    helper.on('Stop', note('helper'));
    await hooks.fire('Stop', { stop_hook_active: false }, { agent: null });
    await hooks.fire('Stop', { stop_hook_active: false }, { agent: 'helper' });
    await hooks.fire('Stop', { stop_hook_active: false });
    expect(ran).toEqual(['null', 'main', 'null', 'main', 'helper']);
  });

  it("are an agent's by its type and by a pattern too, and those of its ancestors' types", async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    for (const id of ['explore', 'explore-*', '*-2', 'plan', 'explor', 'plan-*'])
      hooks.scope(id).on('Stop', () => void ran.push(id));
    hooks.scope('explore-1', { type: 'explore' }).on('Stop', () => void ran.push('explore-1'));
    hooks.scope('plan-2', { type: 'plan', parent: 'explore-1' });
    const fire = async (agent: string): Promise<readonly string[]> => {
      ran.length = 0;
      await hooks.fire('Stop', { stop_hook_active: false }, { agent });
      return [...ran];
    };
    expect(await fire('explore-1')).toEqual(['explore', 'explore-*', 'explore-1']);
    expect(await fire('plan-2')).toEqual(['explore', 'explore-*', '*-2', 'plan', 'plan-*', 'explore-1']);
    expect(await fire('explore-9')).toEqual(['explore-*']);
  });

  it('override for agents of their type or pattern', async () => {
    const { hooks } = quietHooks();
    hooks.on('Stop', { name: 'global' }, () => {});
    hooks.scope('explore', { override: ['Stop'] });
    hooks.scope('plan-*', { override: ['Stop'] });
    hooks.scope('explore-1', { type: 'explore' });
    hooks.scope('child', { parent: 'explore-1' });
    const names = async (agent: string): Promise<readonly string[]> =>
      (await hooks.fire('Stop', { stop_hook_active: false }, { agent })).runs.map(({ hook }) => hook);
    expect(await names('explore-1')).toEqual([]);
    expect(await names('plan-1')).toEqual([]);
    expect(await names('child')).toEqual(['global']);
    expect(await names('*')).toEqual(['global']);
  });

  it('tell hooks what kind of agent it is, where the host says so', async () => {
    const { hooks } = quietHooks();
    const told: unknown[] = [];
    hooks.on('Stop', (_, { agent, agentType }) => void told.push([agent, agentType]));
    await hooks.fire('Stop', { stop_hook_active: false }, { agent: 'explore-1', agentType: 'explore' });
    await hooks.fire('Stop', { stop_hook_active: false }, { agent: null });
    expect(told).toEqual([
      ['explore-1', 'explore'],
      ['main', undefined],
    ]);
  });

  it('find ancestors that were opened later', async () => {
    const { hooks } = quietHooks();
    const { ran, note } = recording();
    hooks.scope('child', { parent: 'parent' });
    hooks.scope('parent', { parent: 'grandparent' });
    hooks.scope('grandparent').on('PreToolUse', note('grandparent'));
    await hooks.fire('PreToolUse', bash, { agent: 'child' });
    expect(ran).toEqual(['grandparent']);
    expect(() => hooks.scope('grandparent', { parent: 'child' })).toThrow('cannot be an ancestor of itself');
  });

  it('forget what arrived in the background for an agent that is gone', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { mode: 'background' }, () => inject('old news'));
    const [first, second] = [hooks.scope('agent'), hooks.scope('agent')];
    await hooks.fire('PreToolUse', bash, { agent: 'agent' });
    first.close();
    second.close();
    hooks.scope('agent');
    const outcome = await hooks.fire('Stop', { stop_hook_active: false }, { agent: 'agent' });
    expect(outcome.injections).toEqual([]);
  });

  it.each([
    [['*'], 'needs the id of an agent'],
    [[''], 'needs the id of an agent'],
    [[7], 'needs the id of an agent'],
    [['a', { overide: [] }], 'has no option "overide", did you mean "override"?'],
    [['a', { override: 'PreToolUse' }], 'takes a list of points as its override'],
    [['a', { override: ['PreToolUse:Bash'] }], 'overrides whole points: "PreToolUse", not only "Bash" of it'],
    [['a', null], 'takes an object of options, not null'],
  ])('refuse %j', (parameters, message) => {
    const { hooks } = quietHooks();
    expect(() => hooks.scope(...(parameters as [string]))).toThrow(message);
  });

  it('have no cycles', () => {
    const { hooks } = quietHooks();
    hooks.scope('a');
    hooks.scope('b', { parent: 'a' });
    expect(() => hooks.scope('a', { parent: 'b' })).toThrow('the agent "a" cannot be an ancestor of itself');
  });
});

describe('names', () => {
  it('switch hooks off and on again without unregistering', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'safety-check' }, () => deny('no'));
    hooks.disable('safety-check');
    expect(hooks.isEnabled('safety-check')).toBe(false);
    expect((await hooks.fire('PreToolUse', bash)).runs).toEqual([]);
    hooks.enable('safety-check');
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
  });

  it('that nobody has are an error with a suggestion', () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'safety-check' }, () => {});
    expect(() => hooks.enable('safty-check')).toThrow(
      'no hook is named "safty-check", did you mean "safety-check"?',
    );
    expect(() => hooks.off('zzz')).toThrow('no hook is named "zzz"');
  });

  it('replace within one scope and source, re-enabled, at the end of the order', async () => {
    const { hooks } = quietHooks();
    const { ran, note } = recording();
    hooks.on('PreToolUse', { name: 'a', source: 'one.yaml' }, note('old a'));
    hooks.on('PreToolUse', { name: 'b' }, note('b'));
    hooks.disable('a');
    hooks.on('PreToolUse', { name: 'a', source: 'one.yaml' }, note('new a'));
    await hooks.fire('PreToolUse', bash);
    expect(ran).toEqual(['b', 'new a']);
  });

  it('replace across points too, with a warning', async () => {
    const { hooks, log } = quietHooks();
    hooks.on('PreToolUse', { name: 'a' }, () => deny('old'));
    hooks.on('Stop', { name: 'a' }, () => {});
    expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
    expect(hooks.list()).toHaveLength(1);
    expect(log).toMatchObject([
      { level: 'warning', message: '"a" replaces the hook of that name at PreToolUse, which is gone now' },
    ]);
  });

  it('keep the old hook when the new one is refused', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'a' }, () => deny('old'));
    expect(() => hooks.on('PreToolUse', { name: 'a', matcher: /Bash/ as never }, () => {})).toThrow(
      'takes a pattern',
    );
    expect((await hooks.fire('PreToolUse', bash)).reason).toBe('old');
  });

  it('are taken elsewhere in the same chain, free in another branch', () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'a', source: 'one.yaml' }, () => {});
    expect(() => hooks.on('Stop', { name: 'a', source: 'two.yaml' }, () => {})).toThrow(
      'the name "a" is taken: it was registered globally by one.yaml at PreToolUse',
    );
    expect(() => hooks.scope('x').on('PreToolUse', { name: 'a', source: 'one.yaml' }, () => {})).toThrow(
      'is taken',
    );
    const lead = hooks.scope('lead');
    lead.on('PreToolUse', { name: 'own' }, () => {});
    expect(() => hooks.scope('child', { parent: 'lead' }).on('Stop', { name: 'own' }, () => {})).toThrow(
      'the name "own" is taken: it was registered for the agent "lead" at PreToolUse',
    );
    hooks.scope('parent-to-be').on('Stop', { name: 'late' }, () => {});
    expect(() => hooks.on('Stop', { name: 'late' }, () => {})).toThrow('is taken');
    hooks.scope('other').on('PreToolUse', { name: 'own' }, () => {});
    expect(hooks.list().filter(({ name }) => name === 'own')).toHaveLength(2);
  });

  it('stand at each point of one hook, and go from all of them when another takes the name', async () => {
    const { hooks, log } = quietHooks();
    const ran: string[] = [];
    const at = ['PostToolUse', 'PostToolUseFailure'] as const;
    const remove = hooks.on(at, { name: 'mine' }, (_, { point }) => void ran.push(point));
    const failed = { ...bash, error: 'no' };
    await hooks.fire('PostToolUse', { ...bash, tool_response: 'ok' });
    await hooks.fire('PostToolUseFailure', failed);
    expect(ran).toEqual([...at]);
    hooks.disable('mine');
    await hooks.fire('PostToolUseFailure', failed);
    expect(ran).toHaveLength(2);
    hooks.on('PostToolUse', { name: 'mine' }, () => {});
    expect(hooks.list().map(({ point }) => point)).toEqual(['PostToolUse']);
    expect(remove()).toBe(false);
    expect(log).toEqual([]);
    const list = hooks.on(['Stop', 'Stop'], () => {});
    expect(hooks.list()).toHaveLength(2);
    expect(list()).toBe(true);
    expect(() => hooks.on(['Stop', 'Nowhere' as 'Stop'], () => {})).toThrow('Nowhere');
    expect(hooks.list()).toHaveLength(1);
    expect(() => hooks.on('Stop', { family: 1 as never }, () => {})).toThrow('family');
  });

  it('remove every hook that has them', () => {
    const { hooks } = quietHooks();
    hooks.scope('one').on('PreToolUse', { name: 'twin' }, () => {});
    hooks.scope('two').on('PreToolUse', { name: 'twin' }, () => {});
    hooks.off('twin');
    expect(hooks.list()).toEqual([]);
  });
});

describe('registrations', () => {
  it('are listed with all that matters', () => {
    const { hooks } = quietHooks({ timeoutMs: 1234 });
    hooks.on('pre:tool:Bash|Edit', { name: 'a', priority: 5, guard: true, source: 'x.yaml' }, () => {});
    hooks.scope('agent').on('Stop', { mode: 'observe', timeoutMs: 99 }, () => {});
    expect(hooks.list()).toEqual([
      {
        name: 'a',
        point: 'PreToolUse',
        matcher: 'Bash|Edit',
        priority: 5,
        timeoutMs: 1234,
        mode: 'enforce',
        guard: true,
        final: false,
        enabled: true,
        agent: null,
        source: 'x.yaml',
      },
      {
        name: 'Stop#3',
        point: 'Stop',
        matcher: '*',
        priority: 100,
        timeoutMs: 99,
        mode: 'observe',
        guard: false,
        final: false,
        enabled: true,
        agent: 'agent',
        source: null,
      },
    ]);
  });

  it('return their own unregister function', async () => {
    const { hooks } = quietHooks();
    const unregister = hooks.on('PreToolUse', { matcher: 'Bash|Edit' }, () => deny('no'));
    hooks.on('PreToolUse', { matcher: 'Bash' }, () => {});
    hooks.on('PreToolUse', { matcher: 'Bash' }, () => {});
    expect(unregister()).toBe(true);
    expect(unregister()).toBe(false);
    expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
  });

  it('once: run for one firing only, however many happen at the same time', async () => {
    const { hooks } = quietHooks();
    let calls = 0;
    hooks.once('PreToolUse', async (_, { phase }) => {
      calls += 1;
      return phase === 1 ? ({ async: true } as const) : deny('once');
    });
    const outcomes = await Promise.all([hooks.fire('PreToolUse', bash), hooks.fire('PreToolUse', bash)]);
    expect(outcomes.map(({ decision }) => decision)).toEqual(['deny', null]);
    expect(calls).toBe(2);
    expect(hooks.list()).toEqual([]);
  });

  it('once: keeps its options, and its snapshot does not run it again', async () => {
    const { hooks } = quietHooks();
    let calls = 0;
    hooks.on('PreToolUse', async () => {});
    hooks.once('PreToolUse', { name: 'first' }, () => {
      calls += 1;
    });
    await Promise.all([hooks.fire('PreToolUse', bash), hooks.fire('PreToolUse', bash)]);
    expect(calls).toBe(1);
    expect(() => hooks.once('PreToolUse', {}, undefined as never)).toThrow('needs a function as its handler');
  });

  it('are limited by maxHooksPerPoint, in all scopes together; replacing needs no room', () => {
    const { hooks } = quietHooks({ maxHooksPerPoint: 2 });
    hooks.on('PreToolUse', { name: 'a' }, () => {});
    const scope = hooks.scope('agent');
    scope.on('PreToolUse', () => {});
    hooks.on('Stop', () => {});
    hooks.on('PreToolUse', { name: 'a' }, () => {});
    expect(() => hooks.on('PreToolUse', () => {})).toThrow(
      'PreToolUse already has 2 hooks, which is all that maxHooksPerPoint allows',
    );
    scope.close();
    hooks.on('PreToolUse', () => {});
    expect(hooks.list()).toHaveLength(3);
  });

  it.each([
    [{ priorty: 1 }, 'has no option "priorty", did you mean "priority"?'],
    [{ gaurd: true }, 'did you mean "guard"?'],
    [{ priority: 'high' }, 'takes a number as its priority, not "high"'],
    [{ priority: Number.NaN }, 'takes a number as its priority'],
    [{ timeoutMs: 0 }, 'takes a number of milliseconds above 0 as its timeoutMs, not 0'],
    [{ graceMs: -1 }, 'takes a number of milliseconds as its graceMs'],
    [{ name: '' }, 'takes text as its name'],
    [{ guard: 'yes' }, 'takes true or false as its guard'],
    [{ mode: 'watch' }, 'takes one of enforce, observe, background as its mode'],
    [{ rights: ['refuse'] }, 'takes a list of effect types as its rights'],
    [{ matcher: 5 }, 'takes a pattern as its matcher'],
    [{ matcher: '|' }, 'has no alternative'],
    [{ matcher: 1n }, 'takes a pattern as its matcher, not 1'],
    [{ rights: ['toString'] }, 'takes a list of effect types as its rights'],
    [{ mode: 'observe', onFailure: 'closed' }, 'cannot fail closed in the mode observe'],
    [null, 'takes an object of options, not null'],
  ])('refuse %o and change nothing', (options, message) => {
    const { hooks } = quietHooks();
    expect(() => hooks.on('PreToolUse', options as never, () => {})).toThrow(message);
    expect(hooks.list()).toEqual([]);
  });

  it('refuse a matcher beside one in the name of the point', () => {
    const { hooks } = quietHooks();
    expect(() => hooks.on('pre:tool:Bash', { matcher: 'Edit' }, () => {})).toThrow('has two matchers');
  });

  it('ignore options that are undefined', () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: undefined } as never, () => {});
    expect(hooks.list()).toHaveLength(1);
  });

  it('take a matcher of their own making', async () => {
    const { hooks } = quietHooks();
    const even = {
      source: 'even length',
      literals: null,
      all: false,
      warnings: [],
      matches: (value: string) => value.length % 2 === 0,
    };
    hooks.on('PreToolUse', { matcher: even }, () => deny('even'));
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
    expect((await hooks.fire('PreToolUse', { ...bash, tool_name: 'Write' })).decision).toBeNull();
    const listed = { ...even, literals: ['Read'], matches: (value: string) => value === 'Read' };
    hooks.on('PreToolUse', { matcher: listed }, () => deny('listed'));
    expect((await hooks.fire('PreToolUse', { ...bash, tool_name: 'Read' })).decision).toBe('deny');
  });

  it('show what cannot be shown', () => {
    const { hooks } = quietHooks();
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    expect(() => hooks.on('PreToolUse', { name: proxy } as never, () => {})).toThrow(
      'not something that cannot be shown',
    );
  });

  it('refuse what is no point', () => {
    const { hooks } = quietHooks();
    expect(() => hooks.on(undefined as never, () => {})).toThrow(
      'a point is named by text or is a point itself',
    );
    expect(() => hooks.on({ name: 'nowhere' } as never, () => {})).toThrow('unknown point "nowhere"');
  });

  it.each([
    [
      { timeoutMs: Number.NaN },
      'new Hooks() takes a number of milliseconds above 0 as its timeoutMs, not NaN',
    ],
    [{ timeoutM: 5 }, 'has no option "timeoutM", did you mean "timeoutMs"?'],
    [{ base: 5 }, 'takes an object or a function as its base'],
    [{ log: 'file' }, 'takes a function as its log'],
    [{ maxHooksPerPoint: 0 }, 'takes a number above 0'],
  ])('need sound hooks: refuse %j', (options, message) => {
    expect(() => new Hooks(options as never)).toThrow(message);
  });

  it('take the defaults that a handler states for itself', async () => {
    const { hooks } = quietHooks();
    const handler = Object.assign(() => deny('no'), { graceMs: 5, rights: () => ['inject'] as const });
    hooks.on('PreToolUse', handler);
    expect((await hooks.fire('PreToolUse', bash)).runs[0]?.dropped).toHaveLength(1);
    hooks.once('PreToolUse', handler);
    expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
  });
});

describe('a subagent of a type', () => {
  it('has the hooks that name its type, while its event lasts', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    hooks.scope('explore').on('Stop', () => void ran.push('explore'));
    const stop = (agent: string | null, type: string | null) =>
      asSubagent(hooks, agent, type, () =>
        hooks.fire('Stop', { stop_hook_active: false }, agent === null ? {} : { agent }),
      );
    await stop('a1', 'explore');
    await stop('a1', null);
    await stop(null, 'explore');
    expect(ran).toEqual(['explore']);
  });
});
