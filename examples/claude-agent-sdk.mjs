// Hooks around an agent of the Claude Agent SDK. `npm run test:agents` runs it without a network, with a scripted model.
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { deny, Hooks, modify } from 'hookline';
import { guardOptions } from 'hookline/claude-agent-sdk';
import { z } from 'zod';

const hooks = new Hooks();
hooks.on('PreToolUse', { name: 'no-rm', guard: true }, ({ tool_input }) =>
  String(tool_input['command']).startsWith('rm ') ? deny('destructive command') : undefined,
);
hooks.on('PostToolUse', { name: 'redact', guard: true }, ({ tool_response }) =>
  modify(JSON.parse(JSON.stringify(tool_response).replace(/secret-\d+/g, '[redacted]'))),
);

const shell = tool('shell', 'Runs a command.', { command: z.string() }, async ({ command }) => ({
  content: [{ type: 'text', text: `${command}: secret-123` }],
}));
const options = {
  mcpServers: { own: createSdkMcpServer({ name: 'own', tools: [shell] }) },
  allowedTools: ['mcp__own__shell'],
};

/** @type {string[]} */
const results = [];
for await (const message of query({ prompt: 'Clean up.', options: guardOptions(options, hooks) })) {
  if (message.type === 'user') results.push(JSON.stringify(message.message.content));
}
console.log(/hook error: (.*?)"/.exec(results[0] ?? '')?.[1]); // destructive command
console.log(/"text":"(.*?)"/.exec(results[1] ?? '')?.[1]); // cat token: [redacted]
