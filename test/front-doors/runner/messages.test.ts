import { describe, expect, it } from 'vitest';
import { Runner } from '../../../src/front-doors/runner/runner.ts';
import type { HookMessage } from '../../../src/trace/messages.ts';
import { bash, forever, sleep } from '../../support/hooks.ts';

async function collect(stream: AsyncIterable<HookMessage>): Promise<HookMessage[]> {
  const messages: HookMessage[] = [];
  for await (const message of stream) messages.push(message);
  return messages;
}

function quietRunner(): Runner {
  return new Runner({ PreToolUse: [{ hooks: [() => ({})] }] }, { log: () => {} });
}

describe('messages', () => {
  it('come to every reader from the moment that it asked, and end with the runner', async () => {
    const runner = quietRunner();
    const early = runner.messages();
    await runner.fire('PreToolUse', bash);
    const late = runner.messages();
    await runner.fire('PreToolUse', bash);
    await runner.close();
    const [all, some] = [await collect(early), await collect(late)];
    expect(all).toHaveLength(4);
    expect(some.map(({ hook_id }) => hook_id)).toEqual(all.slice(2).map(({ hook_id }) => hook_id));
    expect(new Set(all.map(({ hook_id }) => hook_id)).size).toBe(2);
  });

  it('come while a hook still runs', async () => {
    const runner = new Runner({ PreToolUse: [{ hooks: [forever], timeout: 5 }] }, { log: () => {} });
    const stream = runner.messages();
    const stop = new AbortController();
    const firing = runner.fire('PreToolUse', bash, 'id', { signal: stop.signal });
    expect((await stream.next()).value).toMatchObject({ subtype: 'hook_started' });
    stop.abort();
    await firing;
    expect((await stream.next()).value).toMatchObject({ subtype: 'hook_response', outcome: 'cancelled' });
  });

  it('keep nobody waiting: a reader that falls behind misses the oldest, and can tell how many', async () => {
    const runner = quietRunner();
    const stream = runner.messages();
    for (let n = 0; n < 6000; n += 1) await runner.fire('PreToolUse', bash);
    expect(stream.missed).toBe(2000);
    await runner.close();
    expect(await collect(stream)).toHaveLength(10_000);
  });

  it('end for a reader that leaves, and nobody else', async () => {
    const runner = quietRunner();
    const [leaving, staying] = [runner.messages(), runner.messages()];
    await runner.fire('PreToolUse', bash);
    for await (const _ of leaving) break;
    expect(await leaving.next()).toEqual({ done: true, value: undefined });
    await runner.fire('PreToolUse', bash);
    await runner.close();
    expect(await collect(staying)).toHaveLength(4);
  });

  it('wake a reader that waits when the runner is closed', async () => {
    const runner = quietRunner();
    const collected = collect(runner.messages());
    await sleep(5);
    await runner.close();
    expect(await collected).toEqual([]);
  });
});

describe('close', () => {
  it('ends a runner that has hooks of its own for good', async () => {
    const runner = quietRunner();
    runner.registerScoped('a', { Stop: [{ hooks: [() => ({})] }] });
    await runner[Symbol.asyncDispose]();
    expect(runner.hooks.list()).toEqual([]);
    await expect(runner.fire('PreToolUse', bash)).rejects.toThrow('disposed');
  });
});

describe('registerScoped', () => {
  it('keeps the hooks that an agent has when the new ones are wrong', async () => {
    const runner = quietRunner();
    runner.registerScoped('a', { Stop: [{ hooks: [() => ({ reason: 'old' })] }] });
    const broken = { SessionEnd: [{ hooks: [() => ({})], guard: true }] };
    expect(() => runner.registerScoped('a', broken)).toThrow('SessionEnd');
    expect(() => runner.registerScoped('a', { Stopp: [] } as object)).toThrow('did you mean "Stop"?');
    expect(() => runner.registerScoped('*', {})).toThrow('"*"');
    expect(await runner.fire('Stop', { stop_hook_active: false })).toEqual([{ reason: 'old' }]);
  });
});
