import type { Says } from '../../support/servers/model-server.ts';

/** One answer as Gemini streams it: a single chunk is enough. */
export function geminiFrames({ text = [], tools = [] }: Says): readonly string[] {
  const calls = tools.map(({ id, name, json }) => ({
    functionCall: { id, name, args: JSON.parse(json.join('')) },
  }));
  const parts = [...text.map((piece) => ({ text: piece })), ...calls];
  const chunk = {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  return [`data: ${JSON.stringify(chunk)}\n\n`];
}
