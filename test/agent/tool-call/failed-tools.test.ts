import { describe, expect, it } from 'vitest';
import { HookSystem } from '../../../src/entries/armament.ts';
import { inject, modify, suppress } from '../../../src/entries/index.ts';
import { echo, newAgent } from '../support.ts';

const failing = { turns: [echo('a', { fail: true }), { text: 'Done.' }] };

describe('the error of a failed tool', () => {
  it('is hidden from the model where a hook suppresses it, and what hooks add follows', async () => {
    const { hooks, run } = newAgent(failing);
    hooks.on('PostToolUseFailure', () => [suppress(), inject('Ask the user.', { into: 'tool_result' })]);
    const { events, requests, results } = await run();
    expect(results).toEqual(['[output suppressed by hook]\nAsk the user.']);
    expect(JSON.stringify([events, requests])).not.toContain('failed on a');
  });

  it('is what hooks make of it, and stays an error', async () => {
    const { hooks, run } = newAgent(failing);
    hooks.on('PostToolUseFailure', ({ error }) => modify(error.replace('a', '*')));
    const { requests, results } = await run();
    expect(results).toEqual(['f*iled on a']);
    expect(requests[1]?.messages.at(-1)?.content).toMatchObject([{ is_error: true, content: 'f*iled on a' }]);
  });

  it('is redacted by hooks at post:tool of Armament too', async () => {
    const { hooks, run } = newAgent(failing);
    const system = new HookSystem({ hooks });
    system.register('post:tool', ({ tool, result }) => ({
      modify: { result: `${tool}: ${String(result).length}` },
    }));
    expect((await run()).results).toEqual(['echo: 11']);
    expect(system.list().map(({ point }) => point)).toEqual(['post:tool']);
  });
});
