import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import { guardTools, hooklineProcessor } from '../../../src/entries/mastra.ts';
import { answerOf, requestOf } from './ai-sdk.ts';
import type { Front, FrontScript, Request, Seen } from './front.ts';

/** What is used of it here. It isn't among the dependencies: it takes 200 MB. */
interface Core {
  readonly agent: { readonly Agent: new (options: object) => object };
  readonly core: { readonly Mastra: new (options: object) => { getAgent(name: string): RunningAgent } };
  readonly storage: { readonly InMemoryStore: new () => object };
  readonly tools: { createTool(options: object): object };
}

interface Result {
  readonly finishReason: string;
  readonly runId: string;
  readonly suspendPayload?: { readonly toolCallId: string; readonly args: { readonly command: string } };
}

interface RunningAgent {
  generate(prompt: string): Promise<Result>;
  approveToolCallGenerate(call: object): Promise<Result>;
  declineToolCallGenerate(call: object): Promise<Result>;
}

/** `folder`: where `@mastra/core` is installed. */
export function mastra(folder: string): Front {
  const load = createRequire(join(folder, 'package.json'));
  const core: Core = {
    agent: load('@mastra/core/agent'),
    core: load('@mastra/core'),
    storage: load('@mastra/core/storage'),
    tools: load('@mastra/core/tools'),
  };
  return { name: 'Mastra', cannot: {}, drive: (script) => drive(core, script) };
}

async function drive({ agent, core, storage, tools }: Core, script: FrontScript): Promise<Seen> {
  const ran: unknown[] = [];
  const requests: Request[] = [];
  const { hooks, agent: name, approver, approve } = script;
  const policy = { hooks, ...(name && { agent: name }), ...(approver && { approver }) };
  const run = tools.createTool({
    id: 'run',
    description: 'Runs a command.',
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }: { command: string }) => {
      ran.push(command);
      return `ran ${command}`;
    },
  });
  const left = [...script.commands];
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      requests.push(requestOf(prompt));
      return answerOf(left.shift(), `call-${requests.length}`);
    },
  });
  const processor = hooklineProcessor(policy);
  const writer = new agent.Agent({
    id: 'writer',
    name: 'writer',
    instructions: 'Be brief.',
    model,
    tools: guardTools({ run }, policy),
    inputProcessors: [processor],
    outputProcessors: [processor],
    maxProcessorRetries: 8,
  });
  const options = { agents: { writer }, storage: new storage.InMemoryStore(), logger: false };
  const running = new core.Mastra(options).getAgent('writer');
  let result = await running.generate('Go.');
  while (result.finishReason === 'suspended' && approve !== undefined) {
    const { runId, suspendPayload } = result;
    const call = { runId, toolCallId: suspendPayload?.toolCallId };
    result = approve(suspendPayload?.args.command)
      ? await running.approveToolCallGenerate(call)
      : await running.declineToolCallGenerate(call);
  }
  return { ran, requests };
}
