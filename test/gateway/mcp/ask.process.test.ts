import { describe, expect, it } from 'vitest';
import { type McpClient, McpWorld, type Received, type Sent, textIn } from './world.ts';

const policy = `
permissions:
  deny: ["mcp__t__forbidden"]
  ask: ["mcp__t__echo", "mcp__t__rounds"]
`;

const yes = { action: 'accept', content: { allow: true } };
const no = { action: 'accept', content: { allow: false } };

async function startLegacy(elicitation: Sent | null = {}): Promise<McpClient> {
  const client = await new McpWorld(policy).start();
  await client.request('initialize', { capabilities: { ...(elicitation && { elicitation }) } });
  return client;
}

const isQuestion = ({ method }: Received): boolean => method === 'elicitation/create';

describe('a question to the person of a client until 2025-11-25', () => {
  it('shows the call, and lets it pass after a yes', async () => {
    const client = await startLegacy();
    client.send({ id: 9, method: 'tools/call', params: { name: 'echo', arguments: { a: 'x' } } });
    const { id, params } = await client.message(isQuestion);
    expect(params?.['message']).toContain('the rule mcp__t__echo asks for approval');
    expect(params?.['message']).toContain('a: x');
    client.send({ id, result: yes });
    expect(textIn(await client.answerTo(9))).toBe('{"a":"x"}');
    await client.close();
  });

  it.each([
    ['a no', { result: no }],
    ['no answer', { result: { action: 'cancel' } }],
    ['an error', { error: { code: -32600, message: 'what?' } }],
  ])('refuses the call after %s', async (_, answer) => {
    const client = await startLegacy({ form: {} });
    client.send({ id: 9, method: 'tools/call', params: { name: 'echo' } });
    const { id } = await client.message(isQuestion);
    client.send({ id, ...answer });
    const answered = await client.answerTo(9);
    expect(answered.result?.['isError']).toBe(true);
    expect(textIn(answered)).toContain('did not allow');
    await client.close();
  });

  it('is taken back where the call is cancelled', async () => {
    const client = await startLegacy();
    client.send({ id: 9, method: 'tools/call', params: { name: 'echo' } });
    const { id } = await client.message(isQuestion);
    client.send({ method: 'notifications/cancelled', params: { requestId: 9 } });
    const { params } = await client.message(({ method }) => method === 'notifications/cancelled');
    expect(params).toEqual({ requestId: id });
    await client.close();
  });

  it.each([null, { url: {} }])('is none for a client with the elicitation %j', async (elicitation) => {
    const client = await startLegacy(elicitation);
    expect(textIn(await client.call('echo'))).toContain('hookline allow');
    expect(client.received.some(isQuestion)).toBe(false);
    await client.close();
  });

  it('comes before a server asks for a secret', async () => {
    const client = await startLegacy();
    client.send({ id: 9, method: 'tools/call', params: { name: 'password' } });
    const { id, params } = await client.message(isQuestion);
    expect(params?.['message']).toContain('looks like a secret');
    client.send({ id, result: yes });
    const own = await client.message((one) => one.id === 'e1');
    expect(own.params?.['message']).toBe('Your password?');
    await client.close();
  });
});

const meta = (capabilities: Sent): Sent => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});
const asking = { _meta: meta({ elicitation: { form: {} } }) };
const approval = (answer: Sent): Sent => ({ inputResponses: { 'hookline-approval': answer } });

describe('a question to the person of a client since 2026-07-28', () => {
  it('is a round of the call, and a yes counts for its arguments, once', async () => {
    const client = await new McpWorld(policy).start();
    const { result = {} } = await client.call('echo', { a: 1 }, asking);
    expect(result['resultType']).toBe('input_required');
    expect(JSON.stringify(result['inputRequests'])).toContain('asks for approval');
    const { requestState } = result;
    const again = { ...asking, ...approval(yes), requestState };
    const other = await client.call('echo', { a: 2 }, again);
    expect(other.result?.['resultType']).toBe('input_required');
    expect(textIn(await client.call('echo', { a: 1 }, again))).toContain('changed or used before');
    const { requestState: fresh } = other.result ?? {};
    expect(
      textIn(await client.call('echo', { a: 2 }, { ...asking, ...approval(yes), requestState: fresh })),
    ).toBe('{"a":2}');
    await client.close();
  });

  it('refuses after a no, and what it did not seal', async () => {
    const client = await new McpWorld(policy).start();
    const { result = {} } = await client.call('echo', {}, asking);
    const state = String(result['requestState']);
    const refused = await client.call('echo', {}, { ...asking, ...approval(no), requestState: state });
    expect(refused.result).toMatchObject({ resultType: 'complete', isError: true });
    for (const requestState of [`${state}x`, 'hookline.e30.x', state])
      expect(textIn(await client.call('echo', {}, { ...asking, ...approval(yes), requestState }))).toContain(
        'changed or used before',
      );
    expect(textIn(await client.call('echo', {}, { ...asking, ...approval(yes) }))).toBe('');
    await client.close();
  });

  it('keeps the approval for the later rounds of the server, which gets its own state back', async () => {
    const client = await new McpWorld(policy).start();
    const { result: asked = {} } = await client.call('rounds', { a: 1 }, asking);
    const round = { ...asking, ...approval(yes), requestState: asked['requestState'] };
    const { result: own = {} } = await client.call('rounds', { a: 1 }, round);
    expect(own['inputRequests']).toHaveProperty('answer');
    const retry = {
      ...asking,
      inputResponses: { answer: { action: 'accept' } },
      requestState: own['requestState'],
    };
    expect(JSON.parse(textIn(await client.call('rounds', { a: 1 }, retry)))).toEqual({
      inputResponses: { answer: { action: 'accept' } },
      requestState: 'S1',
      input: { a: 1 },
    });
    const { result: changed = {} } = await client.call('rounds', { a: 1 }, retry);
    expect(changed['isError']).toBe(true);
    await client.close();
  });

  it('comes before a server asks for a secret', async () => {
    const client = await new McpWorld(policy).start();
    const refused = await client.call('password-rounds', {}, { _meta: meta({}) });
    expect(textIn(refused)).toContain('looks like a secret');
    const { result: asked = {} } = await client.call('password-rounds', {}, asking);
    expect(JSON.stringify(asked)).toContain('looks like a secret');
    const round = { ...asking, ...approval(yes), requestState: asked['requestState'] };
    const { result = {} } = await client.call('password-rounds', {}, round);
    expect(result).toMatchObject({ requestState: 'S1', resultType: 'input_required' });
    await client.close();
  });
});

it('a list of tools has none that the policy always denies, and is for this client alone', async () => {
  const client = await new McpWorld(policy).start();
  const { result } = await client.request('tools/list');
  expect(result).toEqual({
    tools: ['echo', 'secret'].map((name) => ({ name, inputSchema: { type: 'object' } })),
    ttlMs: 5,
    cacheScope: 'private',
  });
  await client.close();
});
