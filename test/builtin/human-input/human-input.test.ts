import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { createHumanInput, humanInput } from '../../../src/entries/builtin.ts';
import type { Hooks } from '../../../src/entries/index.ts';
import { bashResult, quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

function hooksWith(handler: ReturnType<typeof humanInput>): Hooks {
  const { hooks } = quietHooks();
  hooks.on('PostToolUse', { name: 'person' }, handler);
  return hooks;
}

async function said(hooks: Hooks, agent?: string): Promise<string[]> {
  const outcome = await hooks.fire('PostToolUse', bashResult, agent === undefined ? {} : { agent });
  expect(outcome.runs[0]?.error).toBeNull();
  return outcome.injections.map(({ content }) => content);
}

describe('what a person says', () => {
  it('is a user message, once', async () => {
    const queue = createHumanInput();
    const hooks = hooksWith(humanInput({ queue }));
    queue.add('stop at five');
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toEqual([
      { content: 'stop at five', into: 'user_message', hook: 'person' },
    ]);
    expect(await said(hooks)).toEqual([]);
  });

  it('goes only to whom it is for', async () => {
    const queue = createHumanInput();
    const hooks = hooksWith(humanInput({ queue }));
    queue.add('for b', { to: 'b' });
    queue.add('for the main agent', { to: [null] });
    expect(await said(hooks, 'a')).toEqual([]);
    expect(await said(hooks, 'b')).toEqual(['for b']);
    expect(await said(hooks)).toEqual(['for the main agent']);
    expect(queue.pending()).toEqual([]);
  });

  it('to a group lingers until each of them got it', async () => {
    const queue = createHumanInput();
    const hooks = hooksWith(humanInput({ queue }));
    queue.add('to both', { to: ['a', 'b'], into: 'system' });
    expect(await said(hooks, 'a')).toEqual(['to both']);
    expect(await said(hooks, 'a')).toEqual([]);
    expect(queue.pending('b')).toHaveLength(1);
    expect(queue.pending('a')).toEqual([]);
    expect(await said(hooks, 'b')).toEqual(['to both']);
    expect(queue.pending('b')).toEqual([]);
  });

  it('to everyone reaches every agent that comes, once each', async () => {
    const queue = createHumanInput();
    const hooks = hooksWith(humanInput({ queue }));
    queue.add('hello all');
    for (const agent of ['a', undefined, 'b']) {
      expect(await said(hooks, agent)).toEqual(['hello all']);
      expect(await said(hooks, agent)).toEqual([]);
    }
  });

  it('to everyone is over when all known agents got it', async () => {
    const queue = createHumanInput({ agents: ['a', 'b'] });
    queue.add('hello');
    expect(queue.take('stranger')).toEqual([]);
    expect(queue.take('a')).toHaveLength(1);
    expect(queue.take('b')).toHaveLength(1);
    expect(queue.popLatest()).toBeNull();
    expect(queue.pending('a')).toEqual([]);
  });

  it('is listed while it waits, and the latest can be taken back', () => {
    const queue = createHumanInput();
    queue.add('one');
    queue.add('two', { to: 'a' });
    expect(queue.pending().map(({ content }) => content)).toEqual(['one', 'two']);
    expect(queue.pending('b').map(({ content }) => content)).toEqual(['one']);
    expect(queue.popLatest()?.content).toBe('two');
    queue.take('a');
    expect(queue.popLatest()).toBeNull();
  });

  it('is remembered with who got it, and told to listeners', () => {
    const queue = createHumanInput();
    const told: unknown[] = [];
    const stop = queue.onDelivered(({ message, agent }) => told.push([message.content, agent]));
    queue.onDelivered(() => {
      throw new Error('a listener of bad manners');
    });
    queue.add('one');
    queue.take('a');
    stop();
    queue.take(null);
    expect(told).toEqual([['one', 'a']]);
    expect(queue.history.map(({ agent }) => agent)).toEqual(['a', 'main']);
    expect(queue.history[0]?.at).toBeGreaterThan(0);
  });
});

describe('an inbox', () => {
  const options = { inbox: 'inbox', every: 0 };

  function inbox(more: object = {}) {
    const scratch = new Scratch();
    mkdirSync(join(scratch.path, 'inbox'));
    const handler = createBuiltin('human-input', { ...options, ...more }, { directory: scratch.path });
    return {
      hooks: hooksWith(handler),
      put: (name: string, message: unknown) =>
        scratch.write(`inbox/${name}`, typeof message === 'string' ? message : JSON.stringify(message)),
      files: () => readdirSync(join(scratch.path, 'inbox')).sort(),
      folder: scratch.path,
    };
  }

  it('is read in order of the names, and emptied', async () => {
    const { hooks, put, files } = inbox();
    put('msg_10.json', { content: 'three' });
    put('msg_2.txt', 'two\n');
    put('msg_1.json', { message: 'one' });
    put('other.json', { content: 'not a message' });
    expect(await said(hooks)).toEqual(['one', 'two', 'three']);
    expect(files()).toEqual(['other.json']);
    expect(await said(hooks)).toEqual([]);
  });

  it('may be missing', async () => {
    expect(
      await said(hooksWith(createBuiltin('human-input', options, { directory: new Scratch().path }))),
    ).toEqual([]);
  });

  it('is looked at no more often than stated, for each agent', async () => {
    const scratch = new Scratch();
    let now = 0;
    const hooks = hooksWith(humanInput({ inbox: scratch.path, every: 2, now: () => now }));
    expect(await said(hooks)).toEqual([]);
    scratch.write('msg_1.txt', 'soon');
    now = 1999;
    expect(await said(hooks)).toEqual([]);
    now = 2000;
    expect(await said(hooks)).toEqual(['soon']);
  });

  it('keeps what is for others, also for a process that comes later', async () => {
    const { hooks, put, folder } = inbox();
    put('msg_1.json', { content: 'for b', to: 'b' });
    put('msg_2.json', { content: 'for main', to: 'main' });
    expect(await said(hooks, 'a')).toEqual([]);
    expect(await said(hooks)).toEqual(['for main']);
    const later = hooksWith(createBuiltin('human-input', options, { directory: folder }));
    expect(await said(later, 'b')).toEqual(['for b']);
  });

  it('gives a message for a group to each of them once, whichever process they are in', async () => {
    const { hooks, put, files, folder } = inbox({ agents: ['a', 'b', 'main'] });
    put('msg_1.txt', 'hello');
    put('msg_2.json', { content: 'placed', to: ['b', 'a'], into: 'system' });
    const labelled = expect.stringMatching(/^\[.* says this\. .*\]\nplaced$/);
    expect(await said(hooks, 'a')).toEqual(['hello', labelled]);
    expect(await said(hooks, 'a')).toEqual([]);
    const later = hooksWith(
      createBuiltin('human-input', { ...options, agents: ['a', 'b', 'main'] }, { directory: folder }),
    );
    expect(await said(later, 'stranger')).toEqual([]);
    const outcome = await later.fire('PostToolUse', bashResult, { agent: 'b' });
    expect(outcome.injections.map(({ into }) => into)).toEqual(['user_message', 'system']);
    expect(await said(later)).toEqual(['hello']);
    expect(files()).toEqual([]);
  });

  it('gives a message for everyone to each agent of the process once', async () => {
    const { hooks, put } = inbox();
    put('msg_1.txt', 'hello');
    expect(await said(hooks, 'a')).toEqual(['hello']);
    expect(await said(hooks, 'a')).toEqual([]);
    expect(await said(hooks, 'b')).toEqual(['hello']);
  });

  it.each([
    ['half a message', '{"content":'],
    ['no content', '{"text":"x"}'],
    ['an empty one', ' '],
    ['content that is no text', '{"content":3}'],
    ['a strange recipient', '{"content":"x","to":3}'],
    ['a list', '[]'],
  ])('sets %s aside and reports it', async (_, text) => {
    const { hooks, put, files, folder } = inbox();
    put('msg_1.json', text);
    put('msg_2.txt', 'fine');
    const outcome = await hooks.fire('PostToolUse', bashResult);
    expect(outcome.injections.map(({ content }) => content)).toEqual(['fine']);
    expect(outcome.notices).toMatchObject([{ level: 'warning' }]);
    expect(outcome.notices[0]?.message).toContain('msg_1.json');
    expect(files()).toEqual(['unreadable']);
    expect(readFileSync(join(folder, 'inbox/unreadable/msg_1.json'), 'utf8')).toBe(text);
    expect((await hooks.fire('PostToolUse', bashResult)).notices).toEqual([]);
  });

  it('never delivers twice, however many read at the same time', async () => {
    const { hooks, put, folder } = inbox();
    const others = hooksWith(createBuiltin('human-input', options, { directory: folder }));
    for (let round = 0; round < 10; round += 1) {
      put('msg_1.json', { content: `round ${round}`, to: ['a', 'b'] });
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, index) => said(index % 2 ? hooks : others, index % 4 < 2 ? 'a' : 'b')),
      );
      const late = [...(await said(hooks, 'a')), ...(await said(hooks, 'b'))];
      expect([...all.flat(), ...late]).toHaveLength(2);
    }
  });

  it('is left as it was by folders and links of that name', async () => {
    const { hooks, files, folder } = inbox();
    mkdirSync(join(folder, 'inbox/msg_1.json'));
    writeFileSync(join(folder, 'inbox/.msg_2.json'), '{}');
    expect(await said(hooks)).toEqual([]);
    expect(files()).toEqual(['.msg_2.json', 'msg_1.json']);
  });
});
