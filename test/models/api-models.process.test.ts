import { execFileSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anthropicModel } from '../../src/models/anthropic.ts';
import type { ApiModelOptions } from '../../src/models/api-client.ts';
import type { Message, Model, ModelEvent, ModelRequest } from '../../src/models/model.ts';
import { openaiModel } from '../../src/models/openai.ts';
import { compiled } from '../support/processes/compiled.ts';
import { type ScriptedReply, serveModel } from '../support/servers/model-server.ts';

const agent = { id: 'main', type: null };
const hello: ModelRequest = { system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [], agent };

interface Heard {
  readonly text: string;
  readonly calls: readonly Extract<ModelEvent, { type: 'tool_use' }>[];
  readonly usage: readonly unknown[];
  readonly stop: string | null;
}

async function listen(
  model: Model,
  request: ModelRequest = hello,
  signal: AbortSignal = new AbortController().signal,
): Promise<Heard> {
  const events: ModelEvent[] = [];
  for await (const event of model.respond(request, { signal })) events.push(event);
  const stops = events.filter((event) => event.type === 'stop');
  expect(events.at(-1)).toEqual(stops[0]);
  return {
    text: events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join(''),
    calls: events.filter((event) => event.type === 'tool_use'),
    usage: events.flatMap((event) => (event.type === 'usage' ? [event.usage] : [])),
    stop: stops[0]?.reason ?? null,
  };
}

describe.each([
  ['anthropic', anthropicModel, ''],
  ['openai', openaiModel, '/v1'],
] as const)('the model %s', (name, make, path) => {
  async function talk(
    replies: readonly ScriptedReply[],
    options: ApiModelOptions = {},
  ): Promise<{ model: Model; server: Awaited<ReturnType<typeof serveModel>> }> {
    const server = await serveModel(replies);
    const model = make({ model: 'test-1', apiKey: 'key', baseUrl: `${server.url}${path}`, ...options });
    return { model, server };
  }

  it('streams text and counts tokens', async () => {
    const { model, server } = await talk([
      { text: ['Hel', 'lo ', 'wörld'], usage: { input: 12, output: 7 } },
    ]);
    expect(model.name).toBe('test-1');
    expect(await listen(model)).toEqual({
      text: 'Hello wörld',
      calls: [],
      usage: [{ input_tokens: 12, output_tokens: 7 }],
      stop: 'end_turn',
    });
    expect(server.requests()[0]).toMatchObject({ model: 'test-1', stream: true });
    expect(JSON.stringify(server.seen[0]?.headers)).toContain('key');
  });

  it('gives several tool calls with their ids, their arguments put together', async () => {
    const { model } = await talk([
      {
        text: ['Looking.'],
        tools: [
          { id: 'a', name: 'Bash', json: ['{"comm', 'and":"ls"', '}'] },
          { id: 'b', name: 'Read', json: ['{"file_path":"x"}'] },
          { id: 'c', name: 'Now', json: [] },
        ],
      },
    ]);
    expect(await listen(model)).toMatchObject({
      text: 'Looking.',
      calls: [
        { id: 'a', name: 'Bash', input: { command: 'ls' } },
        { id: 'b', name: 'Read', input: { file_path: 'x' } },
        { id: 'c', name: 'Now', input: {} },
      ],
      stop: 'tool_use',
    });
  });

  it('says what is wrong with arguments that cannot be read', async () => {
    const { model } = await talk([
      {
        tools: [
          { id: 'a', name: 'Bash', json: ['{"command": "l'] },
          { id: 'b', name: 'Bash', json: ['["ls"]'] },
        ],
      },
    ]);
    const { calls } = await listen(model);
    expect(calls).toMatchObject([
      { id: 'a', input: {}, problem: 'the arguments are not JSON: {"command": "l' },
      { id: 'b', input: {}, problem: 'the arguments are not a JSON object' },
    ]);
  });

  it.each(['max_tokens', 'refusal'] as const)('tells that it stopped for %s', async (stop) => {
    const { model } = await talk([{ text: ['…'], stop }]);
    expect((await listen(model)).stop).toBe(stop);
  });

  it.each([[429], [500], [529]])('tries again after %i', async (status) => {
    const { model, server } = await talk([{ status }, { status }, { text: ['At last.'] }]);
    expect((await listen(model)).text).toBe('At last.');
    expect(server.seen).toHaveLength(3);
  });

  it.each(['overloaded', 'ends early', 'breaks'] as const)(
    'tries again when a response that said nothing %s',
    async (how) => {
      const { model, server } = await talk([{ finally: how }, { text: ['At last.'] }]);
      expect((await listen(model)).text).toBe('At last.');
      expect(server.seen).toHaveLength(2);
    },
  );

  it.each(['overloaded', 'ends early', 'breaks'] as const)(
    'throws when a response in the middle of its text %s',
    async (how) => {
      const { model, server } = await talk([{ text: ['Half a'], finally: how }]);
      await expect(listen(model)).rejects.toThrow();
      expect(server.seen).toHaveLength(1);
    },
  );

  it('gives up after as many tries as it is allowed, and on what no try can help', async () => {
    const refused = await talk([{ status: 500 }, { status: 500 }], { maxRetries: 1 });
    await expect(listen(refused.model)).rejects.toThrow('refused with 500');
    expect(refused.server.seen).toHaveLength(2);
    const wrong = await talk([{ status: 400 }]);
    await expect(listen(wrong.model)).rejects.toThrow('400');
    expect(wrong.server.seen).toHaveLength(1);
  });

  it('ends in the middle of a response when it is aborted, and lets go of the connection', async () => {
    const { model, server } = await talk([{ text: ['Begun'], finally: 'hangs' }]);
    const controller = new AbortController();
    const listening = (async () => {
      for await (const event of model.respond(hello, controller))
        if (event.type === 'text') controller.abort();
    })();
    await Promise.race([listening, new Promise((resolve) => setTimeout(resolve, 5000))]).catch(() => {});
    await expect.poll(() => server.abandoned()).toBe(1);
  });

  it('says how to install its client when that is missing', async () => {
    const script = `
      import { ${name}Model } from './src/models/${name}.js';
      const model = ${name}Model();
      const request = { system: '', messages: [], tools: [], agent: { id: 'main', type: null } };
      try {
        for await (const _ of model.respond(request, { signal: new AbortController().signal }));
      } catch (error) {
        console.log(error.code, error.message);
      }`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: compiled(),
      encoding: 'utf8',
    });
    expect(printed).toMatch(/^model-missing .* is not installed: npm install \S+\n$/);
  });
});

