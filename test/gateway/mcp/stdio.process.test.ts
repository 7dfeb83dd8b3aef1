import { describe, expect, it } from 'vitest';
import { canLook, processesWith } from '../../support/processes/leftovers.ts';
import { type McpClient, McpWorld, textIn } from './world.ts';

const secret = `ghp_${'a1B2'.repeat(9)}`;

const policy = `
permissions:
  deny: ["mcp__t__forbidden", "mcp__t__resources_read", "mcp__t__prompts_get", "mcp__t__tasks_get", "mcp__t__sampling_createMessage", "mcp__t__roots_list", "mcp__t__elicitation_create"]
  ask: ["mcp__t__risky"]
hooks:
  PreToolUse:
    - { name: rewrite, matcher: mcp__t__rewritten, type: command, handler: "echo '{\\"updated_input\\": {\\"a\\": 2}}'" }
    - { name: context, matcher: mcp__t__echo, type: command, handler: "echo '{\\"inject\\": {\\"content\\": \\"be brief\\"}}'" }
    - { name: slow, matcher: mcp__t__slow, type: command, handler: "sleep 1" }
    - { name: broken, matcher: mcp__t__broken, type: command, handler: ./missing.sh, guard: true }
  PostToolUse:
    - { name: text, matcher: mcp__t__textual, type: command, handler: "echo '{\\"updated_output\\": \\"other\\"}'" }
    - { name: secrets, type: builtin, handler: secrets }
  PostToolUseFailure:
    - { name: secrets-in-errors, type: builtin, handler: secrets }
`;

describe('a stdio server behind the proxy', () => {
  it('gets what the policy allows, as it was sent, and its client gets its answers as they came', async () => {
    const client = await new McpWorld(policy).start();
    const line =
      '{ "jsonrpc": "2.0","id":"a", "method":"tools/call", "params":{"name":"numbers","_meta":{"x":1.0}} }';
    client.send({ id: 0, method: 'custom/method', params: { odd: [1] } });
    expect((await client.answerTo(0)).result?.['line']).toBe(
      '{"jsonrpc":"2.0","id":0,"method":"custom/method","params":{"odd":[1]}}',
    );
    client.write(line.replace('"a"', '5'));
    await client.answerTo(5);
    expect(client.lines.at(-1)).toBe(
      '{"jsonrpc":"2.0","id":5,"result":{"content":[],"_meta":{"n":12345678901234567890}}}',
    );
    expect(await client.close()).toMatchObject({ code: 0, stderr: 'hello from the server\n' });
  });

  it('refuses a call with a result that is an error and has the reason', async () => {
    const client = await new McpWorld(policy).start();
    const denied = await client.call('forbidden');
    expect(denied.result?.['isError']).toBe(true);
    expect(textIn(denied)).toContain('the rule mcp__t__forbidden denies it');
    const asked = await client.call('risky');
    expect(textIn(asked)).toMatch(/asks for approval[\s\S]*hookline allow \w+/);
    expect(textIn(await client.call('broken'))).toContain('missing.sh');
    const others = {
      'resources/read': { uri: 'file:///x' },
      'prompts/get': { name: 'x' },
      'tasks/get': { taskId: 'x' },
    };
    for (const [method, params] of Object.entries(others))
      expect((await client.request(method, params)).error?.message).toContain('denies it');
    await client.close();
  });

  it('changes input, results and errors, and adds what hooks tell the model', async () => {
    const client = await new McpWorld(policy).start();
    expect(textIn(await client.call('echo', { a: 1 }))).toBe('{"a":1}\nbe brief');
    expect((await client.call('rewritten', { a: 1 })).result?.['line']).toContain('"arguments":{"a":2}');
    const { result } = await client.call('secret');
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(result?.['structuredContent']).toEqual({ token: '[redacted: a GitHub token]', n: 1 });
    expect((await client.call('textual')).result).toEqual({
      content: [{ type: 'text', text: 'other' }],
      isError: true,
    });
    const failed = await client.call('fail');
    expect(JSON.stringify(failed)).not.toContain(secret);
    await client.close();
  });

  it.each([
    ['sample', 'sampling/createMessage'],
    ['roots', 'roots/list'],
    ['password', 'elicitation/create'],
  ])('answers a request of the server itself where the policy denies it: %s', async (name, request) => {
    const client = await new McpWorld(policy).start();
    client.send({ id: 1, method: 'tools/call', params: { name } });
    const { params } = await client.message(({ method }) => method === 'notifications/message');
    expect(JSON.stringify(params)).toContain('denies it');
    expect(client.received.some(({ method }) => method === request)).toBe(false);
    await client.close();
  });

  it('passes no answer that the client did not ask for, and none that two readers could read in two ways', async () => {
    const client = await new McpWorld(policy).start();
    expect(textIn(await client.call('twice'))).toBe('one');
    expect(textIn(await client.call('garbage'))).toBe('{}');
    client.send({ id: 8, method: 'tools/call', params: { name: 'doubled' } });
    client.write(
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"forbidden","name":"echo"}}',
    );
    expect((await client.answerTo(null)).error?.message).toContain('the key "name" is there twice');
    const deep = await client.call('deep');
    expect(deep.result?.['isError']).toBe(true);
    const { stderr } = await client.close();
    expect(client.lines.join('\n')).not.toContain(secret);
    expect(stderr).toContain('dropped an answer of the server to no open request');
    expect(stderr).toContain("dropped a line of the server, since it isn't JSON");
  });

  it('cancels a call that is being judged before the server sees it', async () => {
    const client = await new McpWorld(policy).start();
    client.send({ id: 1, method: 'tools/call', params: { name: 'slow' } });
    client.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    client.send({ id: 2, method: 'tools/call', params: { name: 'slow' } });
    await client.answerTo(2);
    await client.close();
    expect(client.lines).toHaveLength(1);
  });
});

