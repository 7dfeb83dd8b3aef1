import { describe, expect, it } from 'vitest';
import type { HookContext } from '../../src/engine/hooks/hook-context.ts';
import { pointNamed } from '../../src/engine/points/point.ts';
import type { Fields } from '../../src/engine/values/shapes.ts';
import type { Protocol } from '../../src/protocols/protocol.ts';
import { findProtocol } from '../../src/protocols/protocols.ts';
import { bash, bashResult, quietHooks } from '../support/hooks.ts';

/** A handler whose replies are those of a program on that wire. */
function speaking(protocol: Protocol, reply: (input: Fields, context: HookContext) => unknown) {
  const handler = (input: Fields, context: HookContext) =>
    protocol.readValue(reply(input, context), { point: pointNamed(context.point), input, context });
  return Object.assign(handler, { rights: protocol.rights }) as never;
}

const sdk = findProtocol('agent-sdk');
const massgen = findProtocol('massgen');

describe('hooks that speak a wire', () => {
  it('have no rights beyond it: what it cannot ask for is dropped and recorded', async () => {
    const { hooks } = quietHooks();
    hooks.on(
      'PostToolUse',
      { name: 'post' },
      speaking(massgen, () => ({ decision: 'deny', inject: { content: 'a' } })),
    );
    const outcome = await hooks.fire('PostToolUse', bashResult);
    expect(outcome).toMatchObject({ decision: null, injections: [{ content: 'a', into: 'tool_result' }] });
    expect(outcome.runs[0]?.dropped).toMatchObject([{ type: 'deny' }]);
  });

  it('block the action when what they decided is unclear', async () => {
    const { hooks } = quietHooks();
    hooks.on(
      'PreToolUse',
      { name: 'shouting' },
      speaking(massgen, () => ({ decision: 'DENY' })),
    );
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'unclear' }] });
    expect(outcome.reason).toContain('did you mean "deny"?');
  });

  it('let it go ahead when their reply is invalid, unless it held something back', async () => {
    const { hooks } = quietHooks();
    hooks.on(
      'PreToolUse',
      { name: 'list' },
      speaking(massgen, () => []),
    );
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({
      decision: null,
      runs: [{ failure: 'invalid' }],
    });
    hooks.on(
      'PreToolUse',
      { name: 'no' },
      speaking(massgen, () => ({ allowed: false, reason: 7 })),
    );
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ decision: 'deny', decidedBy: 'no' });
  });

  it('may answer on a second run', async () => {
    const { hooks } = quietHooks();
    hooks.on(
      'PreToolUse',
      { name: 'twice' },
      speaking(sdk, (_, { phase }) =>
        phase === 1 ? { async: true } : { decision: 'block', reason: 'checked' },
      ),
    );
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ decision: 'deny', reason: 'checked' });
  });

  it('see on every wire what an earlier hook made of the input', async () => {
    const { hooks } = quietHooks();
    const seen: unknown[] = [];
    hooks.on(
      'PreToolUse',
      { name: 'a' },
      speaking(massgen, () => ({ updated_input: { command: 'pwd' } })),
    );
    hooks.on(
      'PreToolUse',
      { name: 'b' },
      speaking(findProtocol('armament'), (input, context) => {
        const call = { point: pointNamed(context.point), input, context };
        seen.push(
          findProtocol('armament').encode(call),
          findProtocol('claude-code').encode(call)['tool_input'],
        );
        return { modify: { args: 'pwd -P' } };
      }),
    );
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(seen).toEqual([{ tool: 'shell', args: 'pwd' }, { command: 'pwd' }]);
    expect(outcome.value).toEqual({ command: 'pwd -P' });
  });
});
