export { defineTool, type ToolDefinition } from './define-tool.ts';
export {
  type AgentEvent,
  type AssistantEvent,
  type ModelRequestEvent,
  type NoticeEvent,
  type PhaseEvent,
  type ResultEvent,
  stopReasons,
  type ToolResultEvent,
} from './events.ts';
export {
  type FileWriteContext,
  type FileWriteResult,
  type FileWriter,
  type Fire,
  noFileWriter,
} from './file-writer.ts';
export type { AgentIdentity } from './identity.ts';
export { problemWith } from './input-schema.ts';
export type {
  AssistantMessage,
  ImageBlock,
  Message,
  Model,
  ModelEvent,
  ModelRequest,
  RespondOptions,
  StopReason,
  TextBlock,
  ToolContent,
  ToolDeclaration,
  ToolResultBlock,
  ToolUseBlock,
  Usage,
  UserMessage,
} from './model.ts';
export { type Tool, type ToolContext, type ToolResult, toolError } from './tool.ts';
