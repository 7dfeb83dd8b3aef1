// Hooks around an agent of the OpenAI Agents SDK, offline: the model is scripted.
import { Agent, Runner, tool, Usage } from '@openai/agents-core';
import { deny, Hooks, modify } from 'hookline';
import { guardAgent } from 'hookline/openai-agents';
import { z } from 'zod';

/** @param {string} callId @param {string} command */
const call = (callId, command) => ({
  type: 'function_call',
  callId,
  name: 'shell',
  arguments: JSON.stringify({ command }),
});
const said = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Done.' }],
};
/** @type {any[]} */
const turns = [call('1', 'rm -rf /'), call('2', 'cat token'), said];
/** @type {any} */
const model = { getResponse: async () => ({ usage: new Usage(), output: [turns.shift()] }) };

const hooks = new Hooks();
hooks.on('PreToolUse', { name: 'no-rm', guard: true }, ({ tool_input }) =>
  String(tool_input['command']).startsWith('rm ') ? deny('destructive command') : undefined,
);
hooks.on('PostToolUse', { name: 'redact', guard: true }, ({ tool_response }) =>
  modify(String(tool_response).replace(/secret-\d+/g, '[redacted]')),
);

const shell = tool({
  name: 'shell',
  description: 'Runs a command.',
  parameters: z.object({ command: z.string() }),
  execute: async ({ command }) => `${command}: secret-123`,
});
const agent = guardAgent(
  new Agent({ name: 'cleaner', instructions: 'Clean up.', model, tools: [shell] }),
  hooks,
);

const result = await new Runner({ tracingDisabled: true }).run(agent, 'Go.');
const outputs = result.newItems.flatMap((item) =>
  item.type === 'tool_call_output_item' ? [item.output] : [],
);
console.log(outputs[0]); // Denied by the PreToolUse hook "no-rm": destructive command
console.log(outputs[1]); // cat token: [redacted]
console.log(result.finalOutput); // Done.
