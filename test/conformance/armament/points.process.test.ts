import { describe, expect } from 'vitest';
import type { HookHandler } from '../../../src/front-doors/armament/types.ts';
import { type ArmamentPoint, contexts, quietSystem } from '../../support/firing/hook-system.ts';
import { armament } from '../catalogue/armament.ts';
import { conforms } from '../line.ts';
import { lookingAt } from './host.ts';

/** A hook that may return anything, as one written in JavaScript does. */
function untyped(run: (context: unknown) => unknown): HookHandler<ArmamentPoint> {
  return run as HookHandler<ArmamentPoint>;
}

/** What the hook is told when an agent really does it. */
const told: Readonly<Record<ArmamentPoint, object>> = {
  'pre:message': { prompt: 'Hello' },
  'post:message': { output: 'Hi' },
  'pre:tool': { tool: 'shell', args: 'ls' },
  'post:tool': { tool: 'shell', args: 'ls', result: 'a.txt' },
  'pre:agent:spawn': { agent: expect.any(String), config: { prompt: 'Find it' } },
  'post:agent:complete': { agent: expect.any(String), result: 'Found it.' },
  'pre:session:phase': { phase: 'plan' },
  'post:session:phase': { phase: 'plan' },
  'pre:git:write': { path: 'a.txt', content: 'one' },
  'post:git:write': { path: 'a.txt', content: 'one' },
  'pre:view:render': { view: 'phase', data: { phase: 'plan' } },
};

/** The hook knows what is about to happen, and is done before an agent does it. */
function runsBefore(point: ArmamentPoint): () => Promise<void> {
  return async () => {
    const { looks, isDone } = await lookingAt(point);
    expect(looks[0]).toMatchObject({ context: told[point], isDone: false });
    expect(isDone).toBe(true);
  };
}

/** The hook runs when an agent has done it, and knows what came of it. */
function runsAfter(point: ArmamentPoint): () => Promise<void> {
  return async () => {
    const { looks } = await lookingAt(point);
    expect(looks[0]).toMatchObject({ context: told[point], isDone: true });
  };
}

function aborts(point: ArmamentPoint): () => Promise<void> {
  return async () => {
    const { system } = quietSystem();
    system.register(
      point,
      untyped(() => ({ abort: true, reason: 'no' })),
    );
    expect(await system.execute(point, contexts[point])).toEqual({
      aborted: true,
      reason: 'no',
      context: contexts[point],
    });
  };
}

/** What a hook returns beyond its rights is dropped, and somebody is told. */
function cannotAbort(point: ArmamentPoint): () => Promise<void> {
  return async () => {
    const { system, log } = quietSystem();
    let isNextRun = false;
    system.register(
      point,
      untyped(() => ({ abort: true, reason: 'no' })),
      { name: 'bold' },
    );
    system.register(
      point,
      untyped(() => {
        isNextRun = true;
      }),
    );
    expect(await system.execute(point, contexts[point])).toMatchObject({ aborted: false, reason: null });
    expect(isNextRun).toBe(true);
    expect(log).toMatchObject([{ level: 'warning', hook: 'bold' }]);
    expect(log[0]?.message).toContain('deny was not obeyed');
  };
}

function modifies(point: ArmamentPoint, field: string, value: unknown): () => Promise<void> {
  return async () => {
    const { system } = quietSystem();
    const given = structuredClone(contexts[point]);
    const seen: unknown[] = [];
    system.register(
      point,
      untyped(() => ({ modify: { [field]: value } })),
    );
    system.register(
      point,
      untyped((context) => {
        seen.push(context);
      }),
    );
    const result = await system.execute(point, given);
    expect(result).toEqual({ aborted: false, reason: null, context: { ...given, [field]: value } });
    expect(seen).toEqual([{ ...given, [field]: value }]);
    expect(given).toEqual(contexts[point]);
  };
}

function cannotModify(point: ArmamentPoint): () => Promise<void> {
  return async () => {
    const { system, notices } = quietSystem();
    const [field = ''] = Object.keys(contexts[point]);
    system.register(
      point,
      untyped(() => ({ modify: { [field]: 'x' } })),
      { name: 'bold' },
    );
    expect((await system.execute(point, contexts[point])).context).toEqual(contexts[point]);
    expect(notices).toEqual([
      {
        message: `modify of "${field}" was dropped: nothing can be modified here`,
        level: 'warning',
        hook: 'bold',
      },
    ]);
  };
}

