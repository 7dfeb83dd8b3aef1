import { putLast } from '../engine/values/maps.ts';
import { type Fields, isObject } from '../engine/values/shapes.ts';
import { suppressedText } from '../protocols/wire-input.ts';
import { callOf, Guard, guardEach, maxCalls, type Policy } from './guard.ts';

interface CallContext {
  readonly toolCallId: string;
  readonly messages: readonly unknown[];
  readonly abortSignal?: AbortSignal | undefined;
}

interface SdkTool {
  readonly execute?: (input: never, context: CallContext) => unknown;
  readonly needsApproval?: boolean | ((input: unknown, context: CallContext) => unknown);
  readonly toModelOutput?: (options: ModelOutputOptions) => unknown;
}

interface ModelOutputOptions {
  readonly toolCallId: string;
  readonly output: unknown;
}

/**
 * Guards the tools of an AI SDK agent. They keep their types.
 *
 *     generateText({ model, prompt, tools: guardTools({ weather }, hooks) })
 */
export function guardTools<Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  policy: Policy,
): Tools {
  return guardEach(tools, policy, guardTool);
}

const originals = new WeakMap<object, SdkTool>();

function guardTool(name: string, tool: SdkTool, guard: Guard): object {
  const { execute } = tool;
  if (execute === undefined) {
    guard.warn(`hooks do not guard the tool "${name}": it does not run in this process`);
    return tool;
  }
  const texts = new Map<string, string>();
  const guarded: SdkTool = {
    ...tool,
    needsApproval: async (input, context) => {
      const isAsked = await asksAnyway(tool, input, context);
      return guard.needsPerson(callOf(context.toolCallId, name, input), isAsked);
    },
    execute: async (input, context) => {
      const ran = await guard.run(
        callOf(context.toolCallId, name, input),
        (final: never) => execute.call(tool, final, context),
        { signal: context.abortSignal, isApproved: isApproved(context) },
      );
      if (ran.error !== null) throw ran.error;
      if (ran.appended.length > 0 || ran.value === suppressedText)
        putLast(texts, context.toolCallId, ran.text, maxCalls);
      return ran.value;
    },
    toModelOutput: (options) => {
      const { toolCallId, output } = options;
      const text = texts.get(toolCallId);
      if (text !== undefined) return { type: 'text', value: text };
      if (tool.toModelOutput !== undefined) return tool.toModelOutput.call(tool, options);
      return typeof output === 'string'
        ? { type: 'text', value: output }
        : { type: 'json', value: output === undefined ? null : output };
    },
  };
  originals.set(guarded, tool);
  return guarded;
}

async function asksAnyway(
  { needsApproval }: SdkTool,
  input: unknown,
  context: CallContext,
): Promise<boolean> {
  return Boolean(typeof needsApproval === 'function' ? await needsApproval(input, context) : needsApproval);
}

interface ApprovalRequest {
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };
  readonly tools?: object | undefined;
  readonly messages: readonly unknown[];
}

type ApprovalStatus = { readonly type: 'denied' | 'user-approval'; readonly reason?: string } | undefined;

/**
 * For AI SDK 7: denies and asks before a tool runs, with the reason. `guardTools` alone does it without reasons.
 *
 *     generateText({ model, prompt, tools: guardTools(tools, hooks), toolApproval: toolApproval(hooks) })
 */
export function toolApproval(policy: Policy): (request: ApprovalRequest) => Promise<ApprovalStatus> {
  const guard = Guard.of(policy);
  return async ({ toolCall: { toolCallId, toolName, input }, tools, messages }) => {
    const context = { toolCallId, messages };
    const guarded: unknown = Object.entries(tools ?? {}).find(([name]) => name === toolName)?.[1];
    const tool = isObject(guarded) ? (originals.get(guarded) ?? guarded) : {};
    const isAsked = await asksAnyway(tool, input, context);
    const verdict = await guard.judge(callOf(toolCallId, toolName, input), { isAsked });
    if (verdict.verdict === 'allow') return isAsked ? { type: 'user-approval' } : undefined;
    return { type: verdict.verdict === 'deny' ? 'denied' : 'user-approval', reason: verdict.reason };
  };
}

/** The SDK runs a call that it asked about only after this answer. */
function isApproved({ toolCallId, messages }: CallContext): boolean {
  const parts: readonly Fields[] = messages.flatMap((message) => {
    const content = isObject(message) ? message['content'] : undefined;
    return Array.isArray(content) ? content.filter(isObject) : [];
  });
  const requests = parts.filter(
    (part) => part['type'] === 'tool-approval-request' && part['toolCallId'] === toolCallId,
  );
  const ids = new Set(requests.map((part) => part['approvalId']));
  return parts.some(
    (part) =>
      part['type'] === 'tool-approval-response' && ids.has(part['approvalId']) && part['approved'] === true,
  );
}
