import type { Options } from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { guardOptions } from '../../src/entries/claude-agent-sdk.ts';
import { deny, modify } from '../../src/entries/index.ts';
import { quietHooks } from '../support/hooks.ts';

const question = { signal: new AbortController().signal, toolUseID: 'a', requestId: 'r' };

async function fired(options: Options, event: object): Promise<unknown> {
  const [group] = options.hooks?.PreToolUse ?? [];
  return group?.hooks[0]?.(event as never, 'a', { signal: question.signal });
}

describe('guardOptions', () => {
  it('keeps the options, their types and their own hooks', () => {
    const own = { hooks: [async () => ({})] };
    const options = { maxTurns: 3, hooks: { PreToolUse: [own] } };
    const guarded = guardOptions(options, quietHooks().hooks);
    expectTypeOf(guarded).toEqualTypeOf<typeof options>();
    expectTypeOf(guarded).toExtend<Options>();
    expect(guarded.maxTurns).toBe(3);
    expect(guarded.hooks.PreToolUse).toHaveLength(2);
    expect(guarded.hooks.PreToolUse[1]).toBe(own);
    expect(guarded).not.toHaveProperty('canUseTool');
  });

  it('runs the hooks of a type for its subagents', async () => {
    const { hooks } = quietHooks();
    hooks.scope('Explore').on('PreToolUse', { name: 'own', guard: true }, () => deny('look only'));
    const options: Options = guardOptions({}, { hooks, agent: 'main' });
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {}, tool_use_id: 'a' };
    expect(await fired(options, event)).toEqual({});
    expect(await fired(options, { ...event, agent_id: 'x1', agent_type: 'Explore' })).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
  });

  it('judges an input that a person changed', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'no-rm', guard: true }, ({ tool_input }) =>
      tool_input['command'] === 'rm' ? deny('never') : undefined,
    );
    hooks.on('PreToolUse', { name: 'mv' }, ({ tool_input }) =>
      tool_input['command'] === 'mv' ? modify({ command: 'mv -n' }) : undefined,
    );
    const answer = async (command: string) => {
      const approver = () => ({ allow: true as const, input: { command } });
      const { canUseTool } = guardOptions<Options>({}, { hooks, approver });
      return canUseTool?.('Bash', { command: 'ls' }, question);
    };
    expect(await answer('ls')).toMatchObject({ behavior: 'allow', updatedInput: { command: 'ls' } });
    expect(await answer('cat')).toMatchObject({ behavior: 'allow', updatedInput: { command: 'cat' } });
    expect(await answer('rm')).toMatchObject({
      behavior: 'deny',
      message: expect.stringContaining('never'),
    });
    expect(await answer('mv')).toMatchObject({ behavior: 'deny' });
  });
});
