import { Command, MemorySaver } from '@langchain/langgraph';
import { AIMessage, type BaseMessage, createAgent, fakeModel, type HITLRequest, tool } from 'langchain';
import { z } from 'zod';
import { hooklineMiddleware } from '../../../src/entries/langchain.ts';
import type { Front, FrontScript, Request, Seen } from './front.ts';

export const langchain: Front = { name: 'LangChain', cannot: {}, drive };

async function drive(script: FrontScript): Promise<Seen> {
  const ran: unknown[] = [];
  const { hooks, agent: name, approver, approve } = script;
  const run = tool(
    ({ command }) => {
      ran.push(command);
      return `ran ${command}`;
    },
    { name: 'run', description: 'Runs a command.', schema: z.object({ command: z.string() }) },
  );
  const requests: Request[] = [];
  const left = [...script.commands];
  const model = fakeModel();
  for (let turn = 1; turn <= 12; turn += 1) {
    model.respond((messages: BaseMessage[]) => {
      requests.push(requestOf(messages));
      const command = left.shift();
      if (command === undefined) return new AIMessage('Done.');
      return new AIMessage({
        content: '',
        tool_calls: [{ id: `call-${requests.length}`, name: 'run', args: { command }, type: 'tool_call' }],
      });
    });
  }
  const policy = { hooks, ...(name && { agent: name }), ...(approver && { approver }) };
  const agent = createAgent({
    model,
    tools: [run],
    systemPrompt: 'Be brief.',
    middleware: [hooklineMiddleware(policy)],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: '1' } };
  let result = await agent.invoke({ messages: [{ role: 'user', content: 'Go.' }] }, config);
  for (;;) {
    const [question] = result.__interrupt__ ?? [];
    if (question === undefined || approve === undefined) return { ran, requests };
    const { actionRequests } = question.value as HITLRequest;
    const decisions = actionRequests.map(({ args }) => ({
      type: approve(args['command']) ? 'approve' : 'reject',
    }));
    result = await agent.invoke(new Command({ resume: { decisions } }), config);
  }
}

function requestOf(messages: readonly BaseMessage[]): Request {
  const texts = (type: string): readonly string[] =>
    messages.filter((message) => message.getType() === type).map(({ text }) => text);
  return { system: texts('system').join('\n'), user: texts('human'), results: texts('tool') };
}
