import { HooklineError } from '../engine/values/errors.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import type { Protocol } from '../handlers/handler.ts';
import { agentSdk } from './agent-sdk/agent-sdk.ts';
import { armament } from './armament/armament.ts';
import { claudeCode } from './claude-code/claude-code.ts';
import { hookline } from './hookline/hookline.ts';
import { massgen } from './massgen/massgen.ts';

/** Every wire, by the name that `protocol:` goes by. */
export const protocols: ReadonlyMap<string, Protocol> = new Map(
  [hookline, massgen, agentSdk, armament, claudeCode].map((protocol) => [protocol.name, protocol]),
);

export function findProtocol(name: string): Protocol {
  const protocol = protocols.get(name);
  if (protocol !== undefined) return protocol;
  throw new HooklineError(
    'option-invalid',
    `unknown protocol "${name}": it is one of ${[...protocols.keys()].join(', ')}${didYouMean(name, protocols.keys())}`,
  );
}

export type { Fields, ProcessOutput, Protocol, WireCall } from '../handlers/handler.ts';
export { compileIfRule } from '../permissions/if-rule.ts';
export type {
  HookSpecificOutput,
  PermissionRequestHookSpecificOutput,
  PostToolUseHookSpecificOutput,
  PreToolUseHookSpecificOutput,
  SyncHookJSONOutput,
} from './agent-sdk/output-types.ts';
export type {
  AsyncHookJSONOutput,
  BaseHookInput,
  ExitReason,
  HookCallback,
  HookCallbackLike,
  HookCallbackMatcher,
  HookCallbackMatcherLike,
  HookEvent,
  HookInput,
  HookJSONOutput,
  HookJSONOutputLike,
  NotificationHookInput,
  PermissionRequestHookInput,
  PermissionUpdate,
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
} from './agent-sdk/types.ts';
export { claudeHandlerKey, claudeTimeoutMs } from './claude-code/defaults.ts';
export { compileClaudeMatcher } from './claude-code/matcher.ts';
