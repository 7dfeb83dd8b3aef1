export { readTranscript } from '../agent/conversation/transcript.ts';

export { FileHistory, type FileHistoryOptions } from '../agent/history/file-history.ts';

export { Agent } from '../agent/loop/agent.ts';
export type { AgentOptions } from '../agent/loop/agent-options.ts';
export type { AgentEvent, ResultEvent } from '../agent/loop/events.ts';
export { phases } from '../agent/loop/phases.ts';
export { readScript } from '../agent/script/script.ts';
export type { Script } from '../agent/script/scripted-model.ts';
export { ScriptedModel } from '../agent/script/scripted-model.ts';
export type { SubagentDefinition } from '../agent/subagents/subagents.ts';
export { type Task, TaskList } from '../agent/team/task-list.ts';
export { Team, type TeamOptions } from '../agent/team/team.ts';
export {
  type Approval,
  type ApprovalRequest,
  type Approver,
  type PermissionMode,
  Permissions,
} from '../agent/tool-call/permissions.ts';
export type { GateAnswer, ToolCall } from '../agent/tool-call/tool-call-state.ts';
export { ToolGate, type ToolGateOptions } from '../agent/tool-call/tool-gate.ts';

export { defineTool, type ToolDefinition } from '../agent/tools/define-tool.ts';

export { type StandardToolsOptions, standardTools } from '../agent/tools/standard-tools.ts';
export type { Tool, ToolContext } from '../agent/tools/tool.ts';

export { TerminalView } from '../agent/view/view.ts';

export { connectMcpServers, type McpServerConfig } from '../mcp/mcp.ts';
export { anthropicModel } from '../models/anthropic.ts';

export type { Message, Model, ModelRequest } from '../models/model.ts';
export { openaiModel } from '../models/openai.ts';
export { type ToolResult, toolError } from '../models/tool-result.ts';