const conversation: readonly Message[] = [
  { role: 'user', content: 'List' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'ls' } },
      { type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'rm' } },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'a', content: 'a.txt' },
      { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'denied' }], is_error: true },
    ],
  },
  { role: 'user', content: 'A hook says hello.' },
];
const tools = [{ name: 'Bash', description: 'Runs.', inputSchema: { type: 'object', properties: {} } }];
const whole: ModelRequest = { system: 'Be brief.', messages: conversation, tools, agent };

it('Anthropic gets messages whose roles take turns, results as blocks', async () => {
  const server = await serveModel([{ text: ['Done.'] }]);
  await listen(anthropicModel({ baseUrl: server.url, apiKey: 'key', maxTokens: 99 }), whole);
  expect(server.seen[0]?.url).toBe('/v1/messages');
  expect(server.requests()[0]).toMatchObject({
    system: 'Be brief.',
    max_tokens: 99,
    tools: [{ name: 'Bash', description: 'Runs.', input_schema: { type: 'object', properties: {} } }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'List' }] },
      conversation[1],
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'a.txt' },
          {
            type: 'tool_result',
            tool_use_id: 'b',
            content: [{ type: 'text', text: 'denied' }],
            is_error: true,
          },
          { type: 'text', text: 'A hook says hello.' },
        ],
      },
    ],
  });
});

it('OpenAI gets results as messages of their own, errors marked in their text', async () => {
  const server = await serveModel([{ text: ['Done.'] }]);
  await listen(openaiModel({ baseUrl: `${server.url}/v1`, apiKey: 'key', maxTokens: 99 }), whole);
  expect(server.seen[0]?.url).toBe('/v1/chat/completions');
  const call = (id: string, command: string): unknown => ({
    id,
    type: 'function',
    function: { name: 'Bash', arguments: JSON.stringify({ command }) },
  });
  expect(server.requests()[0]).toMatchObject({
    max_completion_tokens: 99,
    tools: [
      { type: 'function', function: { name: 'Bash', description: 'Runs.', parameters: { type: 'object' } } },
    ],
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'List' },
      { role: 'assistant', content: 'Looking.', tool_calls: [call('a', 'ls'), call('b', 'rm')] },
      { role: 'tool', tool_call_id: 'a', content: 'a.txt' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: denied' },
      { role: 'user', content: 'A hook says hello.' },
    ],
  });
});

it('the usual environment variables say where the API is, and which model', async () => {
  const server = await serveModel([{ text: ['one'] }, { text: ['two'] }]);
  const variables = {
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'a',
    ANTHROPIC_MODEL: 'm1',
    OPENAI_BASE_URL: `${server.url}/v1`,
    OPENAI_API_KEY: 'o',
    OPENAI_MODEL: 'm2',
  };
  const before = { ...process.env };
  Object.assign(process.env, variables);
  onTestFinished(() => {
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
  });
  expect((await listen(anthropicModel())).text).toBe('one');
  expect((await listen(openaiModel())).text).toBe('two');
  expect(server.requests().map(({ model }) => model)).toEqual(['m1', 'm2']);
});
