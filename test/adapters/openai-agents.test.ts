import { Agent, type MCPServer, Runner, type Tool, tool, Usage } from '@openai/agents-core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { deny, type Hooks, modify, resume } from '../../src/entries/index.ts';
import { guardAgent, guardModels } from '../../src/entries/openai-agents.ts';
import { quietHooks } from '../support/hooks.ts';

const said = (text: string): object => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
});
const call = (name: string, input: object = {}): object => ({
  type: 'function_call',
  callId: `${name}-1`,
  name,
  arguments: JSON.stringify(input),
});

/** A model that says these things in turn, or streams them. */
function scripted(...turns: readonly object[]): never {
  const left = [...turns];
  const next = (): object => left.shift() ?? said('Done.');
  return {
    getResponse: async () => ({ usage: new Usage(), output: [next()] }),
    async *getStreamedResponse() {
      const output = next();
      yield { type: 'response_started' };
      for (const { text } of (output as { content: { text: string }[] }).content) {
        for (const delta of [text.slice(0, 3), text.slice(3)]) yield { type: 'output_text_delta', delta };
      }
      yield { type: 'response_done', response: { id: 'r', usage: new Usage(), output: [output] } };
    },
  } as never;
}

const runner = new Runner({ tracingDisabled: true });

async function resultsOf(agent: Agent): Promise<readonly unknown[]> {
  const { newItems } = await runner.run(agent, 'Go.');
  return newItems.flatMap((item) => (item.type === 'tool_call_output_item' ? [item.output] : []));
}

describe('guardAgent', () => {
  it('keeps the type of the agent, and lets no tool be added unguarded', () => {
    const agent = new Agent<{ user: string }>({ name: 'a' });
    const guarded = guardAgent(agent, quietHooks().hooks);
    expectTypeOf(guarded).toEqualTypeOf<typeof agent>();
    expect(() => guarded.tools.push({} as Tool<{ user: string }>)).toThrow(TypeError);
  });

  it('guards the agents that it hands off to', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'no', guard: true }, () => deny('never'));
    const parameters = {
      type: 'object' as const,
      properties: {},
      required: [],
      additionalProperties: false as const,
    };
    const run = tool({ name: 'run', description: '', parameters, execute: async () => 'ran' });
    const second = new Agent({ name: 'second', model: scripted(call('run')), tools: [run] });
    const first = new Agent({
      name: 'first',
      model: scripted(call('transfer_to_second')),
      handoffs: [second],
    });
    expect(await resultsOf(guardAgent(first, hooks) as Agent)).toEqual([
      'Denied by the PreToolUse hook "no": never',
    ]);
  });

  it('guards the tools of MCP servers', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'no', matcher: 'mcp__files__write' }, () => deny('read only'));
    const called: string[] = [];
    const server = {
      name: 'files',
      cacheToolsList: false,
      listTools: async () =>
        ['read', 'write'].map((name) => ({
          name,
          inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
        })),
      callTool: async (name: string) => {
        called.push(name);
        return [{ type: 'text', text: `did ${name}` }];
      },
    } as unknown as MCPServer;
    const agent = new Agent({
      name: 'a',
      model: scripted(call('read'), call('write')),
      mcpServers: [server],
    });
    expect(JSON.stringify(await resultsOf(guardAgent(agent, hooks)))).toMatch(/did read.*read only/);
    expect(called).toEqual(['read']);
  });

  it('guards the local shell and the editor, and reports what runs elsewhere', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'no-rm', guard: true }, ({ tool_input }) =>
      String(tool_input['command'] ?? tool_input['file_path']).includes('secret')
        ? deny('secret')
        : undefined,
    );
    const done: unknown[] = [];
    const shell = {
      run: async ({ commands }: { commands: string[] }) => {
        done.push(...commands);
        return { output: [{ stdout: 'ok', stderr: '', outcome: { type: 'exit', exitCode: 0 } }] };
      },
    };
    const editor = { createFile: async ({ path }: { path: string }) => void done.push(path) };
    const told: string[] = [];
    const tools = [
      { type: 'shell', name: 'shell', shell },
      { type: 'apply_patch', name: 'apply_patch', editor },
      { type: 'hosted_tool', name: 'web_search' },
    ] as unknown as Tool[];
    const policy = { hooks, notice: ({ message }: { message: string }) => void told.push(message) };
    const agent = guardAgent(new Agent({ name: 'a', tools }), policy);
    const [guardedShell, guardedEditor] = agent.tools as unknown as [
      { shell: typeof shell },
      { editor: typeof editor },
    ];
    await guardedShell.shell.run({ commands: ['ls'] });
    const refused = await guardedShell.shell.run({ commands: ['cat secret'] });
    expect(refused.output[0]?.stderr).toContain('secret');
    await guardedEditor.editor.createFile({ path: 'a.txt' });
    expect(await guardedEditor.editor.createFile({ path: 'secret.txt' })).toMatchObject({ status: 'failed' });
    expect(done).toEqual(['ls', 'a.txt']);
    expect(told).toEqual([
      'hooks do not guard the tool "web_search": it does not run as a function in this process',
    ]);
  });
});

describe('a stream', () => {
  async function streamed(hooks: Hooks): Promise<readonly string[]> {
    const provider = guardModels({ getModel: () => scripted(said('Hello.'), said('Hello.')) }, hooks);
    const agent = new Agent({ name: 'a', model: 'some-model' });
    const own = new Runner({ tracingDisabled: true, modelProvider: provider });
    const result = await own.run(agent, 'Go.', { stream: true });
    const texts: string[] = [];
    for await (const event of result)
      if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta')
        texts.push(event.data.delta);
    return [...texts, String(result.finalOutput)];
  }

  it('passes at once when no hook can change it', async () => {
    expect(await streamed(quietHooks().hooks)).toEqual(['Hel', 'lo.', 'Hello.']);
  });

  it('waits for hooks that change what the model says, and goes on when they say so', async () => {
    const { hooks } = quietHooks();
    hooks.on('post:message', ({ output }) => modify(output.replace('Hello', 'Bye')));
    expect(await streamed(hooks)).toEqual(['Bye.', 'Bye.']);
    hooks.on('Stop', ({ stop_hook_active }) => (stop_hook_active ? undefined : resume('Go on.')));
    expect(await streamed(hooks)).toEqual(['Bye.', 'Bye.', 'Bye.']);
  });
});
