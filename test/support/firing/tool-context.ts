import { type FileWriter, noFileWriter } from '../../../src/agent/history/file-writer.ts';
import type { ToolContext } from '../../../src/agent/tools/tool.ts';
import type { ToolResult } from '../../../src/models/tool-result.ts';
import { quietHooks } from '../hooks.ts';

/** What a tool is told in a test: a folder, and whatever else matters there. */
export function toolContext(
  cwd: string,
  options: {
    readonly files?: FileWriter;
    readonly signal?: AbortSignal;
    readonly fire?: ToolContext['fire'];
  } = {},
): ToolContext {
  const { hooks } = quietHooks();
  return {
    cwd,
    agent: { id: 'main', type: null },
    toolUseId: 'call-1',
    signal: options.signal ?? new AbortController().signal,
    fire: options.fire ?? hooks.fire.bind(hooks),
    files: options.files ?? noFileWriter,
  };
}

/** The text of a result; fails the reader's expectation, rather than throw, where there is none. */
export function textOf({ content }: ToolResult): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
