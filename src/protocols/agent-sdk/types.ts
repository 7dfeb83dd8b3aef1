import type { PermissionUpdate, SyncHookJSONOutput } from './output-types.ts';

export interface BaseHookInput {
  session_id: string;
  transcript_path: string;
  cwd: string;
  permission_mode?: string;
  agent_id?: string;
  agent_type?: string;
}

interface Named<Event extends string> extends BaseHookInput {
  hook_event_name: Event;
}

interface ToolCall {
  tool_name: string;
  tool_input: unknown;
}

export interface PreToolUseHookInput extends Named<'PreToolUse'>, ToolCall {
  tool_use_id: string;
}

export interface PostToolUseHookInput extends Named<'PostToolUse'>, ToolCall {
  tool_response: unknown;
  tool_use_id: string;
}

export interface PostToolUseFailureHookInput extends Named<'PostToolUseFailure'>, ToolCall {
  tool_use_id: string;
  error: string;
  is_interrupt?: boolean;
}

export interface NotificationHookInput extends Named<'Notification'> {
  message: string;
  title?: string;
  notification_type: string;
}

export interface UserPromptSubmitHookInput extends Named<'UserPromptSubmit'> {
  prompt: string;
}

export interface SessionStartHookInput extends Named<'SessionStart'> {
  source: 'startup' | 'resume' | 'clear' | 'compact' | 'fork';
  model?: string;
}

export type ExitReason = 'clear' | 'resume' | 'logout' | 'prompt_input_exit' | 'other';

export interface SessionEndHookInput extends Named<'SessionEnd'> {
  reason: ExitReason;
}

export interface StopHookInput extends Named<'Stop'> {
  stop_hook_active: boolean;
}

export interface SubagentStartHookInput extends Named<'SubagentStart'> {
  agent_id: string;
  agent_type: string;
}

export interface SubagentStopHookInput extends Named<'SubagentStop'> {
  stop_hook_active: boolean;
  agent_id: string;
  agent_transcript_path: string;
  agent_type: string;
}

export interface PreCompactHookInput extends Named<'PreCompact'> {
  trigger: 'manual' | 'auto';
  custom_instructions: string | null;
}

export interface PermissionRequestHookInput extends Named<'PermissionRequest'>, ToolCall {
  permission_suggestions?: PermissionUpdate[];
}

export interface SetupHookInput extends Named<'Setup'> {
  trigger: 'init' | 'maintenance';
}

export interface TeammateIdleHookInput extends Named<'TeammateIdle'> {
  teammate_name: string;
  team_name: string;
}

export interface TaskCompletedHookInput extends Named<'TaskCompleted'> {
  task_id: string;
  task_subject: string;
  task_description?: string;
  teammate_name?: string;
  team_name?: string;
}

export type HookInput =
  | PreToolUseHookInput
  | PostToolUseHookInput
  | PostToolUseFailureHookInput
  | NotificationHookInput
  | UserPromptSubmitHookInput
  | SessionStartHookInput
  | SessionEndHookInput
  | StopHookInput
  | SubagentStartHookInput
  | SubagentStopHookInput
  | PreCompactHookInput
  | PermissionRequestHookInput
  | SetupHookInput
  | TeammateIdleHookInput
  | TaskCompletedHookInput;

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
