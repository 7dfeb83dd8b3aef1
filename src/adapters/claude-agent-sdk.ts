import { isDeepStrictEqual } from 'node:util';
import type { Approver } from '../agent/tool-call/permissions.ts';
import type { ToolInput } from '../engine/points/inputs.ts';
import { toAgentSdkHooks } from '../front-doors/runner/agent-sdk.ts';
import { Guard, type Policy } from './guard.ts';

type Permission =
  | { readonly behavior: 'allow'; readonly updatedInput?: Record<string, unknown> }
  | { readonly behavior: 'deny'; readonly message: string; readonly interrupt?: boolean };

interface Question {
  readonly signal: AbortSignal;
  readonly toolUseID?: string;
  readonly agentID?: string;
  readonly decisionReason?: string;
}

type CanUseTool = (name: string, input: Record<string, unknown>, question: Question) => Promise<Permission>;

interface SdkOptions {
  readonly hooks?: Readonly<Record<string, readonly object[]>>;
  readonly canUseTool?: CanUseTool;
}

/**
 * Guards an agent of the Claude Agent SDK and its subagents. The other options stay.
 *
 *     query({ prompt, options: guardOptions({ maxTurns: 9 }, hooks) })
 */
export function guardOptions<Options extends object>(options: Options, policy: Policy): Options {
  const guard = Guard.of(policy);
  const { hooks: own = {}, canUseTool } = options as SdkOptions;
  const { hooks, approver, agent } = guard.options;
  const table = toAgentSdkHooks(hooks, { onFailure: 'block', ...(agent !== undefined && { agent }) });
  const merged = Object.entries(table).map(
    ([event, groups]) => [event, [...groups, ...(own[event] ?? [])]] as const,
  );
  const ask = approver === undefined ? canUseTool : askApprover(approver);
  return {
    ...options,
    hooks: { ...own, ...Object.fromEntries(merged) },
    ...(ask && { canUseTool: judgingChanges(guard, ask) }),
  };
}

function askApprover(approver: Approver): CanUseTool {
  return async (toolName, input, { signal, toolUseID = '', agentID = '', decisionReason = '' }) => {
    const agent = { id: agentID, type: null };
    const request = { toolName, input, toolUseId: toolUseID, agent, reason: decisionReason };
    const answer = await approver(request, { signal });
    if (answer === true) return { behavior: 'allow', updatedInput: input };
    if (answer === false) return { behavior: 'deny', message: 'Permission denied by the user' };
    if (answer.allow) return { behavior: 'allow', updatedInput: { ...(answer.input ?? input) } };
    return { behavior: 'deny', message: `Permission denied by the user: ${answer.reason ?? 'no reason'}` };
  };
}

/** Hooks have not seen an input that a person changed. */
function judgingChanges(guard: Guard, ask: CanUseTool): CanUseTool {
  return async (name, input, question) => {
    const answer = await ask(name, input, question);
    if (answer.behavior !== 'allow' || answer.updatedInput === undefined) return answer;
    const changed: ToolInput = answer.updatedInput;
    if (isDeepStrictEqual(changed, input)) return answer;
    const { toolUseID = '', agentID, signal } = question;
    const call = { id: toolUseID, name, input: changed, agent: agentID };
    const verdict = await guard.judge(call, { signal, isAsked: true, isApproved: true });
    if (verdict.verdict === 'deny') return { behavior: 'deny', message: verdict.reason };
    if (verdict.verdict === 'ask' || isDeepStrictEqual(verdict.input, changed)) return answer;
    return { behavior: 'deny', message: 'hooks changed the input that was approved' };
  };
}
