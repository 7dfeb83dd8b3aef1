import { describe, expect } from 'vitest';
import type { HookHandler } from '../../../src/front-doors/armament/types.ts';
import { armamentPoints, contexts, counter, quietSystem } from '../../support/firing/hook-system.ts';
import { armament } from '../catalogue/armament.ts';
import { conforms } from '../line.ts';

const message = contexts['pre:message'];
const nothing = () => {};
const fails = () => {
  throw new Error('hook bug');
};

describe('the cases of the real system', () => {
  conforms(armament, 'facts.3.4.1', 'hookline/armament', () => {
    const { system } = quietSystem();
    system.register('pre:message', nothing, { name: 'a' });
    expect(system.getHooks('pre:message').map(({ name }) => name)).toEqual(['a']);
  });

  conforms(armament, 'facts.3.4.2', 'hookline/armament', () => {
    const { system } = quietSystem();
    system.register('pre:message', nothing, { name: 'a' });
    system.register('post:tool', nothing, { name: 'b' });
    expect(system.list().map(({ name, point }) => [name, point])).toEqual([
      ['a', 'pre:message'],
      ['b', 'post:tool'],
    ]);
  });

  conforms(armament, 'facts.3.4.3', 'hookline/armament', () => {
    const { system } = quietSystem();
    for (const priority of [50, 1, 100])
      system.register('pre:message', nothing, { name: `p${priority}`, priority });
    system.register('post:message', nothing);
    expect(system.getHooks('pre:message').map(({ name }) => name)).toEqual(['p1', 'p50', 'p100']);
  });

  conforms(armament, 'facts.3.4.4', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const handler = counter();
    const unregister = system.register('pre:message', handler);
    system.register('pre:message', handler, { name: 'a' });
    expect(unregister()).toBe(true);
    expect(unregister()).toBe(false);
    expect(system.unregister('a')).toBe(true);
    await system.execute('pre:message', message);
    expect(handler.calls).toBe(0);
    expect(system.list()).toEqual([]);
  });

  conforms(armament, 'facts.3.4.5', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const [first, second] = [counter(), counter()];
    system.register('pre:message', first, { name: 'a', priority: 10 });
    system.register('pre:message', second, { name: 'a', priority: 20 });
    await system.execute('pre:message', message);
    expect(system.getHooks('pre:message')).toMatchObject([{ name: 'a', priority: 20 }]);
    expect(first.calls).toBe(0);
    expect(second.calls).toBe(1);
  });

  conforms(armament, 'facts.3.4.6', 'hookline/armament', () => {
    expect(quietSystem().system.getHooks('pre:git:write')).toEqual([]);
  });

  conforms(armament, 'facts.3.4.7', 'hookline/armament', () => {
    const { system } = quietSystem();
    expect(system.unregister('nobody')).toBe(false);
    expect(system.unregister(nothing)).toBe(false);
  });

  conforms(armament, 'facts.3.4.8', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const order: number[] = [];
    for (const priority of [100, 1, 50])
      system.register('pre:message', () => void order.push(priority), { priority });
    await system.execute('pre:message', message);
    expect(order).toEqual([1, 50, 100]);
  });

  conforms(armament, 'facts.3.4.9', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const order: string[] = [];
    for (const name of ['a', 'b', 'c']) system.register('pre:message', () => void order.push(name));
    await system.execute('pre:message', message);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  conforms(armament, 'facts.3.4.10', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const order: string[] = [];
    for (const name of ['a', 'b', 'c']) system.register('pre:message', () => void order.push(name), { name });
    system.disable('b');
    await system.execute('pre:message', message);
    expect(order).toEqual(['a', 'c']);
  });

  conforms(armament, 'facts.3.4.11', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const next = counter();
    system.register('pre:message', () => ({ abort: true }));
    system.register('pre:message', next);
    await system.execute('pre:message', message);
    expect(next.calls).toBe(0);
  });

  conforms(armament, 'facts.3.4.12', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:message', () => ({ abort: true }));
    expect((await system.execute('pre:message', message)).aborted).toBe(true);
  });

  conforms(armament, 'facts.3.4.13', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const [earlier, later] = [counter(), counter()];
    system.register('pre:message', later, { priority: 3 });
    system.register('pre:message', () => ({ abort: true }), { priority: 2 });
    system.register('pre:message', earlier, { priority: 1 });
    await system.execute('pre:message', message);
    expect(earlier.calls).toBe(1);
    expect(later.calls).toBe(0);
  });

  conforms(armament, 'facts.3.4.14', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:message', () => ({ abort: true, reason: 'because' }), { name: 'a' });
    expect((await system.execute('pre:message', message)).reason).toBe('because');
    system.register('pre:message', () => ({ abort: true }), { name: 'a' });
    expect((await system.execute('pre:message', message)).reason).toBe('Denied by hook a');
  });

  conforms(armament, 'facts.3.4.15', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:message', () => ({ modify: { prompt: 'new' } }));
    expect((await system.execute('pre:message', message)).context).toEqual({ prompt: 'new' });
  });

  conforms(armament, 'facts.3.4.16', 'hookline/armament', async () => {
    const { system } = quietSystem();
    for (const letter of ['a', 'b'])
      system.register('pre:message', ({ prompt }) => ({ modify: { prompt: prompt + letter } }));
    expect((await system.execute('pre:message', message)).context.prompt).toBe('Helloab');
  });

  conforms(armament, 'facts.3.4.17', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const seen: string[] = [];
    system.register('pre:message', async () => ({ modify: { prompt: 'new' } }));
    system.register('pre:message', ({ prompt }) => void seen.push(prompt));
    await system.execute('pre:message', message);
    expect(seen).toEqual(['new']);
  });

  conforms(armament, 'facts.3.4.18', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:agent:spawn', ({ config }) => ({
      modify: { config: { ...Object(config), one: 1 } },
    }));
    system.register('pre:agent:spawn', ({ config }) => ({
      modify: { config: { ...Object(config), two: 2 } },
    }));
    const { context } = await system.execute('pre:agent:spawn', {
      agent: 'explore',
      config: { model: 'small' },
    });
    expect(context.config).toEqual({ model: 'small', one: 1, two: 2 });
  });

  conforms(armament, 'facts.3.4.19', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const fired: string[] = [];
    for (const point of armamentPoints) {
      const handler: HookHandler<typeof point> = () => void fired.push(point);
      system.register(point, handler);
    }
    for (const point of armamentPoints) await system.execute(point, contexts[point]);
    expect(fired).toEqual(armamentPoints);
    expect(fired).toHaveLength(11);
  });

  conforms(armament, 'facts.3.4.20', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const next = counter();
    system.register('pre:message', fails);
    system.register('pre:message', next);
    await system.execute('pre:message', message);
    expect(next.calls).toBe(1);
  });

  conforms(armament, 'facts.3.4.21', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:message', fails);
    expect((await system.execute('pre:message', message)).aborted).toBe(false);
  });

  conforms(armament, 'facts.3.4.22', 'hookline/armament', async () => {
    for (const thrown of [new Error('x'), 'text', null, undefined, 0]) {
      const { system } = quietSystem();
      system.register('pre:message', () => {
        throw thrown;
      });
      system.register('pre:message', () => Promise.reject(thrown));
      await expect(system.execute('pre:message', message)).resolves.toMatchObject({ aborted: false });
    }
  });

  conforms(armament, 'facts.3.4.23', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const handler = counter();
    system.register('pre:message', handler, { name: 'a' });
    system.disable('a');
    await system.execute('pre:message', message);
    expect(handler.calls).toBe(0);
  });

  conforms(armament, 'facts.3.4.24', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const handler = counter();
    system.register('pre:message', handler, { name: 'a' });
    system.disable('a');
    system.enable('a');
    await system.execute('pre:message', message);
    expect(handler.calls).toBe(1);
  });

  conforms(armament, 'facts.3.4.25', 'hookline/armament', () => {
    const { system } = quietSystem();
    system.register('pre:message', nothing, { name: 'a' });
    expect(system.isEnabled('a')).toBe(true);
  });

  conforms(armament, 'facts.3.4.26', 'hookline/armament', () => {
    const { system } = quietSystem();
    system.enable('nobody');
    system.disable('nobody');
    expect(system.list()).toEqual([]);
  });

  conforms(armament, 'facts.3.4.27', 'hookline/armament', () => {
    expect(quietSystem().system.isEnabled('nobody')).toBe(false);
  });
});

