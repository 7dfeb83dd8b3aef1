// Hooks in your own MCP server: a client calls it in the same process.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { deny, Hooks, modify } from 'hookline';
import { guardServer } from 'hookline/mcp-server';
import { z } from 'zod';

const hooks = new Hooks();
hooks.on('PreToolUse', { name: 'no-rm', matcher: 'mcp__own__shell', guard: true }, ({ tool_input }) =>
  String(tool_input['command']).startsWith('rm ') ? deny('destructive command') : undefined,
);
hooks.on('PostToolUse', { name: 'redact', guard: true }, ({ tool_response }) =>
  modify(JSON.parse(JSON.stringify(tool_response).replace(/secret-\d+/g, '[redacted]'))),
);

const server = guardServer(new McpServer({ name: 'own', version: '1.0.0' }), hooks);
server.registerTool('shell', { inputSchema: z.object({ command: z.string() }) }, ({ command }) => ({
  content: [{ type: 'text', text: `${command}: secret-123` }],
}));

const client = new Client({ name: 'agent', version: '1.0.0' });
const [one, other] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(other), client.connect(one)]);
/** @param {string} command */
async function call(command) {
  const { content } = await client.callTool({ name: 'shell', arguments: { command } });
  return content[0]?.type === 'text' ? content[0].text : '';
}
console.log(await call('rm -rf /')); // Denied by the PreToolUse hook "no-rm": destructive command
console.log(await call('cat token')); // cat token: [redacted]
await client.close();
