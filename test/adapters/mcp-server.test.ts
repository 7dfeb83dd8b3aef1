import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { ask, halt, modify, suppress } from '../../src/entries/index.ts';
import { guardServer, type Policy } from '../../src/entries/mcp-server.ts';
import { quietHooks } from '../support/hooks.ts';

const info = { name: 'own', version: '1.0.0' };

describe('guardServer', () => {
  it('keeps the type of the server', () => {
    const server = new McpServer(info);
    expectTypeOf(guardServer(server, quietHooks().hooks)).toEqualTypeOf<McpServer>();
  });

  it('refuses a server that has tools already', () => {
    const server = new McpServer(info);
    server.registerTool('run', {}, () => ({ content: [] }));
    expect(() => guardServer(server, quietHooks().hooks)).toThrow(/tools\/call/);
    expect(() => guardServer({}, quietHooks().hooks)).toThrow(/takes a server/);
  });

  it('hides a result in its text and in its structured form', async () => {
    const { hooks } = quietHooks();
    const redact = (value: unknown) => modify(JSON.parse(JSON.stringify(value).replaceAll('secret', '***')));
    hooks.on('PostToolUse', ({ tool_response }) => redact(tool_response));
    const { call } = await connected(hooks);
    expect(await call('structured')).toMatchObject({
      content: [{ type: 'text', text: 'a ***' }],
      structuredContent: { value: 'a ***' },
    });
    hooks.on('PostToolUse', { name: 'hide' }, () => suppress());
    const hidden = await call('structured');
    expect(JSON.stringify(hidden)).not.toContain('secret');
    expect(JSON.stringify(hidden)).toContain('suppressed');
  });

  it('refuses every later call once a hook has ended the turn', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', () => halt('enough'));
    const { call } = await connected(hooks);
    expect(await call('structured')).not.toHaveProperty('isError', true);
    expect(await call('structured')).toMatchObject({ isError: true, content: [{ text: 'enough' }] });
  });

  it.each(['legacy', 'modern'] as const)('asks the client, in the %s era', async (era) => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'asks', guard: true }, () => ask('sure?'));
    const { call, questions, client } = await connected(hooks, era);
    expect(client.getProtocolEra()).toBe(era);
    expect(await call('structured')).toMatchObject({ structuredContent: { value: 'a secret' } });
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain('sure?');
  });

  it('takes an approval only for the call that was shown, and once', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'asks', guard: true }, () => ask('sure?'));
    let handler: (request: object, context: object) => Promise<Record<string, unknown>> = async () => ({});
    const server = guardServer(
      {
        _serverInfo: info,
        assertCanSetRequestHandler: () => {},
        setRequestHandler: (_: string, given: typeof handler) => {
          handler = given;
        },
      },
      hooks,
    );
    server.setRequestHandler('tools/call', async (request) => {
      const { value } = (request as { params: { arguments: { value: string } } }).params.arguments;
      return { content: [{ type: 'text', text: value }] };
    });
    const send = (value: string, inputResponses: object) =>
      handler({ params: { name: 'echo', arguments: { value } } }, { mcpReq: { inputResponses } });
    const question = await send('a', {});
    const [key = ''] = Object.keys(question['inputRequests'] ?? {});
    const yes = { [key]: { action: 'accept', content: { allow: true } } };
    expect(await send('b', yes)).toHaveProperty('inputRequests');
    const again = await send('a', {});
    const [second = ''] = Object.keys(again['inputRequests'] ?? {});
    const answer = { [second]: { action: 'accept', content: { allow: true } } };
    expect(await send('a', answer)).toMatchObject({ content: [{ text: 'a' }] });
    expect(await send('a', answer)).toHaveProperty('inputRequests');
  });
});

function serverWith(hooks: Policy): McpServer {
  const server = guardServer(new McpServer(info), hooks);
  const outputSchema = z.object({ value: z.string() });
  server.registerTool('structured', { outputSchema }, () => ({
    content: [{ type: 'text', text: 'a secret' }],
    structuredContent: { value: 'a secret' },
  }));
  return server;
}

async function connected(hooks: Policy, era: 'legacy' | 'modern' = 'legacy') {
  const capabilities = { elicitation: { form: {} } };
  const versionNegotiation = { mode: era === 'modern' ? ('auto' as const) : era };
  const client = new Client(info, { capabilities, versionNegotiation });
  const questions: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message);
    return { action: 'accept', content: { allow: true } };
  });
  if (era === 'modern') {
    const handler = createMcpHandler(() => serverWith(hooks));
    const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
    await client.connect(new StreamableHTTPClientTransport(new URL('http://own.test/mcp'), { fetch }));
  } else {
    const [one, other] = InMemoryTransport.createLinkedPair();
    await Promise.all([serverWith(hooks).connect(other), client.connect(one)]);
  }
  return { call: (name: string) => client.callTool({ name, arguments: {} }), questions, client };
}
