import type { Anthropic } from '@anthropic-ai/sdk';
import {
  type ApiModelOptions,
  type CallSoFar,
  clientOptions,
  loadClient,
  streamingModel,
  toolUse,
} from './api-client.ts';
import type { Message, Model, ModelEvent, ModelRequest, ToolContent } from './model.ts';
import { BrokenOff } from './retry-stream.ts';

type Params = Anthropic.MessageCreateParamsStreaming;
type StreamEvent = Anthropic.RawMessageStreamEvent;

const defaultModel = 'claude-sonnet-5-5';
const defaultMaxTokens = 8192;

export function anthropicModel(options: ApiModelOptions = {}): Model {
  const name = options.model ?? process.env['ANTHROPIC_MODEL'] ?? defaultModel;
  const { maxTokens = defaultMaxTokens } = options;
  return streamingModel(
    name,
    'ANTHROPIC_API_KEY',
    options,
    async () => {
      const sdk = await loadClient('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'));
      return new sdk.Anthropic(clientOptions(options));
    },
    async (client, request, signal) =>
      eventsOf(await client.messages.create(paramsOf(request, name, maxTokens), { signal })),
  );
}

function paramsOf({ system, messages, tools }: ModelRequest, model: string, maxTokens: number): Params {
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    messages: joined(messages),
    ...(system === '' ? {} : { system }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema }) => ({
            name,
            description,
            input_schema: { ...inputSchema, type: 'object' as const },
          })),
        }),
  };
}

function joined(messages: readonly Message[]): Anthropic.MessageParam[] {
  const params: { role: 'user' | 'assistant'; content: Anthropic.ContentBlockParam[] }[] = [];
  for (const message of messages) {
    const content = blocksOf(message);
    const last = params.at(-1);
    if (content.length === 0) continue;
    if (last?.role === message.role) last.content.push(...content);
    else params.push({ role: message.role, content });
  }
  return params;
}

function blocksOf({ content }: Message): Anthropic.ContentBlockParam[] {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return blocks.flatMap((block): Anthropic.ContentBlockParam[] => {
    if (block.type === 'text') return block.text.trim() === '' ? [] : [block];
    if (block.type === 'tool_use') return [{ ...block }];
    const { content: result, ...rest } = block;
    return [{ ...rest, content: typeof result === 'string' ? result : resultBlocks(result) }];
  });
}

function resultBlocks(
  blocks: Exclude<ToolContent, string>,
): (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[] {
  return blocks.map((block) => {
    if (block.type === 'text') return block;
    const { media_type, data } = block.source;
    return { type: 'image', source: { type: 'base64', media_type: mediaType(media_type), data } };
  });
}

type MediaType = Anthropic.Base64ImageSource['media_type'];

const mediaTypes: readonly MediaType[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

function mediaType(type: string): MediaType {
  return mediaTypes.find((known) => known === type) ?? 'image/png';
}

async function* eventsOf(stream: AsyncIterable<StreamEvent>): AsyncGenerator<ModelEvent, void, undefined> {
  const calls = new Map<number, CallSoFar>();
  const usage = { input_tokens: 0, output_tokens: 0 };
  let reason: string | null = null;
  for await (const event of stream) {
    if (event.type === 'message_start') Object.assign(usage, usageOf(event.message.usage));
    else if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') {
      const { id, name } = event.content_block;
      calls.set(event.index, { id, name, json: '' });
    } else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
      yield { type: 'text', text: event.delta.text };
    } else if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') {
      const call = calls.get(event.index);
      if (call !== undefined) calls.set(event.index, { ...call, json: call.json + event.delta.partial_json });
    } else if (event.type === 'content_block_stop') {
      const call = calls.get(event.index);
      if (call !== undefined) yield toolUse(call);
    } else if (event.type === 'message_delta') {
      reason = event.delta.stop_reason;
      Object.assign(usage, usageOf(event.usage));
    } else if (event.type === 'message_stop') {
      yield { type: 'usage', usage };
      yield { type: 'stop', reason: reason ?? 'end_turn' };
      return;
    }
  }
  throw new BrokenOff();
}

/** Counts are totals so far, and unchanged ones may be missing. Cached input is input too. */
function usageOf(
  usage: Pick<
    Anthropic.MessageDeltaUsage,
    'input_tokens' | 'output_tokens' | 'cache_creation_input_tokens' | 'cache_read_input_tokens'
  >,
): { input_tokens?: number; output_tokens: number } {
  const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage;
  if (typeof input_tokens !== 'number') return { output_tokens };
  return {
    input_tokens: input_tokens + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0),
    output_tokens,
  };
}
