export type { Outcome, Run } from '../engine/outcome/outcome.ts';
export {
  type AgentSdkHooks,
  type AgentSdkHooksOptions,
  type AgentSdkMatcher,
  type AgentSdkOutput,
  toAgentSdkHooks,
} from '../front-doors/runner/agent-sdk.ts';
export { HOOK_EVENTS, type RunnerConfig, type RunnerMatcher } from '../front-doors/runner/config.ts';
export {
  collectAdditionalContext,
  processPreToolUseResults,
  processStopResults,
} from '../front-doors/runner/decisions.ts';
export type { MessageStream } from '../front-doors/runner/messages.ts';
export type { FireResults } from '../front-doors/runner/results.ts';
export {
  Runner,
  type RunnerFireOptions,
  type RunnerInput,
  type RunnerOptions,
} from '../front-doors/runner/runner.ts';
export type { HookResult, PreCompactSpecificOutput } from '../front-doors/runner/words.ts';
export type {
  HookSpecificOutput,
  PermissionRequestHookSpecificOutput,
  PostToolUseHookSpecificOutput,
  PreToolUseHookSpecificOutput,
  SyncHookJSONOutput,
} from '../protocols/agent-sdk/output-types.ts';
export type {
  AsyncHookJSONOutput,
  BaseHookInput,
  HookCallback,
  HookCallbackLike,
  HookCallbackMatcher,
  HookEvent,
  HookInput,
  HookJSONOutput,
} from '../protocols/agent-sdk/types.ts';
export type { HookMessage } from '../trace/messages.ts';
