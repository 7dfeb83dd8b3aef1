export { type AgentSdkHooks, toAgentSdkHooks } from '../front-doors/runner/agent-sdk.ts';
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
export type { RunnerResult as HookResult } from '../front-doors/runner/words.ts';
export type { SyncHookJSONOutput } from '../protocols/agent-sdk/output-types.ts';
export type {
  AgentSdkEvent as HookEvent,
  HookCallback,
  HookCallbackMatcher,
  HookInput,
  HookJSONOutput,
} from '../protocols/agent-sdk/types.ts';
