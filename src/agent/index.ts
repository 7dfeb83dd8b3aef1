export type { NewFiles, ProtectedPath } from '../config/handler-files.ts';
export type { RuleLists } from '../config/permission-rules.ts';
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
export { FileHistory, type FileHistoryOptions } from './file-history.ts';
export {
  type FileWriteContext,
  type FileWriteResult,
  type FileWriter,
  type Fire,
  noFileWriter,
} from './file-writer.ts';
export {
  type EntryKind,
  entryKinds,
  type FileChange,
  type FileVersion,
  type HistoryEntry,
} from './history-entry.ts';
export type { AgentIdentity } from './identity.ts';
export { problemWith } from './input-schema.ts';
export {
  connectMcpServers,
  type McpOptions,
  type McpProblem,
  type McpServerConfig,
  type McpServers,
} from './mcp.ts';
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
export { anthropicModel } from './models/anthropic.ts';
export type { ApiModelOptions } from './models/api-options.ts';
export { openaiModel } from './models/openai.ts';
export {
  parseScript,
  readScript,
  type Script,
  ScriptedModel,
} from './models/scripted.ts';
export { PendingContext } from './pending-context.ts';
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
export type { Colour, Frame, Paint } from './render-frame.ts';
export type { SubagentDefinition, Subagents } from './subagents.ts';
export { type NewTask, type Task, TaskList, type TaskStatus, taskStatuses } from './task-list.ts';
export { type Member, Team, type TeamOptions, type TeamResult, type Worker } from './team.ts';
export { type Tool, type ToolContext, type ToolResult, toolError } from './tool.ts';
export { type GateNotice, ToolGate, type ToolGateOptions, type ToolRunner } from './tool-gate.ts';
export type { GateAnswer, ToolCall, ToolCallOptions } from './tool-passage.ts';
export { type BashOptions, bashTool } from './tools/bash.ts';
export { editTool } from './tools/edit.ts';
export { globTool } from './tools/glob.ts';
export { grepTool } from './tools/grep.ts';
export { readTool } from './tools/read.ts';
export { type StandardToolsOptions, standardTools } from './tools/standard-tools.ts';
export { writeTool } from './tools/write.ts';
export { readTranscript, type StoredMessage, type TranscriptLine } from './transcript.ts';
export type { UndoOptions, UndoResult } from './undo.ts';
export { TerminalView, type ViewOptions } from './view.ts';
