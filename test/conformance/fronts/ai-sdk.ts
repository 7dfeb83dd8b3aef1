import * as six from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as seven from 'ai-7';
import { guardTools, hooklineMiddleware } from '../../../src/entries/ai-sdk.ts';
import type { Front, FrontScript, Request, Seen } from './front.ts';

// Version 7 takes what is written for version 6. Its types differ in details.
export const aiSdk: readonly Front[] = [
  { name: 'AI SDK 6', cannot: {}, drive: (script) => drive(six, script) },
  { name: 'AI SDK 7', cannot: {}, drive: (script) => drive(seven as unknown as typeof six, script) },
];

async function drive(sdk: typeof six, script: FrontScript): Promise<Seen> {
  const { generateText, jsonSchema, stepCountIs, tool, wrapLanguageModel } = sdk;
  const ran: unknown[] = [];
  const requests: Request[] = [];
  const { hooks, agent, approver, approve } = script;
  const policy = { hooks, ...(agent && { agent }), ...(approver && { approver }) };
  const run = tool({
    inputSchema: jsonSchema<{ command: string }>({
      type: 'object',
      properties: { command: { type: 'string' } },
    }),
    execute: async ({ command }) => {
      ran.push(command);
      return `ran ${command}`;
    },
  });
  const left = [...script.commands];
  const scripted = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      requests.push(requestOf(prompt));
      return answerOf(left.shift(), `call-${requests.length}`);
    },
  });
  const model = wrapLanguageModel({ model: scripted, middleware: hooklineMiddleware(policy) });
  const messages: six.ModelMessage[] = [{ role: 'user', content: 'Go.' }];
  for (;;) {
    const result = await generateText({
      model,
      messages,
      tools: guardTools({ run }, policy),
      stopWhen: stepCountIs(10),
    });
    const questions = result.content.filter((part) => part.type === 'tool-approval-request');
    if (questions.length === 0 || approve === undefined) return { ran, requests };
    messages.push(...result.response.messages, {
      role: 'tool',
      content: questions.map(({ approvalId, toolCall }) => ({
        type: 'tool-approval-response' as const,
        approvalId,
        approved: approve((toolCall.input as { command: string }).command),
      })),
    });
  }
}

/** What the model answers: this call, or that it is done. */
export function answerOf(command: string | undefined, toolCallId: string) {
  const input = JSON.stringify({ command });
  const isDone = command === undefined;
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  return {
    content: [
      isDone
        ? { type: 'text' as const, text: 'Done.' }
        : { type: 'tool-call' as const, toolCallId, toolName: 'run', input },
    ],
    finishReason: { unified: isDone ? ('stop' as const) : ('tool-calls' as const), raw: undefined },
    usage: { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } },
    warnings: [],
  };
}

export function requestOf(prompt: readonly object[]): Request {
  const texts = (role: string): readonly string[] =>
    prompt.flatMap((message) => {
      const { role: its, content } = message as { role: string; content: unknown };
      return its === role ? [typeof content === 'string' ? content : JSON.stringify(content)] : [];
    });
  return { system: texts('system').join('\n'), user: texts('user'), results: texts('tool') };
}
