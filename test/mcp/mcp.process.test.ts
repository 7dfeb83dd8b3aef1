import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectMcpServers, type McpOptions, type McpServerConfig } from '../../src/mcp/mcp.ts';
import type { ToolResult } from '../../src/models/tool-result.ts';
import { textOf, toolContext } from '../support/firing/tool-context.ts';
import { projectFolder } from '../support/pages.ts';
import { compiled, mcpServerFile } from '../support/processes/compiled.ts';
import { canLook, expectNothingLeft, holdings, processesWith } from '../support/processes/leftovers.ts';

const server = mcpServerFile();
const node = process.execPath;
const fixtures = join(projectFolder, 'test/fixtures/mcp');

let marks = 0;
function newMark(): { mark: string; env: Record<string, string> } {
  marks += 1;
  const value = `mcp-${process.pid}-${marks}`;
  return { mark: `HOOKLINE_TEST_MARK=${value}`, env: { HOOKLINE_TEST_MARK: value } };
}

async function connect(
  configs: Record<string, McpServerConfig>,
  options: McpOptions = {},
): Promise<Awaited<ReturnType<typeof connectMcpServers>> & { call: Call }> {
  const servers = await connectMcpServers(configs, options);
  onTestFinished(() => servers.close());
  return { ...servers, call: callOf(servers) };
}

function callOf(servers: Awaited<ReturnType<typeof connectMcpServers>>): Call {
  return async (name, input = {}, signal = new AbortController().signal) => {
    const tool = servers.tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`there is no ${name}`);
    return tool.run(input, toolContext('/', { signal }));
  };
}
type Ends = (end: () => void) => void;
type Call = (name: string, input?: Record<string, unknown>, signal?: AbortSignal) => Promise<ToolResult>;

