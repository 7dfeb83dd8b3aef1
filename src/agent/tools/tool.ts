import type { ToolInput } from '../../engine/points/inputs.ts';
import type { ToolContent, ToolDeclaration } from '../../models/model.ts';
import type { ToolResult } from '../../models/tool-result.ts';
import type { FileWriteContext, FileWriter } from '../history/file-writer.ts';

export interface ToolContext extends FileWriteContext {
  readonly toolUseId: string;
  readonly files: FileWriter;
}

export interface Tool extends ToolDeclaration {
  /** Whether it may run beside other calls of the same turn. Default: no. */
  readonly concurrent?: boolean;
  /** Whether it changes files only, which the mode `acceptEdits` lets it do without asking. */
  readonly edits?: boolean;
  /** Whether it changes nothing, so it needs no approval and is allowed in the mode `plan`. */
  readonly readOnly?: boolean;
  run(input: ToolInput, context: ToolContext): Promise<ToolResult>;
  /** How the model reads a response that a hook changed. Default: text as it is, everything else as JSON. */
  render?(response: unknown): ToolContent;
}
