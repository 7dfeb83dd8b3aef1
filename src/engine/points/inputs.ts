import type { Fields } from '../values/shapes.ts';

export interface BaseInput {
  readonly session_id: string;
  readonly transcript_path: string;
  readonly cwd: string;
  readonly permission_mode?: string;
  readonly orchestrator_id?: string;
  /** Only inside a subagent. */
  readonly agent_id?: string;
  readonly agent_type?: string;
}

export type BaseFields = Omit<BaseInput, 'agent_id' | 'agent_type'>;
export type BaseSource = Partial<BaseFields> | (() => Partial<BaseFields>);

export type ToolInput = Fields;

interface ToolCall {
  readonly tool_name: string;
  readonly tool_input: ToolInput;
  readonly tool_use_id: string;
}

interface Task {
  readonly task_id: string;
  readonly task_subject: string;
  readonly task_description?: string;
  readonly teammate_name?: string;
  readonly team_name?: string;
}

interface Phase {
  readonly phase: string;
  readonly previous_phase?: string;
}

interface FileWrite {
  readonly path: string;
  readonly content: string;
}

interface ModelSwitch<Source> {
  readonly from_model: string;
  readonly to_model: string;
  readonly requested_model: string | null;
  readonly source: Source;
  readonly context_tokens: number;
  readonly prompt_cache_warm: boolean;
  readonly cache_ttl: '5m' | '1h';
  readonly estimated_cache_write_usd: number;
  readonly pricing: 'configured' | 'catalog' | 'default';
}

/** The fields of each point beside the base ones. */
interface PointFields {
  PreToolUse: ToolCall;
  PostToolUse: ToolCall & { readonly tool_response: unknown };
  PostToolUseFailure: ToolCall & { readonly error: string; readonly is_interrupt?: boolean };
  PermissionRequest: Omit<ToolCall, 'tool_use_id'> & { readonly permission_suggestions?: readonly unknown[] };
  UserPromptSubmit: { readonly prompt: string };
  SessionStart: { readonly source: 'startup' | 'resume' | 'clear' | 'compact'; readonly model?: string };
  SessionEnd: { readonly reason: string };
  Setup: { readonly trigger: 'init' | 'maintenance' };
  Stop: { readonly stop_hook_active: boolean };
  SubagentStart: { readonly agent_id: string; readonly agent_type: string };
  SubagentStop: {
    readonly stop_hook_active: boolean;
    readonly agent_id: string;
    readonly agent_transcript_path: string;
    readonly agent_type: string;
  };
  PreCompact: { readonly trigger: 'manual' | 'auto'; readonly custom_instructions: string | null };
  Notification: { readonly message: string; readonly title?: string; readonly notification_type: string };
  TeammateIdle: { readonly teammate_name: string; readonly team_name: string };
  TaskCompleted: Task;
  'pre:message': { readonly prompt: string };
  'post:message': { readonly output: string };
  'pre:agent:spawn': { readonly agent: string; readonly agent_type: string; readonly config: unknown };
  'post:agent:complete': { readonly agent: string; readonly agent_type: string; readonly result?: unknown };
  'pre:session:phase': Phase;
  'post:session:phase': Phase;
  'pre:git:write': FileWrite;
  'post:git:write': FileWrite;
  'pre:view:render': { readonly view: string; readonly data: unknown };
  PostToolBatch: {
    /** `tool_response` is what the model reads, not the tool's own object. */
    readonly tool_calls: readonly (ToolCall & { readonly tool_response?: unknown })[];
  };
  UserPromptExpansion: {
    readonly expansion_type: 'slash_command' | 'mcp_prompt';
    readonly command_name: string;
    readonly command_args: string;
    readonly command_source?: string;
    readonly prompt: string;
  };
  StopFailure: {
    readonly error: string;
    readonly error_details?: string;
    readonly last_assistant_message?: string;
  };
  PostCompact: { readonly trigger: 'manual' | 'auto'; readonly compact_summary: string };
  PreModelSwitch: ModelSwitch<'command' | 'picker' | 'sdk'>;
  PostModelSwitch: ModelSwitch<'command' | 'picker' | 'sdk' | 'auto' | 'resume'>;
  PermissionDenied: ToolCall & {
    readonly reason: string;
    readonly mcp_server?: { readonly name: string; readonly source?: string };
  };
  TaskCreated: Task;
  Elicitation: {
    readonly mcp_server_name: string;
    readonly message: string;
    readonly mode?: 'form' | 'url';
    readonly url?: string;
    readonly elicitation_id?: string;
    readonly requested_schema?: Fields;
    readonly content?: Fields;
  };
  ElicitationResult: {
    readonly mcp_server_name: string;
    readonly elicitation_id?: string;
    readonly mode?: 'form' | 'url';
    readonly action: 'accept' | 'decline' | 'cancel';
    readonly content?: Fields;
  };
  ConfigChange: {
    readonly source: 'user_settings' | 'project_settings' | 'local_settings' | 'policy_settings' | 'skills';
    readonly file_path?: string;
  };
  WorktreeCreate: {
    readonly name: string;
    readonly worktree_path?: string;
  };
  WorktreeRemove: { readonly worktree_path: string };
  InstructionsLoaded: {
    readonly file_path: string;
    readonly memory_type: 'User' | 'Project' | 'Local' | 'Managed';
    readonly load_reason: 'session_start' | 'nested_traversal' | 'path_glob_match' | 'include' | 'compact';
    readonly globs?: readonly string[];
    readonly trigger_file_path?: string;
    readonly parent_file_path?: string;
  };
  CwdChanged: { readonly old_cwd: string; readonly new_cwd: string };
  FileChanged: {
    readonly file_path: string;
    readonly event: 'change' | 'add' | 'unlink';
    readonly file_name: string;
  };
  DirectoryAdded: {
    readonly directory: string;
    readonly source: 'slash_command' | 'register_repo_root';
  };
  MessageDisplay: {
    readonly turn_id: string;
    readonly message_id: string;
    readonly index: number;
    readonly final: boolean;
    readonly delta: string;
  };
  BeforeModel: { readonly llm_request: Fields };
  AfterModel: { readonly llm_request: Fields; readonly llm_response: Fields };
  BeforeToolSelection: { readonly llm_request: Fields; readonly tool_config?: Fields };
}

type Inputs = {
  [Name in keyof PointFields]: BaseInput & { readonly hook_event_name: Name } & PointFields[Name];
};

export interface PointInputs extends Inputs {}
