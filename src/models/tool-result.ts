import type { ToolContent } from './model.ts';

/** A tool's error is a value, not an exception; what it throws all the same becomes one. */
export interface ToolResult {
  readonly content: ToolContent;
  readonly isError?: boolean;
  /** What PostToolUse hooks see as `tool_response`, where that is more than the content. */
  readonly response?: unknown;
}

export function toolError(text: string): ToolResult {
  return { content: text, isError: true };
}

/** What a command wrote to its two streams, as one text. */
export function textOfStreams(stdout: string, stderr: string): string {
  return [stdout, stderr]
    .map((text) => text.trimEnd())
    .filter((text) => text !== '')
    .join('\n');
}

/** The content as one text. */
export function textOfContent(content: ToolContent): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}
