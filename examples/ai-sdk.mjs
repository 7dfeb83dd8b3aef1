// Hooks around the tools and the model of an AI SDK agent, offline: the model is scripted.
import { generateText, stepCountIs, tool, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { deny, Hooks, modify } from 'hookline';
import { guardTools, hooklineMiddleware } from 'hookline/ai-sdk';
import { z } from 'zod';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** @param {string} toolCallId @param {string} command */
const call = (toolCallId, command) => ({
  content: [{ type: 'tool-call', toolCallId, toolName: 'shell', input: JSON.stringify({ command }) }],
  finishReason: { unified: 'tool-calls', raw: undefined },
  usage,
  warnings: [],
});
const said = {
  content: [{ type: 'text', text: 'Done.' }],
  finishReason: { unified: 'stop', raw: undefined },
  usage,
  warnings: [],
};
/** @type {any[]} */
const turns = [call('1', 'rm -rf /'), call('2', 'cat token'), said];
const scripted = new MockLanguageModelV3({ doGenerate: async () => turns.shift() });

const hooks = new Hooks();
hooks.on('PreToolUse', { name: 'no-rm', guard: true }, ({ tool_input }) =>
  String(tool_input['command']).startsWith('rm ') ? deny('destructive command') : undefined,
);
hooks.on('PostToolUse', { name: 'redact', guard: true }, ({ tool_response }) =>
  modify(String(tool_response).replace(/secret-\d+/g, '[redacted]')),
);

const shell = tool({
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => `${command}: secret-123`,
});

const { steps } = await generateText({
  model: wrapLanguageModel({ model: scripted, middleware: hooklineMiddleware(hooks) }),
  prompt: 'Clean up.',
  tools: guardTools({ shell }, hooks),
  stopWhen: stepCountIs(5),
});

for (const part of steps.flatMap(({ content }) => content)) {
  if (part.type === 'tool-error') console.log(String(part.error)); // Error: Denied by the PreToolUse hook "no-rm": destructive command
  if (part.type === 'tool-result') console.log(part.output); // cat token: [redacted]
  if (part.type === 'text') console.log(part.text); // Done.
}
