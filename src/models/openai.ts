import type { OpenAI } from 'openai';
import {
  type ApiModelOptions,
  type CallSoFar,
  clientOptions,
  loadClient,
  streamingModel,
  toolUse,
} from './api-client.ts';
import type { Message, Model, ModelEvent, ModelRequest, StopReason } from './model.ts';
import { BrokenOff } from './retry-stream.ts';
import { textOfContent } from './tool-result.ts';

type MessageParam = OpenAI.Chat.ChatCompletionMessageParam;
type Chunk = OpenAI.Chat.ChatCompletionChunk;

const defaultModel = 'gpt-5.4';

export function openaiModel(options: ApiModelOptions = {}): Model {
  const name = options.model ?? process.env['OPENAI_MODEL'] ?? defaultModel;
  return streamingModel(
    name,
    'OPENAI_API_KEY',
    options,
    async () => {
      const sdk = await loadClient('openai', () => import('openai'));
      return new sdk.OpenAI(clientOptions(options));
    },
    async (client, request, signal) => {
      const params = paramsOf(request, name, options.maxTokens);
      return eventsOf(await client.chat.completions.create(params, { signal }));
    },
  );
}

function paramsOf(
  { system, messages, tools }: ModelRequest,
  model: string,
  maxTokens: number | undefined,
): OpenAI.Chat.ChatCompletionCreateParamsStreaming {
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      ...messages.flatMap(messageParams),
    ],
    ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema }) => ({
            type: 'function' as const,
            function: { name, description, parameters: { ...inputSchema } },
          })),
        }),
  };
}

function messageParams(message: Message): readonly MessageParam[] {
  if (typeof message.content === 'string') return [{ role: 'user', content: message.content }];
  if (message.role === 'assistant') return [assistantParam(message.content)];
  return message.content.map((block): MessageParam => {
    if (block.type === 'text') return { role: 'user', content: block.text };
    const content = `${block.is_error === true ? 'Error: ' : ''}${textOfContent(block.content)}`;
    return { role: 'tool', tool_call_id: block.tool_use_id, content };
  });
}

function assistantParam(content: Exclude<Message['content'], string>): MessageParam {
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const calls = content.flatMap((block) => {
    if (block.type !== 'tool_use') return [];
    const { id, name, input } = block;
    return [{ id, type: 'function' as const, function: { name, arguments: JSON.stringify(input) } }];
  });
  return { role: 'assistant', content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

async function* eventsOf(stream: AsyncIterable<Chunk>): AsyncGenerator<ModelEvent, void, undefined> {
  const calls = new Map<number, CallSoFar>();
  let reason: string | null = null;
  for await (const chunk of stream) {
    const [choice] = chunk.choices;
    const delta = choice?.delta;
    for (const text of [delta?.content, delta?.refusal]) {
      if (typeof text === 'string' && text !== '') yield { type: 'text', text };
    }
    for (const piece of delta?.tool_calls ?? [])
      calls.set(piece.index, extended(calls.get(piece.index), piece));
    reason = choice?.finish_reason ?? reason;
    if (chunk.usage !== undefined && chunk.usage !== null) {
      const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = chunk.usage;
      yield { type: 'usage', usage: { input_tokens, output_tokens } };
    }
  }
  if (reason === null) throw new BrokenOff();
  for (const call of calls.values()) yield toolUse(call);
  yield { type: 'stop', reason: stopReason(reason, calls.size > 0) };
}

function extended(
  call: CallSoFar | undefined,
  { index, id, function: piece }: OpenAI.Chat.ChatCompletionChunk.Choice.Delta.ToolCall,
): CallSoFar {
  return {
    // Some endpoints give calls no id, but results need one.
    id: call?.id ?? (id === undefined || id === '' ? `call_${index}_${crypto.randomUUID().slice(0, 8)}` : id),
    name: call?.name ?? piece?.name ?? '',
    json: `${call?.json ?? ''}${piece?.arguments ?? ''}`,
  };
}

/** Some endpoints say `stop` though they called tools. */
function stopReason(reason: string, hasCalls: boolean): StopReason {
  if (hasCalls) return 'tool_use';
  if (reason === 'stop') return 'end_turn';
  if (reason === 'length') return 'max_tokens';
  return reason === 'content_filter' ? 'refusal' : reason;
}
