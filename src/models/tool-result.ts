import type { ToolContent } from './model.ts';

/** A tool's error is a value. An exception becomes one too. */
export interface ToolResult {
  readonly content: ToolContent;
  readonly isError?: boolean;
  /** `tool_response` for PostToolUse hooks, if it is more than the content. */
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
