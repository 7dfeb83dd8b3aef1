// Hooks around a LangChain agent, offline: the model is scripted.
import { deny, Hooks, modify } from 'hookline';
import { hooklineMiddleware } from 'hookline/langchain';
import { AIMessage, createAgent, fakeModel, tool } from 'langchain';
import { z } from 'zod';

/** @param {string} id @param {string} command */
const call = (id, command) =>
  new AIMessage({ content: '', tool_calls: [{ id, name: 'shell', args: { command }, type: 'tool_call' }] });
const model = fakeModel()
  .respond(call('1', 'rm -rf /'))
  .respond(call('2', 'cat token'))
  .respond(new AIMessage('Done.'));

const hooks = new Hooks();
hooks.on('PreToolUse', { name: 'no-rm', guard: true }, ({ tool_input }) =>
  String(tool_input['command']).startsWith('rm ') ? deny('destructive command') : undefined,
);
hooks.on('PostToolUse', { name: 'redact', guard: true }, ({ tool_response }) =>
  modify(String(tool_response).replace(/secret-\d+/g, '[redacted]')),
);

const shell = tool(({ command }) => `${command}: secret-123`, {
  name: 'shell',
  description: 'Runs a command.',
  schema: z.object({ command: z.string() }),
});
const agent = createAgent({ model, tools: [shell], middleware: [hooklineMiddleware(hooks)] });

const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Clean up.' }] });
const [denied, redacted] = messages.filter((message) => message.getType() === 'tool');
console.log(denied?.text); // Denied by the PreToolUse hook "no-rm": destructive command
console.log(redacted?.text); // cat token: [redacted]
console.log(messages.at(-1)?.text); // Done.
