import { jsonSchema, type LanguageModelMiddleware, streamText, tool, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { guardTools, hooklineMiddleware, toolApproval } from '../../src/entries/ai-sdk.ts';
import { ask, deny, type Hooks, modify, resume } from '../../src/entries/index.ts';
import { quietHooks } from '../support/hooks.ts';

const schema = jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } });
const weather = tool({ inputSchema: schema, execute: ({ city }) => ({ city, degrees: 7 }) });

describe('guardTools', () => {
  it('keeps the types of tools', () => {
    const tools = { weather };
    const { hooks } = quietHooks();
    expectTypeOf(guardTools(tools, hooks)).toEqualTypeOf<typeof tools>();
    expectTypeOf(guardTools(tools, hooks).weather.execute).parameter(0).toEqualTypeOf<{ city: string }>();
    expectTypeOf(hooklineMiddleware(hooks)).toExtend<LanguageModelMiddleware>();
  });

  it('reports tools that run elsewhere, once', () => {
    const { hooks } = quietHooks();
    const told: string[] = [];
    const policy = { hooks, notice: ({ message }: { message: string }) => void told.push(message) };
    const tools = { ask: tool({ inputSchema: schema, outputSchema: schema }) };
    expect(guardTools(tools, policy)['ask']).toBe(tools.ask);
    guardTools(tools, policy);
    expect(told).toEqual(['hooks do not guard the tool "ask": it does not run in this process']);
  });

  it('judges a call once, although the SDK asks first whether it needs approval', async () => {
    const { hooks } = quietHooks();
    let count = 0;
    hooks.on('PreToolUse', { name: 'counts' }, () => {
      count += 1;
    });
    const guarded = guardTools({ weather }, hooks).weather;
    const context = { toolCallId: 'a', messages: [] };
    if (typeof guarded.needsApproval !== 'function') throw new Error('it asks nobody');
    expect(await guarded.needsApproval({ city: 'Bonn' }, context)).toBe(false);
    expect(await guarded.execute?.({ city: 'Bonn' }, context)).toEqual({ city: 'Bonn', degrees: 7 });
    expect(count).toBe(1);
    await guarded.needsApproval({ city: 'Bonn' }, context);
    await guarded.execute?.({ city: 'Rome' }, context);
    expect(count).toBe(3);
  });

  it("throws a tool's own error as it is", async () => {
    const problem = new RangeError('no such city');
    const failing = tool({ inputSchema: schema, execute: (): Promise<string> => Promise.reject(problem) });
    const guarded = guardTools({ failing }, quietHooks().hooks).failing;
    await expect(guarded.execute?.({ city: '' }, { toolCallId: 'a', messages: [] })).rejects.toBe(problem);
  });

  it('refuses options that it does not know', () => {
    expect(() => guardTools({}, { hooks: quietHooks().hooks, aprover: () => true } as never)).toThrow(
      /has no option "aprover"/,
    );
  });
});

describe('toolApproval', () => {
  it('gives the reasons of denials and questions', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'no', matcher: 'rm', guard: true }, () => deny('never'));
    hooks.on('PreToolUse', { name: 'sure', matcher: 'mv' }, () => ask('really?'));
    const approval = toolApproval(hooks);
    const status = (toolName: string) =>
      approval({ toolCall: { toolCallId: toolName, toolName, input: {} }, messages: [] });
    expect(await status('rm')).toMatchObject({ type: 'denied', reason: expect.stringContaining('never') });
    expect(await status('mv')).toMatchObject({
      type: 'user-approval',
      reason: expect.stringContaining('really?'),
    });
    expect(await status('ls')).toBeUndefined();
  });
});

describe('a stream', () => {
  it('passes at once when no hook can change it', async () => {
    const { hooks } = quietHooks();
    expect(await streamed(hooks)).toEqual(['Hel', 'lo.']);
  });

  it('waits for hooks that change what the model says, and goes on when they say so', async () => {
    const { hooks } = quietHooks();
    hooks.on('post:message', ({ output }) => modify(output.replace('Hello', 'Bye')));
    expect(await streamed(hooks)).toEqual(['Bye.']);
    hooks.on('Stop', ({ stop_hook_active }) => (stop_hook_active ? undefined : resume('Go on.')));
    expect(await streamed(hooks)).toEqual(['Bye.', 'Bye.']);
  });

  it('says why, where a hook refuses the prompt', async () => {
    const { hooks } = quietHooks();
    hooks.on('UserPromptSubmit', { name: 'calm' }, () => deny('too loud'));
    expect(await streamed(hooks)).toEqual(['Denied by the UserPromptSubmit hook "calm": too loud']);
  });
});

async function streamed(hooks: Hooks): Promise<readonly string[]> {
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  const scripted = new MockLanguageModelV3({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunkDelayInMs: null,
        initialDelayInMs: null,
        chunks: [
          { type: 'stream-start', warnings: [] },
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: 'Hel' },
          { type: 'text-delta', id: '1', delta: 'lo.' },
          { type: 'text-end', id: '1' },
          {
            type: 'finish',
            finishReason: { unified: 'stop', raw: undefined },
            usage: { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } },
          },
        ],
      }),
    }),
  });
  const model = wrapLanguageModel({ model: scripted, middleware: hooklineMiddleware(hooks) });
  const texts: string[] = [];
  for await (const text of streamText({ model, prompt: 'Go.' }).textStream) texts.push(text);
  return texts;
}