it('tells the server of a cancelled call at once, ahead of calls that are being judged', async () => {
  const client = await new McpWorld(policy).start();
  client.send({ id: 'hung', method: 'tools/call', params: { name: 'hang' } });
  await client.call('echo');
  client.send({ id: 'later', method: 'tools/call', params: { name: 'slow' } });
  client.send({ method: 'notifications/cancelled', params: { requestId: 'hung' } });
  const { params } = await client.message(({ method }) => method === 'notifications/message');
  expect(params?.['data']).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: 'hung' },
  });
  expect(client.received.some(({ id }) => id === 'later')).toBe(false);
  await client.answerTo('later');
  await client.close();
});

describe('the end of a server behind the proxy', () => {
  it('passes its exit code on', async () => {
    const client = await new McpWorld(policy, { EXIT: '7' }).start();
    await client.request('ping');
    expect((await client.close()).code).toBe(7);
  });

  it('answers what is open, where the server dies', async () => {
    const client = await new McpWorld(policy).start();
    client.send({ id: 'x', method: 'tools/call', params: { name: 'hang' } });
    expect((await client.call('crash')).error?.message).toBe('the MCP server "t" ended with exit code 7');
    expect((await client.answerTo('x')).error?.message).toContain('exit code 7');
    expect((await client.ended).code).toBe(7);
  });

  it('ends a server that sends too much in one message, and says so', async () => {
    const client = await new McpWorld(policy).start();
    expect((await client.call('oversize')).error?.message).toContain('longer than 10 MiB');
    const { code, stderr } = await client.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('ended the server: a message is longer than 10 MiB');
  });

  it('says what is wrong with a command that is not there', async () => {
    const client = await new McpWorld(policy).start(['--', 'no-such-server']);
    expect(await client.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'the MCP server cannot be started: the program "no-such-server" was not found',
      ),
    });
  });

  const ends: Readonly<Record<string, (client: McpClient) => void>> = {
    'its client closes': (client) => void client.close(),
    'the proxy is told to end': (client) => client.kill('SIGTERM'),
    'the proxy is killed': (client) => client.kill('SIGKILL'),
  };

  it.runIf(canLook).each(Object.entries(ends))('leaves no process where %s', async (_, end) => {
    const mark = `mcp-${process.pid}-${Math.random()}`;
    const client = await new McpWorld(policy, { STAYS: '1', HOOKLINE_TEST_MARK: mark }).start();
    await client.call('leave');
    expect(processesWith(mark).length).toBeGreaterThan(2);
    end(client);
    await expect.poll(() => processesWith(mark), { timeout: 20_000 }).toEqual([]);
  });
});
