import type { ServerResponse } from 'node:http';
import { type Seen, serve } from './http-server.ts';

/** What a model says, in pieces as they come over the wire. */
export interface Says {
  readonly text?: readonly string[];
  readonly tools?: readonly {
    readonly id: string;
    readonly name: string;
    /** The group that the tool belongs to, which only OpenAI's Responses have. */
    readonly namespace?: string;
    /** The input is no JSON, which only OpenAI's Responses have. */
    readonly isText?: boolean;
    readonly json: readonly string[];
  }[];
  readonly usage?: { readonly input: number; readonly output: number };
  /** By Anthropic's name for it. */
  readonly stop?: 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal';
  /** What happens after the text and the calls, instead of the end. */
  readonly finally?: 'breaks' | 'hangs' | 'ends early' | 'overloaded';
}

/** Or the server refuses. */
export type ScriptedReply = Says | { readonly status: number };

export interface ModelServer {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** The bodies of the requests so far. */
  requests(): readonly Record<string, unknown>[];
  /** How many requests the other side closed before their end. */
  abandoned(): number;
}

/** A server that speaks the streaming formats of Anthropic and of OpenAI, by the path, and says what it is told to. */
export async function serveModel(replies: readonly ScriptedReply[]): Promise<ModelServer> {
  let next = 0;
  let abandoned = 0;
  const server = await serve((response, { url }) => {
    const reply = replies[next] ?? { status: 404 };
    next += 1;
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1;
    });
    if ('status' in reply) refuse(response, reply.status);
    else if (url?.includes('/chat/completions') === true) speak(response, openaiFrames(reply), reply);
    else speak(response, anthropicFrames(reply), reply);
  });
  return {
    url: server.url,
    seen: server.seen,
    requests: () => server.seen.map(({ body }): Record<string, unknown> => JSON.parse(body)),
    abandoned: () => abandoned,
  };
}

function refuse(response: ServerResponse, status: number): void {
  // Both clients heed this header, so that tests need not wait.
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '5' });
  const type = status === 429 ? 'rate_limit_error' : status === 529 ? 'overloaded_error' : 'api_error';
  response.end(JSON.stringify({ type: 'error', error: { type, message: `refused with ${status}` } }));
}

export interface Frames {
  readonly said: readonly string[];
  readonly end: readonly string[];
  readonly overloaded: string;
}

function speak(response: ServerResponse, { said, end, overloaded }: Frames, reply: Says): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const frame of said) response.write(frame);
  if (reply.finally === 'hangs') return;
  if (reply.finally === 'breaks') setTimeout(() => response.destroy(), 20);
  else if (reply.finally === 'ends early') response.end();
  else if (reply.finally === 'overloaded') response.end(overloaded);
  else response.end(end.join(''));
}

export function anthropicFrames({
  text = [],
  tools = [],
  usage = { input: 1, output: 1 },
  stop,
}: Says): Frames {
  const frame = (data: { readonly type: string }): string =>
    `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  const said: string[] = [
    frame({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'test',
        content: [],
        stop_reason: null,
        usage: { input_tokens: usage.input, output_tokens: 1 },
      },
    } as { type: string }),
  ];
  let index = 0;
  const block = (content_block: unknown, deltas: readonly unknown[]): void => {
    said.push(frame({ type: 'content_block_start', index, content_block } as { type: string }));
    for (const delta of deltas)
      said.push(frame({ type: 'content_block_delta', index, delta } as { type: string }));
    said.push(frame({ type: 'content_block_stop', index } as { type: string }));
    index += 1;
  };
  if (text.length > 0)
    block(
      { type: 'text', text: '' },
      text.map((piece) => ({ type: 'text_delta', text: piece })),
    );
  for (const { id, name, json } of tools) {
    const deltas = json.map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    block({ type: 'tool_use', id, name, input: {} }, deltas);
  }
  const stop_reason = stop ?? (tools.length > 0 ? 'tool_use' : 'end_turn');
  return {
    said,
    end: [
      frame({ type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: usage.output } } as {
        type: string;
      }),
      frame({ type: 'message_stop' }),
    ],
    overloaded: frame({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } as {
      type: string;
    }),
  };
}

const finishReasons = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
} as const;

export function openaiFrames({ text = [], tools = [], usage = { input: 1, output: 1 }, stop }: Says): Frames {
  const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    frame({ id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
  const said = [chunk({ role: 'assistant', content: '' }), ...text.map((content) => chunk({ content }))];
  for (const [index, { id, name, json }] of tools.entries()) {
    said.push(chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }));
    for (const piece of json) said.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  const { input: prompt_tokens, output: completion_tokens } = usage;
  return {
    said,
    end: [
      chunk({}, finishReasons[stop ?? (tools.length > 0 ? 'tool_use' : 'end_turn')]),
      frame({
        id: 'c1',
        object: 'chat.completion.chunk',
        choices: [],
        usage: { prompt_tokens, completion_tokens },
      }),
      'data: [DONE]\n\n',
    ],
    overloaded: frame({ error: { message: 'Overloaded', type: 'server_error' } }),
  };
}
