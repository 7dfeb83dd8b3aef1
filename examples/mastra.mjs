// @ts-nocheck: Mastra isn't installed with the other frameworks. `npm run test:agents` runs this file.
// Hooks around a Mastra agent, offline: the model is scripted.
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV3 } from 'ai/test';
import { deny, Hooks, modify } from 'hookline';
import { guardTools, hooklineProcessor } from 'hookline/mastra';
import { z } from 'zod';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const answer = (content, unified) => ({ content: [content], finishReason: { unified }, usage, warnings: [] });
const call = (toolCallId, command) =>
  answer(
    { type: 'tool-call', toolCallId, toolName: 'shell', input: JSON.stringify({ command }) },
    'tool-calls',
  );
const turns = [
  call('1', 'rm -rf /'),
  call('2', 'cat token'),
  answer({ type: 'text', text: 'Done.' }, 'stop'),
];
const model = new MockLanguageModelV3({ doGenerate: async () => turns.shift() });

const hooks = new Hooks();
hooks.on('PreToolUse', { name: 'no-rm', guard: true }, ({ tool_input }) =>
  String(tool_input['command']).startsWith('rm ') ? deny('destructive command') : undefined,
);
hooks.on('PostToolUse', { name: 'redact', guard: true }, ({ tool_response }) =>
  modify(String(tool_response).replace(/secret-\d+/g, '[redacted]')),
);

const shell = createTool({
  id: 'shell',
  description: 'Runs a command.',
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => `${command}: secret-123`,
});
const processor = hooklineProcessor(hooks);
const agent = new Agent({
  id: 'cleaner',
  name: 'cleaner',
  instructions: 'Clean up.',
  model,
  tools: guardTools({ shell }, hooks),
  inputProcessors: [processor],
  outputProcessors: [processor],
  maxProcessorRetries: 8,
});

const { text } = await agent.generate('Go.');
const { prompt } = model.doGenerateCalls.at(-1);
const [denied, redacted] = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
console.log(denied.output.value); // Denied by the PreToolUse hook "no-rm": destructive command
console.log(redacted.output.value); // cat token: [redacted]
console.log(text); // Done.
