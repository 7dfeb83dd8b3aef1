import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import {
  type AgentMiddleware,
  AIMessage,
  createAgent,
  createMiddleware,
  fakeModel,
  ToolMessage,
  tool,
} from 'langchain';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { deny, type Hooks, modify } from '../../src/entries/index.ts';
import { hooklineMiddleware } from '../../src/entries/langchain.ts';
import { quietHooks } from '../support/hooks.ts';

const schema = z.object({ city: z.string() });
const call = new AIMessage({
  content: '',
  tool_calls: [{ id: '1', name: 'weather', args: { city: 'Bonn' }, type: 'tool_call' }],
});

async function messagesOf(
  hooks: Hooks,
  run: (input: { city: string }) => unknown,
  around: (middleware: AgentMiddleware) => readonly AgentMiddleware[] = (middleware) => [middleware],
) {
  const weather = tool(run, { name: 'weather', description: 'The weather.', schema });
  const agent = createAgent({
    model: fakeModel().respond(call).respond(new AIMessage('Fine.')),
    tools: [weather],
    middleware: around(hooklineMiddleware(hooks)),
  });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Weather?' }] });
  return messages;
}

describe('hooklineMiddleware', () => {
  it('leaves the types of an agent alone', () => {
    const agent = createAgent({
      model: fakeModel(),
      tools: [],
      contextSchema: z.object({ user: z.string() }),
      middleware: [hooklineMiddleware(quietHooks().hooks)],
    });
    type Context = NonNullable<NonNullable<Parameters<typeof agent.invoke>[1]>['context']>;
    expectTypeOf<Context>().toExtend<{ user: string }>();
  });

  it('sees the final input only where it is the last of the list', async () => {
    const moves = createMiddleware({
      name: 'moves',
      wrapToolCall: (request, handler) =>
        handler({ ...request, toolCall: { ...request.toolCall, args: { city: 'Rome' } } }),
    });
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'no-rome', guard: true }, ({ tool_input }) =>
      tool_input['city'] === 'Rome' ? deny('not there') : undefined,
    );
    const asked: string[] = [];
    const run = ({ city }: { city: string }): string => {
      asked.push(city);
      return 'sunny';
    };
    await messagesOf(hooks, run, (hookline) => [moves, hookline]);
    expect(asked).toEqual([]);
    await messagesOf(hooks, run, (hookline) => [hookline, moves]);
    expect(asked).toEqual(['Rome']);
  });

  it('changes the message inside a command, and keeps the rest of it', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', () => modify('redacted'));
    const [, , result] = await messagesOf(
      hooks,
      () =>
        new Command({
          update: { messages: [new ToolMessage({ content: 'secret', tool_call_id: '1', name: 'weather' })] },
        }),
    );
    expect(result?.text).toBe('redacted');
  });

  it('lets a tool ask a person itself', async () => {
    const weather = tool(() => `asked: ${String(interrupt('where?'))}`, {
      name: 'weather',
      description: 'The weather.',
      schema,
    });
    const agent = createAgent({
      model: fakeModel().respond(call).respond(new AIMessage('Fine.')),
      tools: [weather],
      middleware: [hooklineMiddleware(quietHooks().hooks)],
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: '1' } };
    await agent.invoke({ messages: [{ role: 'user', content: 'Weather?' }] }, config);
    const { messages } = await agent.invoke(new Command({ resume: 'here' }), config);
    expect(messages[2]?.text).toBe('asked: here');
  });

  it('hides a changed answer in what is stored of it too', async () => {
    const { hooks } = quietHooks();
    hooks.on('post:message', ({ output }) => modify(output.replace('Fine', 'Good')));
    const messages = await messagesOf(hooks, () => 'sunny');
    expect(messages.at(-1)?.text).toBe('Good.');
    expect(JSON.stringify(messages)).not.toContain('Fine');
  });
});
