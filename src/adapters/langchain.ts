import { Command, interrupt, isCommand, isGraphBubbleUp } from '@langchain/langgraph';
import {
  type AgentMiddleware,
  AIMessage,
  type BaseMessage,
  createMiddleware,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from 'langchain';
import { plainText } from '../agent/tool-call/tool-texts.ts';
import { type Fields, isObject } from '../engine/values/shapes.ts';
import { suppressedText } from '../protocols/wire-input.ts';
import { Guard, type GuardedCall, type Policy, type Ran } from './guard.ts';

interface ToolRequest {
  readonly toolCall: { readonly id?: string; readonly name: string; readonly args: Record<string, unknown> };
  readonly runtime: unknown;
}

interface ModelRequest {
  readonly messages: readonly BaseMessage[];
  readonly systemMessage?: SystemMessage;
  readonly runtime: unknown;
}

/**
 * Guards a LangChain agent. Put it last: then hooks see what really runs.
 *
 *     createAgent({ model, tools, middleware: [...others, hooklineMiddleware(hooks)] })
 */
export function hooklineMiddleware(policy: Policy): AgentMiddleware {
  const guard = Guard.of(policy);
  return createMiddleware({
    name: 'hookline',
    wrapToolCall: (request, handler) =>
      callTool(guard, request, (args) => handler({ ...request, toolCall: { ...request.toolCall, args } })),
    wrapModelCall: async (request, handler) => {
      const { refusal, messages, system, told } = await before(guard, request);
      if (refusal !== null)
        return new AIMessage({ content: refusal, response_metadata: { [mark]: 'refused' } });
      const given = request.systemMessage;
      const systemMessage = system === '' ? given : (given ?? new SystemMessage('')).concat(system);
      const answer = await handler({ ...request, messages: [...messages], systemMessage });
      told();
      const text = await guard.changedText(answer.text, { signal: signalOf(request.runtime) });
      return text === null ? answer : withText(answer, text);
    },
    afterModel: {
      canJumpTo: ['model'],
      hook: async ({ messages }, runtime) => {
        const said = messages.at(-1);
        if (!AIMessage.isInstance(said) || (said.tool_calls ?? []).length > 0) return;
        if (said.response_metadata[mark] === 'refused') return;
        const since = messages.slice(messages.findLastIndex((message) => isPrompt(message)) + 1);
        const resumes = since.filter((message) => HumanMessage.isInstance(message)).length;
        const reasons = await guard.resumeWith(resumes, { signal: signalOf(runtime) });
        if (reasons === null) return;
        const content = reasons.join('\n');
        return {
          messages: [new HumanMessage({ content, additional_kwargs: { [mark]: 'resumed' } })],
          jumpTo: 'model',
        };
      },
    },
  });
}

const mark = 'hookline';

function isPrompt(message: BaseMessage | undefined): message is HumanMessage {
  return HumanMessage.isInstance(message) && message.additional_kwargs[mark] !== 'resumed';
}

function signalOf(runtime: unknown): AbortSignal | undefined {
  const signal = isObject(runtime) ? runtime['signal'] : undefined;
  return signal instanceof AbortSignal ? signal : undefined;
}

type ToolResult = ToolMessage | Command;

async function callTool(
  guard: Guard,
  { toolCall: { id = '', name, args }, runtime }: ToolRequest,
  execute: (args: Record<string, unknown>) => ToolResult | Promise<ToolResult>,
): Promise<ToolResult> {
  const call: GuardedCall = { id, name, input: args };
  const options = { signal: signalOf(runtime) };
  const refuse = (content: string): ToolMessage =>
    new ToolMessage({ content, name, tool_call_id: id, status: 'error' });
  let isApproved = false;
  if (guard.asksInFramework) {
    const verdict = await guard.judge(call, options);
    if (verdict.verdict === 'ask') {
      const no = refusalIn(ask(call, verdict.reason));
      if (no !== null) return refuse(no);
      isApproved = true;
    }
  }
  let result: ToolResult | null = null;
  let interruption: unknown = null;
  const ran = await guard.run(
    call,
    async (final: Record<string, unknown>) => {
      try {
        result = await execute(final);
      } catch (problem) {
        if (!isGraphBubbleUp(problem)) throw problem;
        interruption = problem;
        return '';
      }
      const message = messageIn(result, id);
      if (message?.status === 'error') throw new Error(plainText(message.content));
      return message?.content ?? '';
    },
    { ...options, isApproved },
  );
  if (interruption !== null) throw interruption;
  if (result === null || (ran.error !== null && !ran.executed)) {
    if (ran.isThrown) throw ran.error;
    return refuse(ran.text);
  }
  return withOutput(result, ran, id) ?? refuse(ran.text);
}

/** The format of LangChain's human-in-the-loop middleware, so one page can ask for both. */
function ask({ name, input }: GuardedCall, description: string): unknown {
  return interrupt({
    actionRequests: [{ name, args: input, description }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'reject'] }],
  });
}