async function startHttp(ends: Ends = onTestFinished): Promise<string> {
  const child = spawn(node, [server, 'http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  ends(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return String(line).trim();
}

describe.each(['stdio', 'http'] as const)('an MCP server over %s', (kind) => {
  let servers: Awaited<ReturnType<typeof connectMcpServers>>;
  const call: Call = (...words) => callOf(servers)(...words);
  const start = async (ends?: Ends): Promise<McpServerConfig> =>
    kind === 'stdio'
      ? { command: node, args: [server] }
      : { url: await startHttp(ends), headers: { Authorization: 'Bearer secret' } };

  beforeAll(async () => {
    let end = (): void => undefined;
    servers = await connectMcpServers({
      my: await start((later) => {
        end = later;
      }),
    });
    return () => servers.close().finally(end);
  });

  it('gives its tools under its name', async () => {
    const { tools, problems } = servers;
    expect(problems).toEqual([]);
    const echo = tools.find(({ name }) => name === 'mcp__my__echo');
    expect(echo).toMatchObject({
      description: 'Says it again.',
      concurrent: true,
      inputSchema: { type: 'object', required: ['text'] },
    });
    expect(echo).not.toHaveProperty('readOnly');
    expect(tools.map(({ name }) => name)).toContain('mcp__my__odd_name');
  });

  it('answers calls, several at once', async () => {
    const texts = ['one', 'two', 'three'];
    const results = await Promise.all(texts.map((text) => call('mcp__my__echo', { text })));
    expect(results.map(({ content }) => content)).toEqual(texts);
    expect(results[0]?.response).toEqual([{ type: 'text', text: 'one' }]);
    expect((await call('mcp__my__odd_name')).content).toBe('odd');
  });

  it('gives errors as errors', async () => {
    expect(await call('mcp__my__fail')).toMatchObject({ content: 'no luck', isError: true });
    expect(await call('mcp__my__throw')).toMatchObject({ content: 'broken tool', isError: true });
    expect(await call('mcp__my__echo', { text: 5 })).toMatchObject({ isError: true });
  });

  it('gives pictures as pictures', async () => {
    expect((await call('mcp__my__picture')).content).toEqual([
      { type: 'text', text: 'Look:' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ]);
  });

  it('can be interrupted in the middle of a call', async () => {
    const controller = new AbortController();
    const calling = call('mcp__my__slow', {}, controller.signal);
    setTimeout(() => controller.abort(), 50);
    expect(await calling).toMatchObject({ isError: true });
    expect((await call('mcp__my__echo', { text: 'still here' })).content).toBe('still here');
  });

  it('gives a call only so much time', async () => {
    const hurried = await connect({ my: await start() }, { callTimeoutMs: 200 });
    const result = await hurried.call('mcp__my__slow');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('the MCP server "my"');
  });
});

describe('an MCP server that is a process', () => {
  it('does not hold a call past its limit by telling of progress', async () => {
    const { call } = await connect({ my: { command: node, args: [server] } }, { callTimeoutMs: 400 });
    const result = await call('mcp__my__busy');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe('the MCP server "my": the call took longer than 400 ms');
    expect((await call('mcp__my__echo', { text: 'still here' })).content).toBe('still here');
  });

  it.each([
    ['a.b', 'echo', 'a_b', 'echo', 'mcp__a_b__echo'],
    ['a', 'b__c', 'a__b', 'c', 'mcp__a__b__c'],
    ['a', 'b_c', 'a', 'b.c', 'mcp__a__b_c'],
  ])(
    'is an error when %s with the tool %s and %s with %s would have one name; none is left running',
    async (first, one, second, two, name) => {
      const { mark, env } = newMark();
      const named = (tools: string): McpServerConfig => ({
        command: node,
        args: [server],
        env: { ...env, TOOLS: tools === 'echo' ? '' : tools },
      });
      const configs =
        first === second
          ? { [first]: named(`${one} ${two}`) }
          : { [first]: named(one), [second]: named(two) };
      await expect(connectMcpServers(configs)).rejects.toMatchObject({
        code: 'option-invalid',
        message: expect.stringContaining(name),
      });
      if (canLook) await expect.poll(() => processesWith(mark)).toEqual([]);
    },
  );

  it('gets a small environment and what its configuration sets', async () => {
    const { call } = await connect({ my: { command: node, args: [server], env: { ADDED: '!' } } });
    expect((await call('mcp__my__echo', { text: 'hi' })).content).toBe('hi !');
  });

  it('is reported by name when it dies, with its last words; its tools give errors', async () => {
    const told: string[] = [];
    const { call, problems } = await connect(
      { my: { command: node, args: [server] }, other: { command: node, args: [server] } },
      { onProblem: ({ message }) => told.push(message) },
    );
    expect(await call('mcp__my__crash')).toMatchObject({ isError: true });
    const problem = 'the MCP server "my" ended by itself: it ended with exit code 7: out of cheese';
    await expect.poll(() => told).toEqual([problem]);
    expect(problems).toEqual([{ server: 'my', message: problem }]);
    expect(await call('mcp__my__echo', { text: 'x' })).toMatchObject({ content: problem, isError: true });
    expect((await call('mcp__other__echo', { text: 'x' })).content).toBe('x');
  });

  it('is reported by name when it cannot be started; the others work', async () => {
    const { problems, tools } = await connect(
      {
        missing: { command: '/nowhere/server' },
        mute: { command: 'sleep', args: ['60'] },
        broken: { command: 'sh', args: ['-c', 'echo "no config" >&2; exit 3'] },
        refusing: { url: await startHttp() },
        good: { command: node, args: [server] },
      },
      { startTimeoutMs: 4000 },
    );
    const messages = new Map(problems.map((problem) => [problem.server, problem.message]));
    expect([...messages.keys()].sort()).toEqual(['broken', 'missing', 'mute', 'refusing']);
    expect(messages.get('missing')).toMatch(
      /^the MCP server "missing" could not be started: the command "\/nowhere\/server" was not found/,
    );
    expect(messages.get('broken')).toContain('no config');
    expect(tools.every(({ name }) => name.startsWith('mcp__good__'))).toBe(true);
  });

  it.runIf(canLook)('leaves nothing behind when it is closed, however stubborn', async () => {
    const { mark, env } = newMark();
    const before = holdings();
    const { call, close } = await connect({
      my: { command: node, args: [server], env },
      stubborn: { command: 'sh', args: ['-c', `"${node}" "${server}" stubborn; true`], env },
    });
    expect((await call('mcp__my__leave')).content).toBe('left');
    expect(processesWith(mark).length).toBeGreaterThan(3);
    await close();
    await expectNothingLeft(mark, before);
    expect(await call('mcp__my__echo', { text: 'x' })).toMatchObject({ isError: true });
  });

  it.runIf(canLook).each(['SIGTERM', 'SIGKILL'] as const)(
    'does not outlive a host that gets %s, however stubborn',
    async (signal) => {
      const { mark, env } = newMark();
      const spec = { file: node, args: [server, 'stubborn'], cwd: '/', env };
      const script = `
        import { McpProcess } from './src/mcp/server-process.js';
        const transport = new McpProcess(${JSON.stringify(spec)}, { ReadBuffer: class {} });
        await transport.start();
        console.log('ready');`;
      const host = spawn(node, ['--input-type=module', '-e', script], {
        cwd: compiled(),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void host.kill('SIGKILL'));
      await once(host.stdout, 'data');
      await expect.poll(() => processesWith(mark).length).toBeGreaterThan(0);
      host.kill(signal);
      await expect.poll(() => processesWith(mark)).toEqual([]);
    },
  );
});

describe('an MCP server that floods', () => {
  /** Runs a host of its own, which tells what the call came to and the most memory that it used. */
  async function callIn(mode: string): Promise<{ result: ToolResult; mebibytes: number }> {
    const config = { command: node, args: [join(fixtures, 'flooding.mjs'), mode] };
    const script = `
      import { connectMcpServers } from './dist/agent.js';
      const servers = await connectMcpServers({ my: ${JSON.stringify(config)} }, { callTimeoutMs: 60_000 });
      const result = await servers.tools[0].run({}, { signal: new AbortController().signal });
      await servers.close();
      console.log(JSON.stringify({ result, mebibytes: process.resourceUsage().maxRSS / 1024 }));`;
    const host = spawn(node, ['--input-type=module', '-e', script], {
      cwd: projectFolder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void host.kill('SIGKILL'));
    return JSON.parse(await text(host.stdout));
  }

  it.each([
    ['line', 'it sent a message of more than 10 MiB'],
    ['junk', 'it sent more than 20000 messages within a minute'],
    ['requests', 'it does not read what it is sent'],
    ['progress', 'it sent more than 20000 messages within a minute'],
    ['notes', 'it sent more than 64 MiB within a minute'],
  ])('with %s is ended, and takes little of the host', async (mode, why) => {
    const { result, mebibytes } = await callIn(mode);
    expect(result).toMatchObject({ isError: true, content: `the MCP server "my" was ended: ${why}` });
    expect(mebibytes).toBeLessThan(500);
  });

  it('over HTTP is closed', async () => {
    const child = spawn(node, [join(fixtures, 'flooding.mjs'), 'http'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const { call } = await connect({ my: { url: String(line).trim() } });
    expect(await call('mcp__my__flood')).toMatchObject({
      isError: true,
      content: 'the MCP server "my" was closed: it sent a message of more than 10 MiB',
    });
  });
});

it('a configuration that makes no sense is an error', async () => {
  await expect(connectMcpServers({ my: {} as McpServerConfig })).rejects.toThrow(
    'the MCP server "my" needs either a command or a url',
  );
  await expect(connectMcpServers({ my: { url: 'ftp://x' } })).rejects.toMatchObject({
    code: 'option-invalid',
  });
  expect((await connectMcpServers({})).tools).toEqual([]);
});
