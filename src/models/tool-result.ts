import type { ToolContent } from './model.ts';

export interface ToolResult {
  readonly content: ToolContent;
  readonly isError?: boolean;
  readonly response?: unknown;
}

export function toolError(text: string): ToolResult {
  return { content: text, isError: true };
}

export function textOfStreams(stdout: string, stderr: string): string {
  return [stdout, stderr]
    .map((text) => text.trimEnd())
    .filter((text) => text !== '')
    .join('\n');
}

export function textOfContent(content: ToolContent): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}
