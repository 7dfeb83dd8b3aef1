import type { Says } from '../../support/servers/model-server.ts';

/** One answer as OpenAI's Responses stream it: each item whole, then the end. */
export function responsesFrames({ text = [], tools = [] }: Says): readonly string[] {
  const items = [
    ...text.map((piece, index) => ({
      type: 'message',
      id: `msg_${index}`,
      role: 'assistant',
      content: [{ type: 'output_text', text: piece, annotations: [] }],
    })),
    ...tools.map(({ id, name, namespace, isText, json }) => ({
      id: `call_${id}`,
      call_id: id,
      name,
      namespace,
      ...(isText === true
        ? { type: 'custom_tool_call', input: json.join('') }
        : { type: 'function_call', arguments: json.join('') }),
    })),
  ];
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const response = { id: 'resp_1', object: 'response', model: 'test', output: items, usage };
  return [
    frame('response.created', { response: { ...response, output: [], usage: null } }),
    ...items.map((item, output_index) => frame('response.output_item.done', { output_index, item })),
    frame('response.completed', { response }),
  ];
}

function frame(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
