import { describe, expect, it } from 'vitest';
import { type BuiltinInstances, createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { type RoundTimeLimitOptions, roundTimeLimit } from '../../../src/entries/builtin.ts';
import { deny } from '../../../src/entries/index.ts';
import { bash, bashResult, quietHooks, sleep } from '../../support/hooks.ts';

function timed(options: Partial<RoundTimeLimitOptions> = {}) {
  const clock = { ms: 0 };
  const pair = roundTimeLimit({ limit: 60, grace: 30, now: () => clock.ms, ...options });
  const { hooks } = quietHooks();
  for (const point of ['PreToolUse', 'PostToolUse', 'UserPromptSubmit'] as const)
    hooks.on(point, { name: `${point} limit` }, pair);
  const call = (tool = 'Bash', agent?: string) =>
    hooks.fire('PreToolUse', { ...bash, tool_name: tool }, agent === undefined ? {} : { agent });
  const result = async (agent?: string) =>
    (await hooks.fire('PostToolUse', bashResult, agent === undefined ? {} : { agent })).injections;
  return { clock, pair, hooks, call, result };
}

describe('the soft limit', () => {
  it('warns once, with the first tool result after it', async () => {
    const { clock, result } = timed();
    expect(await result()).toEqual([]);
    clock.ms = 59_999;
    expect(await result()).toEqual([]);
    clock.ms = 60_000;
    expect(await result()).toMatchObject([{ into: 'tool_result' }]);
    expect(await result()).toEqual([]);
  });

  it('says what it is told to say, where it is told', async () => {
    const { clock, result } = timed({ warning: 'Hurry.', into: 'user_message' });
    await result();
    clock.ms = 61_000;
    expect(await result()).toMatchObject([{ content: 'Hurry.', into: 'user_message' }]);
  });

  it('names the grace', async () => {
    const { clock, result } = timed({ grace: '90s' });
    await result();
    clock.ms = 61_000;
    expect((await result())[0]?.content).toContain('within 90 seconds');
  });
});

describe('the hard limit', () => {
  it('comes when the grace is over, measured from the warning, not from the limit', async () => {
    const { clock, call, result } = timed();
    await call();
    clock.ms = 200_000;
    await result();
    clock.ms = 229_999;
    expect((await call()).decision).toBeNull();
    clock.ms = 230_000;
    expect((await call()).decision).toBe('deny');
  });

  it.each(['vote', 'new_answer', 'mcp__workflow__vote'])('lets %s through', async (tool) => {
    const { clock, call, result } = timed();
    await result();
    clock.ms = 61_000;
    await result();
    clock.ms = 100_000;
    expect((await call(tool)).decision).toBeNull();
    const denied = await call('Bash');
    expect(denied.decision).toBe('deny');
    expect(denied.reason).toContain('vote');
  });

  it('lets the tools through that the options name, and no others', async () => {
    const { clock, call, result } = timed({ allow: 'submit_*' });
    await result();
    clock.ms = 61_000;
    await result();
    clock.ms = 100_000;
    expect((await call('submit_paper')).decision).toBeNull();
    expect((await call('vote')).decision).toBe('deny');
  });

  it('halts after so many denials in a row', async () => {
    const { clock, call, result } = timed({ maxDenials: 3 });
    await result();
    clock.ms = 61_000;
    await result();
    clock.ms = 100_000;
    expect((await call()).halted).toBe(false);
    expect((await call()).halted).toBe(false);
    await call('vote');
    expect((await call()).halted).toBe(false);
    expect((await call()).halted).toBe(false);
    const last = await call();
    expect(last).toMatchObject({ decision: 'deny', halted: true });
    expect(last.haltReason).toContain('3 tool calls in a row');
  });

  it('halts after ten unless told otherwise', async () => {
    const { clock, call, result } = timed();
    await result();
    clock.ms = 61_000;
    await result();
    clock.ms = 100_000;
    const halted: boolean[] = [];
    for (let index = 0; index < 11; index += 1) halted.push((await call()).halted);
    expect(halted.indexOf(true)).toBe(9);
    expect(halted[10]).toBe(true);
  });
});

describe('a round', () => {
  const expired = async (): Promise<ReturnType<typeof timed>> => {
    const all = timed();
    await all.result();
    all.clock.ms = 61_000;
    await all.result();
    all.clock.ms = 100_000;
    expect((await all.call()).decision).toBe('deny');
    return all;
  };

  it('starts anew by reset', async () => {
    const { pair, call, result, clock } = await expired();
    pair.reset();
    expect((await call()).decision).toBeNull();
    clock.ms += 59_000;
    expect(await result()).toEqual([]);
    clock.ms += 1000;
    expect(await result()).toHaveLength(1);
  });

  it('starts anew with a prompt, where the pair is registered there', async () => {
    const { hooks, call } = await expired();
    await hooks.fire('UserPromptSubmit', { prompt: 'more' });
    expect((await call()).decision).toBeNull();
  });

  it("is each agent's own, and reset by agent", async () => {
    const { clock, pair, call, result } = await expired();
    expect((await call('Bash', 'helper')).decision).toBeNull();
    clock.ms += 61_000;
    expect(await result('helper')).toHaveLength(1);
    clock.ms += 31_000;
    expect((await call('Bash', 'helper')).decision).toBe('deny');
    pair.reset('helper');
    expect((await call('Bash', 'helper')).decision).toBeNull();
    expect((await call()).decision).toBe('deny');
    pair.reset(null);
    expect((await call()).decision).toBeNull();
  });

  it("is each session's own", async () => {
    const { hooks } = await expired();
    expect((await hooks.fire('PreToolUse', { ...bash, session_id: 'another' })).decision).toBeNull();
  });

  it('is wrapped up by hand: warned with the next call or result, once, and the grace still applies', async () => {
    const { clock, pair, call, result } = timed();
    await call();
    pair.wrapUp();
    pair.wrapUp();
    expect(await result()).toHaveLength(1);
    expect(await call()).toMatchObject({ decision: null, injections: [] });
    expect(await result()).toEqual([]);
    pair.wrapUp();
    expect(await result()).toEqual([]);
    clock.ms = 29_000;
    expect((await call()).decision).toBeNull();
    clock.ms = 30_000;
    expect((await call()).decision).toBe('deny');
  });

  it('forgets a wrap-up that the next round began before', async () => {
    const { pair, result } = timed();
    pair.wrapUp('a');
    pair.wrapUp();
    pair.reset('a');
    pair.reset();
    expect(await result('a')).toEqual([]);
    expect(await result()).toEqual([]);
  });
});

describe('at PreToolUse alone', () => {
  const alone = (options: Partial<RoundTimeLimitOptions> = {}) => {
    const clock = { ms: 0 };
    const limit = roundTimeLimit({ limit: 60, grace: 30, now: () => clock.ms, ...options });
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'limit', guard: true }, limit);
    return {
      clock,
      limit,
      hooks,
      call: (tool = 'Bash') => hooks.fire('PreToolUse', { ...bash, tool_name: tool }),
    };
  };

  it('warns with the first call after the limit, and denies when the grace is over', async () => {
    const { clock, call } = alone();
    expect(await call()).toMatchObject({ decision: null, injections: [] });
    clock.ms = 60_000;
    const warned = await call();
    expect(warned).toMatchObject({ decision: null, injections: [{ into: 'tool_result' }] });
    expect(warned.injections[0]?.content).toContain('within 30 seconds');
    clock.ms = 89_999;
    expect(await call()).toMatchObject({ decision: null, injections: [] });
    clock.ms = 90_000;
    expect((await call()).decision).toBe('deny');
    expect((await call('vote')).decision).toBeNull();
  });

  it('limits a round in which every call is denied by another hook', async () => {
    const { clock, hooks, call } = alone();
    hooks.on('PreToolUse', { name: 'never' }, () => deny('no'));
    await call();
    clock.ms = 61_000;
    expect(await call()).toMatchObject({ decidedBy: 'never', injections: [{ hook: 'limit' }] });
    clock.ms = 100_000;
    expect(await call()).toMatchObject({ decision: 'deny', decidedBy: 'limit' });
  });

  it('is wrapped up by hand', async () => {
    const { clock, limit, call } = alone();
    limit.wrapUp();
    expect((await call()).injections).toHaveLength(1);
    clock.ms = 30_000;
    expect((await call()).decision).toBe('deny');
  });
});

describe('the pair from a configuration', () => {
  it('warns and then denies, on the real clock, because both share one instance', async () => {
    const instances: BuiltinInstances = new Map();
    const make = () =>
      createBuiltin('round-time-limit', { limit: '20ms', grace: '30ms' }, { directory: '/', instances });
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', make());
    hooks.on('PostToolUse', make());
    hooks.on('PostToolUseFailure', make());
    await hooks.fire('PreToolUse', bash);
    await sleep(30);
    const failed = { ...bash, error: 'no such file' };
    expect((await hooks.fire('PostToolUseFailure', failed)).injections).toHaveLength(1);
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toEqual([]);
    await sleep(50);
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
  });

  it('needs the limit', () => {
    expect(() => createBuiltin('round-time-limit', {}, { directory: '/' })).toThrow('"limit" is needed');
    expect(() => createBuiltin('round-time-limit', { limit: 'soon' }, { directory: '/' })).toThrow(
      '"limit": a duration is a number of seconds or text such as "500ms", "30s", "5m"; not "soon"',
    );
  });
});
