import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { ImageBlock, TextBlock, ToolContent } from '../models/model.ts';
import type { ToolResult } from '../models/tool-result.ts';

export function mcpResult({ content, structuredContent, isError }: CallToolResult): ToolResult {
  const response = content.length === 0 && structuredContent !== undefined ? structuredContent : content;
  const result = { content: renderMcp(response), response };
  return isError === true ? { ...result, isError } : result;
}

export function renderMcp(response: unknown): ToolContent {
  if (typeof response === 'string') return response;
  if (!Array.isArray(response) || !response.every(isBlock)) return JSON.stringify(response);
  const blocks = response.map(blockOf);
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length === blocks.length ? texts.join('\n') : blocks;
}

function blockOf(block: ContentBlock): TextBlock | ImageBlock {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'image') {
    return { type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } };
  }
  return { type: 'text', text: textOf(block) };
}

function textOf(block: Exclude<ContentBlock, { type: 'text' | 'image' }>): string {
  if (block.type === 'audio') return `[audio of type ${block.mimeType}]`;
  if (block.type === 'resource_link') return `[resource ${block.uri}]`;
  const { resource } = block;
  return 'text' in resource ? resource.text : `[resource ${resource.uri}]`;
}

function isBlock(value: unknown): value is ContentBlock {
  if (typeof value !== 'object' || value === null) return false;
  const { type, text, data, mimeType, uri, resource } = value as Readonly<Record<string, unknown>>;
  if (type === 'text') return typeof text === 'string';
  if (type === 'image' || type === 'audio') return typeof data === 'string' && typeof mimeType === 'string';
  if (type === 'resource_link') return typeof uri === 'string';
  return type === 'resource' && typeof resource === 'object' && resource !== null;
}
