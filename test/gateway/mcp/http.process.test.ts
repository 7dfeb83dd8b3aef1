import { request } from 'node:http';
import { join } from 'node:path';
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { main } from '../../support/command-line/cli.ts';
import { trusted } from '../../support/command-line/trusted.ts';
import { projectFolder } from '../../support/pages.ts';
import { isLong } from '../../support/seed.ts';
import { type Era, SdkClient, startListening } from './sdk.ts';
import { McpWorld } from './world.ts';

const bothEras = join(projectFolder, 'test/fixtures/mcp/both-eras.mjs');
const withSessions = join(projectFolder, 'test/fixtures/mcp/server.mjs');
const token = `ghp_${'a1B2'.repeat(9)}`;

const policy = `
permissions:
  ask: ["mcp__t__fail"]
hooks:
  PreToolUse:
    - { name: rewrite, matcher: mcp__t__echo, type: command, handler: "grep -q change && echo '{\\"updated_input\\": {\\"text\\": \\"changéd\\"}}' || true" }
  PostToolUse:
    - { name: secrets, type: builtin, handler: secrets }
`;

interface Proxied {
  readonly url: string;
  readonly server: string;
  readonly world: McpWorld;
}

async function listening(program = bothEras, rules = policy): Promise<Proxied> {
  const world = new McpWorld(rules);
  await trusted(world.project, world.env);
  const server = await startListening([program, 'http']);
  const words = ['mcp', '--no-pins', '--name', 't', '--url', server, '--listen', '127.0.0.1:0'];
  const url = await startListening([main, ...words], { cwd: world.project, env: world.env });
  return { url, server, world };
}

const overHttp = (url: string, headers: Readonly<Record<string, string>> = {}): Transport =>
  new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });

function bridged(
  server: string,
  { project, env }: McpWorld,
  {
    words = [],
    more = {},
  }: { readonly words?: readonly string[]; readonly more?: Readonly<Record<string, string>> } = {},
): Transport {
  const args = [main, 'mcp', '--no-pins', '--name', 't', '--url', server, ...words];
  const path = { PATH: process.env['PATH'] ?? '' };
  return new StdioClientTransport({
    command: process.execPath,
    args,
    cwd: project,
    env: { ...path, ...env, ...more },
  });
}

const calls = [
  ['echo', { text: 'héllo' }],
  ['echo', { text: 7 }],
  ['steps', {}],
  ['colour', {}],
] as const;

describe.each<Era>(['legacy', 'auto'])('a client of the era %s', (era) => {
  it('gets the same messages over HTTP, with and without the proxy', async () => {
    const { url, server, world } = await listening();
    const said = [];
    for (const transport of [overHttp(server), overHttp(url), bridged(server, world)]) {
      const { messages, client, ...sdk } = await new SdkClient(era, () => ({ colour: 'red' })).connect(
        transport,
      );
      await SdkClient.prototype.askAll.call({ messages, client, ...sdk } as SdkClient, calls);
      said.push(messages);
    }
    expect(said[0]?.length).toBeGreaterThan(8);
    expect(said[1]).toEqual(said[0]);
    expect(said[2]).toEqual(said[0]);
  });

  it('gets redacted results and what its own person allows', async () => {
    const { url, world, server } = await listening();
    for (const transport of [overHttp(url), bridged(server, world)]) {
      const sdk = await new SdkClient(era, () => ({ allow: true })).connect(transport);
      const result = await sdk.client.callTool({ name: 'secret', arguments: {} });
      expect(JSON.stringify(result)).not.toContain(token);
      expect(result.structuredContent).toEqual({ token: '[redacted: a GitHub token]', count: 1 });
      const asked = await sdk.client.callTool({ name: 'fail', arguments: {} });
      // A server without sessions can't tell that two requests have the same client.
      const canAsk = era === 'auto' || sdk.questions.length > 0;
      expect(JSON.stringify(asked)).toContain(canAsk ? 'no luck' : 'hookline allow');
      await sdk.client.close();
    }
  });
});

it('has the header say what a changed body says', async () => {
  const { url, server, world } = await listening();
  for (const transport of [overHttp(url), bridged(server, world)]) {
    const { client } = await new SdkClient('auto').connect(transport);
    await client.listTools();
    const { content } = await client.callTool({ name: 'echo', arguments: { text: 'change' } });
    expect(content).toEqual([{ type: 'text', text: 'changéd' }]);
    await client.close();
  }
});