function refusalIn(answer: unknown): string | null {
  const decisions = isObject(answer) ? answer['decisions'] : undefined;
  const [decision] = Array.isArray(decisions) ? decisions : [];
  if (isObject(decision) && decision['type'] === 'approve') return null;
  const why = isObject(decision) && typeof decision['message'] === 'string' ? `: ${decision['message']}` : '';
  return `Permission denied by the user${why}`;
}

function messageIn(result: ToolResult, id: string): ToolMessage | null {
  if (!isCommand(result)) return result as ToolMessage;
  return messagesOf(result).find(
    (message) => ToolMessage.isInstance(message) && message.tool_call_id === id,
  ) as ToolMessage | null;
}

function messagesOf({ update }: Command): readonly unknown[] {
  const messages = isObject(update) ? update['messages'] : undefined;
  return Array.isArray(messages) ? messages : [];
}

/** Null where hooks changed a result that can't hold the change. */
function withOutput(result: ToolResult, ran: Ran, id: string): ToolResult | null {
  if (ran.isThrown || (ran.error === null && !ran.isChanged && ran.appended.length === 0)) return result;
  const message = messageIn(result, id);
  if (message === null || message === undefined) return null;
  const { name, status } = message;
  const changed = new ToolMessage({
    content: contentOf(ran),
    tool_call_id: id,
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status }),
    // It may hold what a hook hid.
    ...(!ran.isChanged && ran.error === null && { artifact: message.artifact as unknown }),
  });
  if (!isCommand(result)) return changed;
  const messages = messagesOf(result).map((one) => (one === message ? changed : one));
  const { graph, goto } = result;
  const update = { ...(result.update as Fields), messages };
  return new Command({ update, ...(graph !== undefined && { graph }), ...(goto !== undefined && { goto }) });
}

type Content = ToolMessage['content'];

function contentOf({ value, text, error, appended }: Ran): Content {
  if (error !== null || value === suppressedText || !Array.isArray(value)) return text;
  return [
    ...(value as Exclude<Content, string>),
    ...appended.map((added) => ({ type: 'text' as const, text: added })),
  ];
}

interface Before {
  readonly refusal: string | null;
  readonly messages: readonly BaseMessage[];
  readonly system: string;
  told(): void;
}

async function before(guard: Guard, { messages, runtime }: ModelRequest): Promise<Before> {
  const user = messages.findLastIndex((message) => isPrompt(message));
  const tail = messages.slice(messages.findLastIndex((message) => !ToolMessage.isInstance(message)) + 1);
  const turn = await guard.beforeModel(messages[user]?.text ?? '', {
    isNew: isPrompt(messages.at(-1)),
    calls: tail.map((message) => (message as ToolMessage).tool_call_id),
    signal: signalOf(runtime),
  });
  const changed = [...messages];
  const prompt = messages[user];
  if (turn.prompt !== null && isPrompt(prompt)) changed[user] = withText(prompt, turn.prompt);
  changed.push(...turn.messages.map((text) => new HumanMessage(text)));
  return { refusal: turn.refusal, messages: changed, system: turn.system.join('\n'), told: turn.told };
}

/** A copy would still hold the old text for serialization. */
function withText<Message extends HumanMessage | AIMessage>(message: Message, text: string): Message {
  const blocks = Array.isArray(message.content) ? message.content.filter(({ type }) => type !== 'text') : [];
  const content = blocks.length === 0 ? text : [{ type: 'text', text }, ...blocks];
  const { id, name, additional_kwargs, response_metadata } = message;
  const fields = { content, id, name, additional_kwargs, response_metadata } as HumanMessage['lc_kwargs'];
  if (!AIMessage.isInstance(message)) return new HumanMessage(fields) as Message;
  const { tool_calls, invalid_tool_calls, usage_metadata } = message;
  return new AIMessage({ ...fields, tool_calls, invalid_tool_calls, usage_metadata } as never) as Message;
}
