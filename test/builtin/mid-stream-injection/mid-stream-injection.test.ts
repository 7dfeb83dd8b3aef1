import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BuiltinInstances, createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { midStreamInjection } from '../../../src/entries/builtin.ts';
import { bashResult, quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

describe('mid-stream injection from a callback', () => {
  it('says nothing without a callback', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', midStreamInjection({}));
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toEqual([]);
  });

  it.each([() => null, () => undefined, () => '', async () => null])('says nothing for %s', async (next) => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', midStreamInjection({ next }));
    const outcome = await hooks.fire('PostToolUse', bashResult);
    expect(outcome.injections).toEqual([]);
    expect(outcome.runs[0]?.status).toBe('ok');
  });

  it.each([() => 'news', async () => 'news', () => ({ content: 'news' }), () => ['news']])(
    'appends what %s gives to the tool result',
    async (next) => {
      const { hooks } = quietHooks();
      hooks.on('PostToolUse', { name: 'news' }, midStreamInjection({ next }));
      const { injections } = await hooks.fire('PostToolUse', bashResult);
      expect(injections).toEqual([{ content: 'news', into: 'tool_result', hook: 'news' }]);
    },
  );

  it.each(['user_message', 'system'] as const)('puts it into the %s if told so', async (into) => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', midStreamInjection({ next: () => 'news', into }));
    expect((await hooks.fire('PostToolUse', bashResult)).injections[0]?.into).toBe(into);
  });

  it('lets the agent go on when the callback throws, and records that nothing was injected', async () => {
    const { hooks, log } = quietHooks();
    const next = (): never => {
      throw new Error('database gone');
    };
    hooks.on('PostToolUse', midStreamInjection({ next }));
    const outcome = await hooks.fire('PostToolUse', bashResult);
    expect(outcome.suppressed).toBe(false);
    expect(outcome.runs[0]).toMatchObject({ status: 'failed', failure: 'threw' });
    expect(outcome.runs[0]?.error).toContain('nothing was injected');
    expect(log[0]?.message).toContain('database gone');
  });

  it('injects at most so often in a round, for each agent, and again after a new prompt', async () => {
    const { hooks } = quietHooks();
    const handler = midStreamInjection({ next: () => 'news', perRound: 2 });
    hooks.on('PostToolUse', handler);
    hooks.on('UserPromptSubmit', handler);
    const count = async (agent?: string): Promise<number> =>
      (await hooks.fire('PostToolUse', bashResult, agent === undefined ? {} : { agent })).injections.length;
    expect([await count(), await count(), await count()]).toEqual([1, 1, 0]);
    expect(await count('helper')).toBe(1);
    await hooks.fire('UserPromptSubmit', { prompt: 'next' });
    expect(await count()).toBe(1);
  });
});

describe('mid-stream injection from a queue', () => {
  it('delivers everything in it once, in order', async () => {
    const { hooks } = quietHooks();
    const queue = ['one', 'two'];
    hooks.on('PostToolUse', midStreamInjection({ queue }));
    const first = await hooks.fire('PostToolUse', bashResult);
    expect(first.injections.map(({ content }) => content)).toEqual(['one', 'two']);
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toEqual([]);
    expect(queue).toEqual([]);
  });
});

describe('mid-stream injection from a file', () => {
  const fromFile = (directory: string, options: object = {}) =>
    createBuiltin('mid-stream-injection', { file: 'news.txt', ...options }, { directory });

  it('does nothing while there is none', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', fromFile(new Scratch().path));
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toEqual([]);
  });

  it('delivers the text once and removes the file', async () => {
    const folder = new Scratch().path;
    writeFileSync(join(folder, 'news.txt'), 'The build\nis red.\n');
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', fromFile(folder));
    const { injections } = await hooks.fire('PostToolUse', bashResult);
    expect(injections).toMatchObject([{ content: 'The build\nis red.', into: 'tool_result' }]);
    expect(readdirSync(folder)).toEqual([]);
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toEqual([]);
  });

  it('reads JSON lines, each with a place of its own if it has one', async () => {
    const folder = new Scratch().path;
    writeFileSync(join(folder, 'news.txt'), '"plain"\n\n{"content":"placed","into":"user_message"}\n');
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', fromFile(folder, { into: 'system' }));
    const { injections } = await hooks.fire('PostToolUse', bashResult);
    expect(injections).toMatchObject([
      { content: expect.stringMatching(/^\[news\.txt says this\. .*\]\nplain$/), into: 'system' },
      { content: 'placed', into: 'user_message' },
    ]);
  });

  it('delivers lines that are no JSON as they are', async () => {
    const folder = new Scratch().path;
    writeFileSync(join(folder, 'news.txt'), '{"content":"half\n');
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', fromFile(folder));
    expect((await hooks.fire('PostToolUse', bashResult)).injections[0]?.content).toBe('{"content":"half');
  });

  it('is delivered to one of many that read at the same time', async () => {
    const folder = new Scratch().path;
    const { hooks } = quietHooks();
    for (let index = 0; index < 5; index += 1) hooks.on('PostToolUse', fromFile(folder));
    for (let round = 0; round < 10; round += 1) {
      writeFileSync(join(folder, 'news.txt'), `round ${round}`);
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => hooks.fire('PostToolUse', bashResult)),
      );
      expect(outcomes.flatMap(({ injections }) => injections)).toHaveLength(1);
    }
  });

  it('keeps what is beyond the cap in the file', async () => {
    const folder = new Scratch().path;
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', fromFile(folder, { perRound: 1 }));
    for (const text of ['one', 'two']) {
      writeFileSync(join(folder, 'news.txt'), text);
      await hooks.fire('PostToolUse', bashResult);
    }
    expect(existsSync(join(folder, 'news.txt'))).toBe(true);
  });
});

describe('the table of built-in hooks', () => {
  const directory = '/nowhere';

  it('suggests the right name', () => {
    expect(() => createBuiltin('midstream-injection', {}, { directory })).toThrow(
      /unknown built-in hook "midstream-injection", did you mean "mid-stream-injection"\?/,
    );
    expect(() => createBuiltin('constructor', {}, { directory })).toThrow(/unknown built-in hook/);
  });

  it.each([
    [{ fil: 'x' }, 'there is no "fil", did you mean "file"?'],
    [{ file: 3 }, '"file" takes text, not 3'],
    [{ into: 'nowhere' }, '"into" is one of system, tool_result, user_message; not "nowhere"'],
    [{ perRound: 0 }, '"perRound"'],
    ['text', 'they are names with values, not "text"'],
  ])('refuses %j and says why', (options, message) => {
    expect(() => createBuiltin('mid-stream-injection', options, { directory })).toThrow(message);
  });

  it('refuses a point that the hook does not serve, when it is registered', () => {
    const { hooks } = quietHooks();
    expect(() => hooks.on('Stop', midStreamInjection({}))).toThrow(
      '"mid-stream-injection" works at PostToolUse, PostToolUseFailure, UserPromptSubmit; not at Stop',
    );
  });

  it('gives one instance for equal options, and another for others', () => {
    const instances: BuiltinInstances = new Map();
    const make = (options: object, folder = directory) =>
      createBuiltin('mid-stream-injection', options, { directory: folder, instances });
    expect(make({ file: 'a', into: 'system' })).toBe(make({ into: 'system', file: 'a' }));
    expect(make({ file: 'a', into: 'tool_result' })).toBe(make({ file: 'a' }));
    expect(make({ file: 'a' })).not.toBe(make({ file: 'b' }));
    expect(make({ file: 'a' })).not.toBe(make({ file: 'a' }, '/elsewhere'));
  });
});
