import type { Fields } from '../values/shapes.ts';

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

export interface ProductFields {
  PostToolBatch: {
    readonly tool_calls: readonly {
      readonly tool_name: string;
      readonly tool_input: Fields;
      readonly tool_use_id: string;
      /** What the model reads, not the tool's own object. */
      readonly tool_response?: unknown;
    }[];
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
  PermissionDenied: {
    readonly tool_name: string;
    readonly tool_input: Fields;
    readonly tool_use_id: string;
    readonly reason: string;
    readonly mcp_server?: { readonly name: string; readonly source?: string };
  };
  TaskCreated: {
    readonly task_id: string;
    readonly task_subject: string;
    readonly task_description?: string;
    readonly teammate_name?: string;
    readonly team_name?: string;
  };
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
