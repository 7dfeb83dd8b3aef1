import type { ProductFields } from './product-inputs.ts';

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

export type ToolInput = Readonly<Record<string, unknown>>;

type Named<Name extends string> = BaseInput & { readonly hook_event_name: Name };

export interface PreToolUseInput extends Named<'PreToolUse'> {
  readonly tool_name: string;
  readonly tool_input: ToolInput;
  readonly tool_use_id: string;
}

export interface PostToolUseInput extends Named<'PostToolUse'> {
  readonly tool_name: string;
  readonly tool_input: ToolInput;
  readonly tool_response: unknown;
  readonly tool_use_id: string;
}

export interface PostToolUseFailureInput extends Named<'PostToolUseFailure'> {
  readonly tool_name: string;
  readonly tool_input: ToolInput;
  readonly tool_use_id: string;
  readonly error: string;
  readonly is_interrupt?: boolean;
}

export interface PermissionRequestInput extends Named<'PermissionRequest'> {
  readonly tool_name: string;
  readonly tool_input: ToolInput;
  readonly permission_suggestions?: readonly unknown[];
}

export interface UserPromptSubmitInput extends Named<'UserPromptSubmit'> {
  readonly prompt: string;
}

export interface SessionStartInput extends Named<'SessionStart'> {
  readonly source: 'startup' | 'resume' | 'clear' | 'compact';
  readonly model?: string;
}

export interface SessionEndInput extends Named<'SessionEnd'> {
  readonly reason: string;
}

export interface SetupInput extends Named<'Setup'> {
  readonly trigger: 'init' | 'maintenance';
}

export interface StopInput extends Named<'Stop'> {
  readonly stop_hook_active: boolean;
}

export interface SubagentStartInput extends Named<'SubagentStart'> {
  readonly agent_id: string;
  readonly agent_type: string;
}

export interface SubagentStopInput extends Named<'SubagentStop'> {
  readonly stop_hook_active: boolean;
  readonly agent_id: string;
  readonly agent_transcript_path: string;
  readonly agent_type: string;
}

export interface PreCompactInput extends Named<'PreCompact'> {
  readonly trigger: 'manual' | 'auto';
  readonly custom_instructions: string | null;
}

export interface NotificationInput extends Named<'Notification'> {
  readonly message: string;
  readonly title?: string;
  readonly notification_type: string;
}

export interface TeammateIdleInput extends Named<'TeammateIdle'> {
  readonly teammate_name: string;
  readonly team_name: string;
}

export interface TaskCompletedInput extends Named<'TaskCompleted'> {
  readonly task_id: string;
  readonly task_subject: string;
  readonly task_description?: string;
  readonly teammate_name?: string;
  readonly team_name?: string;
}

export interface PreMessageInput extends Named<'pre:message'> {
  readonly prompt: string;
}

export interface PostMessageInput extends Named<'post:message'> {
  readonly output: string;
}

export interface PreAgentSpawnInput extends Named<'pre:agent:spawn'> {
  readonly agent: string;
  readonly agent_type: string;
  readonly config: unknown;
}

export interface PostAgentCompleteInput extends Named<'post:agent:complete'> {
  readonly agent: string;
  readonly agent_type: string;
  readonly result?: unknown;
}

export interface PreSessionPhaseInput extends Named<'pre:session:phase'> {
  readonly phase: string;
  readonly previous_phase?: string;
}

export interface PostSessionPhaseInput extends Named<'post:session:phase'> {
  readonly phase: string;
  readonly previous_phase?: string;
}

export interface PreGitWriteInput extends Named<'pre:git:write'> {
  readonly path: string;
  readonly content: string;
}

export interface PostGitWriteInput extends Named<'post:git:write'> {
  readonly path: string;
  readonly content: string;
}

export interface PreViewRenderInput extends Named<'pre:view:render'> {
  readonly view: string;
  readonly data: unknown;
}

type ProductInputs = { [Name in keyof ProductFields]: Named<Name> & ProductFields[Name] };

export interface PointInputs extends ProductInputs {
  PreToolUse: PreToolUseInput;
  PostToolUse: PostToolUseInput;
  PostToolUseFailure: PostToolUseFailureInput;
  PermissionRequest: PermissionRequestInput;
  UserPromptSubmit: UserPromptSubmitInput;
  SessionStart: SessionStartInput;
  SessionEnd: SessionEndInput;
  Setup: SetupInput;
  Stop: StopInput;
  SubagentStart: SubagentStartInput;
  SubagentStop: SubagentStopInput;
  PreCompact: PreCompactInput;
  Notification: NotificationInput;
  TeammateIdle: TeammateIdleInput;
  TaskCompleted: TaskCompletedInput;
  'pre:message': PreMessageInput;
  'post:message': PostMessageInput;
  'pre:agent:spawn': PreAgentSpawnInput;
  'post:agent:complete': PostAgentCompleteInput;
  'pre:session:phase': PreSessionPhaseInput;
  'post:session:phase': PostSessionPhaseInput;
  'pre:git:write': PreGitWriteInput;
  'post:git:write': PostGitWriteInput;
  'pre:view:render': PreViewRenderInput;
}
