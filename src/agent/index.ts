export { Agent, type RunOptions } from './agent.ts';
export { type AgentOptions, defaultTranscripts } from './agent-options.ts';
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
export {
  parseScript,
  readScript,
  type Script,
  ScriptedModel,
} from './models/scripted.ts';
export { PendingContext } from './pending-context.ts';
export type { RuleLists } from './permission-rules.ts';
export {
  type Approval,
  type ApprovalRequest,
  type Approver,
  type PermissionMode,
  type PermissionOptions,
  Permissions,
  permissionModes,
} from './permissions.ts';
export { type Phase, phases } from './phases.ts';
export type { SubagentDefinition, Subagents } from './subagents.ts';
export { type Tool, type ToolContext, type ToolResult, toolError } from './tool.ts';
export { ToolGate, type ToolGateOptions, type ToolRunner } from './tool-gate.ts';
export type { GateAnswer, ToolCall, ToolCallOptions } from './tool-passage.ts';
export { readTranscript, type StoredMessage, type TranscriptLine } from './transcript.ts';
