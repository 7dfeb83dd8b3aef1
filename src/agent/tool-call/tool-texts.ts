import type { Outcome } from '../../engine/outcome/outcome.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { TextBlock, ToolContent } from '../../models/model.ts';

export function denialOf({ point, reason, decidedBy }: Outcome): string {
  const why = reason ?? 'no reason was given';
  const by = decidedBy === null ? `at ${point}` : `by the ${point} hook "${decidedBy}"`;
  return `Denied ${by}: ${why}`;
}

export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function appendText(content: ToolContent, items: readonly string[]): ToolContent {
  if (items.length === 0) return content;
  if (typeof content === 'string') return [content, ...items].filter((text) => text !== '').join('\n');
  return [...content, ...items.map((text): TextBlock => ({ type: 'text', text }))];
}

export function renderResponse(
  response: unknown,
  tool: { render?(response: unknown): ToolContent },
): ToolContent {
  if (typeof response === 'string') return response;
  if (tool.render !== undefined) return tool.render(response);
  return isTextList(response) ? response : plainText(response);
}

function isTextList(value: unknown): value is readonly TextBlock[] {
  const isText = (block: unknown): boolean =>
    isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string';
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}