describe('Hook Points', () => {
  conforms(armament, '003.points.pre:message.timing', 'the loop', runsBefore('pre:message'));
  conforms(armament, '003.points.pre:message.abort', 'hookline/armament', aborts('pre:message'));
  conforms(
    armament,
    '003.points.pre:message.modify',
    'hookline/armament',
    modifies('pre:message', 'prompt', 'Hello, in short'),
  );

  conforms(armament, '003.points.post:message.timing', 'the loop', runsAfter('post:message'));
  conforms(armament, '003.points.post:message.abort', 'hookline/armament', cannotAbort('post:message'));
  conforms(
    armament,
    '003.points.post:message.modify',
    'hookline/armament',
    modifies('post:message', 'output', '***'),
  );

  conforms(armament, '003.points.pre:tool.timing', 'the loop', runsBefore('pre:tool'));
  conforms(armament, '003.points.pre:tool.abort', 'hookline/armament', aborts('pre:tool'));
  conforms(
    armament,
    '003.points.pre:tool.modify',
    'hookline/armament',
    modifies('pre:tool', 'args', 'ls -l'),
  );

  conforms(armament, '003.points.post:tool.timing', 'the loop', runsAfter('post:tool'));
  conforms(armament, '003.points.post:tool.abort', 'hookline/armament', cannotAbort('post:tool'));
  conforms(
    armament,
    '003.points.post:tool.modify',
    'hookline/armament',
    modifies('post:tool', 'result', '(redacted)'),
  );

  conforms(armament, '003.points.pre:agent:spawn.timing', 'the loop', runsBefore('pre:agent:spawn'));
  conforms(armament, '003.points.pre:agent:spawn.abort', 'hookline/armament', aborts('pre:agent:spawn'));
  conforms(
    armament,
    '003.points.pre:agent:spawn.modify',
    'hookline/armament',
    modifies('pre:agent:spawn', 'config', { model: 'large' }),
  );

  conforms(armament, '003.points.post:agent:complete.timing', 'the loop', runsAfter('post:agent:complete'));
  conforms(
    armament,
    '003.points.post:agent:complete.abort',
    'hookline/armament',
    cannotAbort('post:agent:complete'),
  );
  conforms(
    armament,
    '003.points.post:agent:complete.modify',
    'hookline/armament',
    cannotModify('post:agent:complete'),
  );

  conforms(armament, '003.points.pre:session:phase.timing', 'the loop', runsBefore('pre:session:phase'));
  conforms(armament, '003.points.pre:session:phase.abort', 'hookline/armament', aborts('pre:session:phase'));
  conforms(
    armament,
    '003.points.pre:session:phase.modify',
    'hookline/armament',
    cannotModify('pre:session:phase'),
  );

  conforms(armament, '003.points.post:session:phase.timing', 'the loop', runsAfter('post:session:phase'));
  conforms(
    armament,
    '003.points.post:session:phase.abort',
    'hookline/armament',
    cannotAbort('post:session:phase'),
  );
  conforms(
    armament,
    '003.points.post:session:phase.modify',
    'hookline/armament',
    cannotModify('post:session:phase'),
  );

  conforms(armament, '003.points.pre:git:write.timing', 'the loop', runsBefore('pre:git:write'));
  conforms(armament, '003.points.pre:git:write.abort', 'hookline/armament', aborts('pre:git:write'));
  conforms(
    armament,
    '003.points.pre:git:write.modify',
    'hookline/armament',
    modifies('pre:git:write', 'content', 'two'),
  );

  conforms(armament, '003.points.post:git:write.timing', 'the loop', runsAfter('post:git:write'));
  conforms(armament, '003.points.post:git:write.abort', 'hookline/armament', cannotAbort('post:git:write'));
  conforms(armament, '003.points.post:git:write.modify', 'hookline/armament', cannotModify('post:git:write'));

  conforms(armament, '003.points.pre:view:render.timing', 'the loop', runsBefore('pre:view:render'));
  conforms(armament, '003.points.pre:view:render.abort', 'hookline/armament', cannotAbort('pre:view:render'));
  conforms(
    armament,
    '003.points.pre:view:render.modify',
    'hookline/armament',
    modifies('pre:view:render', 'data', { rows: 3 }),
  );
});
