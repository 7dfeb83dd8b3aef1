import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { backgroundResults } from '../../../src/entries/builtin.ts';
import { bashResult, quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

type Handler = ReturnType<typeof backgroundResults>;

function hooksWith(handler: Handler) {
  const { hooks } = quietHooks();
  hooks.on('PostToolUse', { name: 'results' }, handler);
  return hooks;
}

describe('finished background work, from a getter', () => {
  it.each([undefined, () => null, () => undefined, () => [], async () => []])(
    'is nothing for %s',
    async (finished) => {
      const hooks = hooksWith(backgroundResults(finished === undefined ? {} : { finished }));
      expect((await hooks.fire('PostToolUse', bashResult)).injections).toEqual([]);
    },
  );

  it('is injected with the next tool result', async () => {
    const hooks = hooksWith(
      backgroundResults({ finished: async () => [{ id: 's1', name: 'explore', output: 'found it' }] }),
    );
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toEqual([
      {
        content: 'Background work finished:\n\n[explore (s1): completed]\nfound it',
        into: 'tool_result',
        hook: 'results',
      },
    ]);
  });

  it('is batched, with how each ended', async () => {
    const finished = () => [
      { name: 'a', output: { lines: 3 } },
      { name: 'b', status: 'timeout', output: 'half' },
      { id: 'c', error: 'crashed' },
    ];
    const hooks = hooksWith(backgroundResults({ finished, into: 'user_message' }));
    const { injections } = await hooks.fire('PostToolUse', bashResult);
    expect(injections).toMatchObject([{ into: 'user_message' }]);
    expect(injections[0]?.content).toBe(
      '3 background tasks finished:\n\n[a: completed]\n{"lines":3}\n\n[b: timeout]\nhalf\n\n[c: failed]\ncrashed',
    );
  });

  it('is cut at 600 characters each', async () => {
    const hooks = hooksWith(
      backgroundResults({ finished: () => [{ name: 'a', output: 'x'.repeat(10_000) }] }),
    );
    const { injections } = await hooks.fire('PostToolUse', bashResult);
    expect(injections[0]?.content).toContain(`${'x'.repeat(600)}… (9400 more characters)`);
  });

  it('is not cut through a character', async () => {
    const hooks = hooksWith(backgroundResults({ limit: 1, finished: () => [{ name: 'a', output: '😀b' }] }));
    expect((await hooks.fire('PostToolUse', bashResult)).injections[0]?.content).not.toMatch(
      /[\ud800-\udfff]/u,
    );
  });

  it('is delivered once for each id, whatever the getter gives', async () => {
    const hooks = hooksWith(backgroundResults({ finished: () => [{ id: 's1', output: 'x' }] }));
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toHaveLength(1);
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toEqual([]);
  });

  it('is asked for by agent', async () => {
    const asked: (string | null)[] = [];
    const hooks = hooksWith(backgroundResults({ finished: (agent) => void asked.push(agent) }));
    await hooks.fire('PostToolUse', bashResult);
    await hooks.fire('PostToolUse', bashResult, { agent: 'a' });
    await hooks.fire('PostToolUse', { ...bashResult, agent_id: 'b' });
    expect(asked).toEqual(['main', 'a', 'b']);
  });

  it('lets the agent go on when the getter throws', async () => {
    const finished = (): never => {
      throw new Error('no connection');
    };
    const outcome = await hooksWith(backgroundResults({ finished })).fire('PostToolUse', bashResult);
    expect(outcome.suppressed).toBe(false);
    expect(outcome.runs[0]).toMatchObject({ status: 'failed', failure: 'threw', error: 'no connection' });
  });
});

describe('finished background work, from a folder', () => {
  it('is nothing while there is no folder', async () => {
    const directory = new Scratch().path;
    const hooks = hooksWith(createBuiltin('background-results', { folder: 'results' }, { directory }));
    const outcome = await hooks.fire('PostToolUse', bashResult);
    expect(outcome.runs[0]?.status).toBe('ok');
    expect(outcome.injections).toEqual([]);
  });

  it('is taken in order of the names, and once', async () => {
    const scratch = new Scratch();
    scratch.write('task-10.txt', 'ten');
    scratch.write('task-9.json', '{"id":"9","name":"nine","status":"completed","output":"out"}');
    scratch.write('notes.md', 'not a result');
    scratch.write('.task-8.json', '{}');
    const hooks = hooksWith(
      createBuiltin('background-results', { folder: '.' }, { directory: scratch.path }),
    );
    const { injections } = await hooks.fire('PostToolUse', bashResult);
    expect(injections[0]?.content).toBe(
      '2 background tasks finished:\n\n[nine (9): completed]\nout\n\n[task-10: completed]\nten',
    );
    expect(readdirSync(scratch.path).sort()).toEqual(['.task-8.json', 'notes.md']);
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toEqual([]);
  });

  it('that cannot be read is set aside and reported', async () => {
    const scratch = new Scratch();
    scratch.write('a.json', '{"output":');
    mkdirSync(join(scratch.path, 'b.json'));
    const hooks = hooksWith(
      createBuiltin('background-results', { folder: '.' }, { directory: scratch.path }),
    );
    const outcome = await hooks.fire('PostToolUse', bashResult);
    expect(outcome.notices).toMatchObject([{ level: 'warning' }]);
    expect(outcome.notices[0]?.message).toContain('a.json');
    expect(readdirSync(join(scratch.path, 'unreadable'))).toEqual(['a.json']);
  });

  it('is delivered to one of many that read at the same time', async () => {
    const scratch = new Scratch();
    const hooks = hooksWith(
      createBuiltin('background-results', { folder: '.' }, { directory: scratch.path }),
    );
    for (let round = 0; round < 10; round += 1) {
      scratch.write('a.txt', 'x');
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => hooks.fire('PostToolUse', bashResult)),
      );
      expect(outcomes.flatMap(({ injections }) => injections)).toHaveLength(1);
    }
  });
});
