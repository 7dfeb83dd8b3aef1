import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { guardServer } from '../../../src/entries/mcp-server.ts';
import type { Front, FrontScript, Request, Seen } from './front.ts';

export const mcpServer: Front = {
  name: 'MCP server',
  cannot: {
    'context in three places': 'A server has one place: the result. All context goes there.',
    'stop-resume': 'A server does not see when a turn ends.',
    halt: "A server can't end a turn. It refuses every later call instead.",
  },
  drive,
};

async function drive(script: FrontScript): Promise<Seen> {
  const ran: unknown[] = [];
  const { hooks, agent, approver, approve, commands } = script;
  const policy = { hooks, ...(agent && { agent }), ...(approver && { approver }) };
  const server = guardServer(new McpServer({ name: 'own', version: '1.0.0' }), policy);
  const inputSchema = z.object({ command: z.string() });
  server.registerTool('run', { description: 'Runs a command.', inputSchema }, ({ command }) => {
    ran.push(command);
    return { content: [{ type: 'text', text: `ran ${command}` }] };
  });
  const capabilities = approve === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: 'agent', version: '1.0.0' }, { capabilities });
  if (approve !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const shown = /"command": ?"(.*?)"/.exec(params.message)?.[1];
      return approve(shown) ? { action: 'accept', content: { allow: true } } : { action: 'decline' };
    });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(other), client.connect(one)]);
  const requests: Request[] = [{ system: '', user: ['Go.'], results: [] }];
  const results: string[] = [];
  for (const command of commands) {
    const result = await client
      .callTool({ name: 'run', arguments: { command } })
      .catch(({ message }: Error) => ({ content: [{ type: 'text', text: message }] }));
    results.push(JSON.stringify(result.content));
    requests.push({ system: '', user: ['Go.'], results: [...results] });
  }
  await client.close();
  return { ran, requests };
}
