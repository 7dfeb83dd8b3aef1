export type { Fields } from '../engine/values/shapes.ts';
export { compileIfRule } from '../permissions/if-rule.ts';
export type {
  HookSpecificOutput,
  PermissionRequestHookSpecificOutput,
  PermissionUpdate,
  PostToolUseHookSpecificOutput,
  PreToolUseHookSpecificOutput,
  SyncHookJSONOutput,
} from '../protocols/agent-sdk/output-types.ts';
export type {
  AgentSdkEvent as HookEvent,
  AsyncHookJSONOutput,
  BaseHookInput,
  ExitReason,
  HookCallback,
  HookCallbackLike,
  HookCallbackMatcher,
  HookCallbackMatcherLike,
  HookInput,
  HookJSONOutput,
  HookJSONOutputLike,
  NotificationHookInput,
  PermissionRequestHookInput,
  PostToolUseFailureHookInput,
  PostToolUseHookInput,
  PreCompactHookInput,
  PreToolUseHookInput,
  SessionEndHookInput,
  SessionStartHookInput,
  SetupHookInput,
  StopHookInput,
  SubagentStartHookInput,
  SubagentStopHookInput,
  TaskCompletedHookInput,
  TeammateIdleHookInput,
  UserPromptSubmitHookInput,
} from '../protocols/agent-sdk/types.ts';
export { claudeHandlerKey, claudeTimeoutMs } from '../protocols/claude-code/defaults.ts';
export { compileClaudeMatcher } from '../protocols/claude-code/matcher.ts';
export type { ProcessOutput, Protocol, WireCall } from '../protocols/protocol.ts';
export { findProtocol, protocols } from '../protocols/protocols.ts';