describe('a server with sessions that wants to know who calls', () => {
  it('answers 401 as it would without the proxy, and is told the token', async () => {
    const { url, server } = await listening(withSessions);
    const bare = await fetch(server, { method: 'POST', body: '{}' });
    const proxied = await post(url, {});
    expect([proxied.status, proxied.body]).toEqual([401, await bare.text()]);
    const { client } = await new SdkClient('legacy').connect(
      overHttp(url, { Authorization: 'Bearer secret' }),
    );
    const { content } = await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
    expect(content).toEqual([{ type: 'text', text: 'hi' }]);
  });

  it.each([
    [['--header', 'Authorization: Bearer $' + '{TOKEN}'], { TOKEN: 'secret' }],
    [[], { HOOKLINE_HEADER_Authorization: 'Bearer secret' }],
  ])('gets the token of the environment from a client that speaks stdio: %j %j', async (words, more) => {
    const { server, world } = await listening(withSessions);
    await expect(new SdkClient('legacy').connect(bridged(server, world))).rejects.toThrow('HTTP status 401');
    const sdk = await new SdkClient('legacy').connect(
      bridged(server, world, { words, more: more as Readonly<Record<string, string>> }),
    );
    expect((await sdk.client.listTools()).tools.length).toBeGreaterThan(3);
  });

  it.each([true, false])('has a session in which its client is asked, and says %j', async (allow) => {
    const { url } = await listening(withSessions, 'permissions: { ask: ["mcp__t__echo"] }\n');
    const sdk = await new SdkClient('legacy', () => ({ allow })).connect(
      overHttp(url, { Authorization: 'Bearer secret' }),
    );
    const result = await sdk.client.callTool({ name: 'echo', arguments: { text: 'hi' } });
    expect(sdk.questions[0]).toContain('text: hi');
    expect(result.isError === true).toBe(!allow);
  });
});

interface Posted {
  readonly status: number | undefined;
  readonly body: string;
}

function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body = '{"jsonrpc":"2.0","id":1,"method":"ping"}',
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const sent = request(url, { method: 'POST', headers: { ...own, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, body: text }));
    });
    sent.on('error', reject).end(body);
  });
}

describe('what the proxy does not answer', () => {
  it('is a page of another site, under its own name or through one that leads here', async () => {
    const { url } = await listening();
    for (const headers of [
      { Host: 'evil.example' },
      { Host: 'localhost.evil.example:80' },
      { Origin: 'https://evil.example' },
      { Origin: 'http://10.1.2.3' },
      { Origin: 'null' },
    ])
      expect([headers, (await post(url, headers)).status]).toEqual([headers, 403]);
    for (const headers of [
      { Host: 'localhost:1' },
      { Origin: 'http://localhost:6274' },
      { Origin: 'http://127.0.0.1' },
    ])
      expect([headers, (await post(url, headers)).status]).not.toEqual([headers, 403]);
  });

  it('is a body that a page can send, that is too long, or that its header contradicts', async () => {
    const { url } = await listening();
    expect((await post(url, { 'content-type': 'text/plain' })).status).toBe(415);
    expect(
      (await post(url, {}, `"${'x'.repeat(11 * 1024 * 1024)}"`).catch(() => ({ status: 413 }))).status,
    ).toBe(413);
    expect((await post(url, {}, '[{"jsonrpc":"2.0","id":1,"method":"ping"}]')).status).toBe(400);
    const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fail"}}';
    const lying = await post(url, { 'mcp-method': 'tools/call', 'mcp-name': 'echo' }, call);
    expect([lying.status, JSON.parse(lying.body).error.code]).toEqual([400, -32020]);
    expect((await post(url.replace('/mcp', '/other'), {})).status).toBe(404);
  });

  it('is a server that is not there', async () => {
    const words = ['mcp', '--url', 'http://127.0.0.1:1/mcp', '--no-pins', '--listen', '127.0.0.1:0'];
    const url = await startListening([main, ...words]);
    const { status, body } = await post(url, {});
    expect(status).toBe(502);
    expect(JSON.parse(body).error.message).toContain('cannot be reached');
  });

  it.runIf(isLong)('is a client that never ends its header', async () => {
    const { url } = await listening();
    const { hostname, port } = new URL(url);
    const { connect } = await import('node:net');
    const socket = connect(Number(port), hostname);
    socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\n');
    const slow = setInterval(() => socket.write('X-A: b\r\n'), 500);
    const start = Date.now();
    await new Promise((resolve) =>
      socket
        .once('close', resolve)
        .on('error', () => undefined)
        .resume(),
    );
    clearInterval(slow);
    expect(Date.now() - start).toBeLessThan(20_000);
  });
});