describe('the exact semantics of the real system', () => {
  conforms(armament, 'facts.3.3.1', 'hookline/armament', () => {
    const { system } = quietSystem();
    const priorities = [5, 1, 5, 1];
    for (const [index, priority] of priorities.entries())
      system.register('pre:message', nothing, { name: `${priority}-${index}`, priority });
    expect(system.getHooks('pre:message').map(({ name }) => name)).toEqual(['1-1', '1-3', '5-0', '5-2']);
  });

  conforms(armament, 'facts.3.3.2', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const first = counter();
    system.register('pre:message', first, { name: 'a' });
    system.register('post:message', nothing, { name: 'a' });
    await system.execute('pre:message', message);
    expect(first.calls).toBe(0);
    expect(system.list()).toMatchObject([{ name: 'a', point: 'post:message' }]);
  });

  conforms(armament, 'facts.3.3.3', 'hookline/armament', () => {
    const { system } = quietSystem();
    system.register('pre:message', nothing, { name: 'a' });
    system.disable('a');
    system.register('pre:message', nothing, { name: 'a' });
    expect(system.isEnabled('a')).toBe(true);
  });

  conforms(armament, 'facts.3.3.4', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const order: string[] = [];
    for (const name of ['a', 'b', 'a']) system.register('pre:message', () => void order.push(name), { name });
    await system.execute('pre:message', message);
    expect(order).toEqual(['b', 'a']);
  });

  conforms(armament, 'facts.3.3.5', 'hookline/armament', () => {
    const { system } = quietSystem();
    system.register('pre:message', nothing, { name: 'a' });
    system.unregister('b');
    system.disable('b');
    system.enable('b');
    expect(system.list()).toMatchObject([{ name: 'a', enabled: true }]);
  });

  conforms(armament, 'facts.3.3.6', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:message', ({ prompt }) => ({ modify: { prompt: `${prompt}1` } }));
    system.register('pre:message', ({ prompt }) => ({ abort: true, modify: { prompt: `${prompt}2` } }));
    expect(await system.execute('pre:message', message)).toMatchObject({
      aborted: true,
      context: { prompt: 'Hello12' },
    });
  });

  conforms(armament, 'facts.3.3.7', 'hookline/armament', async () => {
    const { system, log } = quietSystem();
    const broken = (() => ({ abort: true, reason: 7 })) as unknown as HookHandler<'pre:message'>;
    system.register('pre:message', broken);
    expect((await system.execute('pre:message', message)).aborted).toBe(true);
    expect(log).toHaveLength(1);
  });
});
