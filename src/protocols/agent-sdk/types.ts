import type { PermissionUpdate, SyncHookJSONOutput } from './output-types.ts';

export type ExitReason = 'clear' | 'resume' | 'logout' | 'prompt_input_exit' | 'other';

interface Base {
  session_id: string;
  transcript_path: string;
  cwd: string;
  permission_mode?: string;
  agent_id?: string;
  agent_type?: string;
}

interface ToolCall extends Base {
  tool_name: string;
  tool_input: unknown;
}

interface IdentifiedCall extends ToolCall {
  tool_use_id: string;
}

interface Subagent extends Base {
  agent_id: string;
  agent_type: string;
}

interface Inputs {
  PreToolUse: IdentifiedCall;
  PostToolUse: IdentifiedCall & { tool_response: unknown };
  PostToolUseFailure: IdentifiedCall & { error: string; is_interrupt?: boolean };
  Notification: Base & { message: string; title?: string; notification_type: string };
  UserPromptSubmit: Base & { prompt: string };
  SessionStart: Base & { source: 'startup' | 'resume' | 'clear' | 'compact' | 'fork'; model?: string };
  SessionEnd: Base & { reason: ExitReason };
  Stop: Base & { stop_hook_active: boolean };
  SubagentStart: Subagent;
  SubagentStop: Subagent & { stop_hook_active: boolean; agent_transcript_path: string };
  PreCompact: Base & { trigger: 'manual' | 'auto'; custom_instructions: string | null };
  PermissionRequest: ToolCall & { permission_suggestions?: PermissionUpdate[] };
  Setup: Base & { trigger: 'init' | 'maintenance' };
  TeammateIdle: Base & { teammate_name: string; team_name: string };
  TaskCompleted: Base & {
    task_id: string;
    task_subject: string;
    task_description?: string;
    teammate_name?: string;
    team_name?: string;
  };
}

export type HookInput = {
  [Event in keyof Inputs]: Inputs[Event] & { hook_event_name: Event };
}[keyof Inputs];

export type AgentSdkEvent = HookInput['hook_event_name'];

/** A first answer that asks for a second run; `asyncTimeout` is in seconds. */
export interface AsyncHookJSONOutput {
  async: true;
  asyncTimeout?: number;
}

export type HookJSONOutput = AsyncHookJSONOutput | SyncHookJSONOutput;

type SeedHookJSONOutput = Omit<SyncHookJSONOutput, 'decision'> & {
  decision?: 'approve' | 'block' | 'allow' | 'deny';
};

type Callback<Output> = (
  input: HookInput,
  toolUseID: string | undefined,
  options: { signal: AbortSignal },
) => Promise<Output>;

export type HookCallback = Callback<AsyncHookJSONOutput | SeedHookJSONOutput>;

export interface HookCallbackMatcher {
  matcher?: string;
  /** As the SDK types them, so a matcher serves both. */
  hooks: Callback<HookJSONOutput>[];
  /** Seconds, for all hooks of this matcher together. */
  timeout?: number;
}

export type HookCallbackLike = (
  input: HookInput,
  toolUseID: string | undefined,
  options: { signal: AbortSignal },
) => Promise<HookJSONOutputLike> | HookJSONOutputLike;

export type HookJSONOutputLike =
  | AsyncHookJSONOutput
  | (Omit<SyncHookJSONOutput, 'hookSpecificOutput' | 'decision'> & {
      decision?: 'approve' | 'block' | 'allow' | 'deny';
      hookSpecificOutput?: { hookEventName: string };
    });

export interface HookCallbackMatcherLike {
  matcher?: string;
  hooks: HookCallbackLike[];
  timeout?: number;
}
