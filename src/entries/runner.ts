export type { Outcome, Run } from '../engine/outcome/outcome.ts';
export {
  type AgentSdkHooks,
  type AgentSdkHooksOptions,
  type AgentSdkMatcher,
  toAgentSdkHooks,
} from '../front-doors/runner/agent-sdk.ts';
export { HOOK_EVENTS, type RunnerConfig, type RunnerMatcher } from '../front-doors/runner/config.ts';
export {
  collectAdditionalContext,
  processPreToolUseResults,
  processStopResults,
} from '../front-doors/runner/decisions.ts';
export type { MessageStream } from '../front-doors/runner/messages.ts';
export type { AgentSdkOutput } from '../front-doors/runner/product-words.ts';
export type { FireResults } from '../front-doors/runner/results.ts';
export {
  Runner,
  type RunnerFireOptions,
  type RunnerInput,
  type RunnerOptions,
} from '../front-doors/runner/runner.ts';
export type { PreCompactSpecificOutput, RunnerResult as HookResult } from '../front-doors/runner/words.ts';
export type {
  HookSpecificOutput,
  PermissionRequestHookSpecificOutput,
  PostToolUseHookSpecificOutput,
  PreToolUseHookSpecificOutput,
  SyncHookJSONOutput,
} from '../protocols/agent-sdk/output-types.ts';
export type {
  AgentSdkEvent as HookEvent,
  AsyncHookJSONOutput,
  BaseHookInput,
  HookCallback,
  HookCallbackLike,
  HookCallbackMatcher,
  HookInput,
  HookJSONOutput,
} from '../protocols/agent-sdk/types.ts';
export type { HookMessage } from '../trace/messages.ts';
