export { PendingContext } from '../agent/conversation/pending-context.ts';
export { readTranscript, type StoredMessage, type TranscriptLine } from '../agent/conversation/transcript.ts';
export {
  type EntryKind,
  entryKinds,
  type FileChange,
  type FileVersion,
  type HistoryEntry,
} from '../agent/history/entry.ts';
export { FileHistory, type FileHistoryOptions } from '../agent/history/file-history.ts';
export {
  type FileWriteContext,
  type FileWriteResult,
  type FileWriter,
  type Fire,
  noFileWriter,
} from '../agent/history/file-writer.ts';
export type { UndoOptions, UndoResult } from '../agent/history/undo.ts';
export { Agent, type RunOptions } from '../agent/loop/agent.ts';
export { type AgentOptions, defaultTranscripts } from '../agent/loop/agent-options.ts';
export {
  type AgentEvent,
  type AssistantEvent,
  type ModelRequestEvent,
  type NoticeEvent,
  type PhaseEvent,
  type ResultEvent,
  stopReasons,
  type ToolResultEvent,
} from '../agent/loop/events.ts';
export { type Phase, phases } from '../agent/loop/phases.ts';
export { parseScript, readScript, type Script } from '../agent/script/script.ts';
export { ScriptedModel } from '../agent/script/scripted-model.ts';
export type { SubagentDefinition, Subagents } from '../agent/subagents/subagents.ts';
export { type NewTask, type Task, TaskList, type TaskStatus, taskStatuses } from '../agent/team/task-list.ts';
export {
  type Member,
  Team,
  type TeamOptions,
  type TeamResult,
  type TeamRunOptions,
  type Worker,
} from '../agent/team/team.ts';
export {
  type Approval,
  type ApprovalRequest,
  type Approver,
  type PermissionMode,
  type PermissionOptions,
  Permissions,
  permissionModes,
} from '../agent/tool-call/permissions.ts';
export type { GateAnswer, ToolCall, ToolCallOptions } from '../agent/tool-call/tool-call-state.ts';
export {
  type GateNotice,
  ToolGate,
  type ToolGateOptions,
  type ToolRunner,
} from '../agent/tool-call/tool-gate.ts';
export { type BashOptions, bashTool } from '../agent/tools/bash.ts';
export { defineTool, type ToolDefinition } from '../agent/tools/define-tool.ts';
export { editTool } from '../agent/tools/edit.ts';
export { problemWith } from '../agent/tools/input-schema.ts';
export { readTool } from '../agent/tools/read.ts';
export { globTool } from '../agent/tools/search/glob.ts';
export { grepTool } from '../agent/tools/search/grep.ts';
export { type StandardToolsOptions, standardTools } from '../agent/tools/standard-tools.ts';
export type { Tool, ToolContext } from '../agent/tools/tool.ts';
export { writeTool } from '../agent/tools/write.ts';
export type { Colour, Paint, ViewFrame } from '../agent/view/render-frame.ts';
export { TerminalView, type ViewOptions } from '../agent/view/view.ts';
export type { NewFiles, ProtectedPath } from '../builtin/own-files/protected-path.ts';
export {
  connectMcpServers,
  type McpOptions,
  type McpProblem,
  type McpServerConfig,
  type McpServers,
} from '../mcp/mcp.ts';
export { anthropicModel } from '../models/anthropic.ts';
export type { ApiModelOptions } from '../models/api-options.ts';
export type { AgentIdentity } from '../models/identity.ts';
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
} from '../models/model.ts';
export { openaiModel } from '../models/openai.ts';
export { type ToolResult, toolError } from '../models/tool-result.ts';
export type { RuleLists } from '../permissions/permission-rules.ts';
