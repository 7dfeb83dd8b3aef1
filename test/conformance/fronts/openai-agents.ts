import { Agent, type AgentInputItem, type ModelRequest, Runner, tool, Usage } from '@openai/agents-core';
import { guardAgent } from '../../../src/entries/openai-agents.ts';
import type { Front, FrontScript, Request, Seen } from './front.ts';

export const openaiAgents: Front = { name: 'OpenAI Agents', cannot: {}, drive };

async function drive(script: FrontScript): Promise<Seen> {
  const ran: unknown[] = [];
  const requests: Request[] = [];
  const { hooks, agent: name = 'main', approver, approve } = script;
  const run = tool({
    name: 'run',
    description: 'Runs a command.',
    parameters: {
      type: 'object',
      properties: { command: { type: 'string' } },
      required: ['command'],
      additionalProperties: false,
    },
    execute: async (input) => {
      const { command } = input as { command: string };
      ran.push(command);
      return `ran ${command}`;
    },
  });
  const left = [...script.commands];
  const model = {
    async getResponse(request: ModelRequest) {
      requests.push(requestOf(request));
      const command = left.shift();
      const output =
        command === undefined
          ? {
              type: 'message' as const,
              role: 'assistant' as const,
              status: 'completed' as const,
              content: [{ type: 'output_text' as const, text: 'Done.' }],
            }
          : {
              type: 'function_call' as const,
              callId: `call-${requests.length}`,
              name: 'run',
              arguments: JSON.stringify({ command }),
            };
      return { usage: new Usage(), output: [output] };
    },
    getStreamedResponse(): never {
      throw new Error('not streamed here');
    },
  };
  const policy = { hooks, ...(approver && { approver }) };
  const agent = guardAgent(new Agent({ name, instructions: 'Be brief.', model, tools: [run] }), policy);
  const runner = new Runner({ tracingDisabled: true });
  let result = await runner.run(agent, 'Go.');
  while (result.interruptions.length > 0 && approve !== undefined) {
    for (const item of result.interruptions) {
      const { command } = JSON.parse(item.arguments ?? '{}') as { command?: string };
      if (approve(command)) result.state.approve(item);
      else result.state.reject(item);
    }
    result = await runner.run(agent, result.state);
  }
  return { ran, requests };
}

function requestOf({ systemInstructions = '', input }: ModelRequest): Request {
  const items: readonly AgentInputItem[] =
    typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const texts = (isWanted: (item: AgentInputItem) => boolean): readonly string[] =>
    items.filter(isWanted).map((item) => JSON.stringify(item));
  return {
    system: systemInstructions,
    user: texts((item) => 'role' in item && item.role === 'user'),
    results: texts(({ type }) => type === 'function_call_result'),
  };
}
