import { type Fields, isObject } from '../engine/values/shapes.ts';
import { before, type PromptMessage } from './ai-sdk-model.ts';
import { callOf, Guard, guardEach, type Policy } from './guard.ts';

interface CallContext {
  readonly agent?: { readonly toolCallId?: string };
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal;
}

type NeedsApproval = (input: unknown, context?: unknown) => boolean | Promise<boolean>;

interface MastraTool {
  readonly id?: string;
  readonly execute?: (input: never, context: CallContext) => unknown;
  readonly requireApproval?: boolean | NeedsApproval;
  readonly needsApprovalFn?: NeedsApproval;
}

/**
 * Guards the tools of a Mastra agent. They keep their types.
 *
 *     new Agent({ …, tools: guardTools({ weather }, hooks) })
 */
export function guardTools<Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  policy: Policy,
): Tools {
  return guardEach(tools, policy, guardTool);
}

function guardTool(name: string, tool: MastraTool, guard: Guard): object {
  const { execute, requireApproval, needsApprovalFn } = tool;
  if (execute === undefined) {
    guard.warn(`hooks do not guard the tool "${name}": it does not run in this process`);
    return tool;
  }
  const own = needsApprovalFn ?? requireApproval;
  const asked = new Set<string>();
  // Mastra asks this of every call of an agent, also of an approved one that it is about to run. It gives no id.
  const needsApproval: NeedsApproval = async (input, context) => {
    const isAsked = Boolean(typeof own === 'function' ? await own(input, context) : own);
    const id = unnamed(name, input);
    const needsPerson = await guard.needsPerson(callOf(id, name, input), isAsked);
    if (needsPerson) asked.add(id);
    else asked.delete(id);
    return needsPerson;
  };
  const guardedExecute = async (input: unknown, context: CallContext): Promise<unknown> => {
    const judgedAs = unnamed(name, input);
    // Outside of an agent, such as in a workflow, no one was asked.
    const isApproved = context?.agent !== undefined && asked.delete(judgedAs);
    const id = context?.agent?.toolCallId ?? context?.toolCallId ?? '';
    const ran = await guard.run(
      callOf(id, name, input),
      (final: Fields) => execute.call(tool, (isObject(input) ? final : final['input']) as never, context),
      { signal: context?.abortSignal, isApproved, judgedAs },
    );
    if (ran.error !== null) throw ran.error;
    return ran.appended.length > 0 ? ran.text : ran.value;
  };
  // Mastra knows its tools by their class.
  return Object.assign(Object.create(Object.getPrototypeOf(tool) as object) as object, tool, {
    execute: guardedExecute,
    requireApproval: needsApproval,
    needsApprovalFn: needsApproval,
  });
}

function unnamed(name: string, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`;
}

interface StepContext {
  readonly abortSignal?: AbortSignal;
  readonly retryCount?: number;
  readonly state: Record<string, unknown>;
  abort(reason?: string, options?: { readonly retry?: boolean }): never;
}

interface LlmRequest extends StepContext {
  readonly prompt: readonly PromptMessage[];
}

interface OutputStep extends StepContext {
  readonly messages: readonly Fields[];
  readonly toolCalls?: readonly unknown[];
  readonly text?: string;
}

interface HooklineProcessor {
  readonly id: 'hookline';
  processLLMRequest(args: LlmRequest): Promise<{ prompt: never } | { response: never }>;
  processOutputStep(args: OutputStep): Promise<never>;
}

/**
 * Lets hooks see the model's side: prompts, answers, the end of a turn, and the texts that they add.
 *
 *     const processor = hooklineProcessor(hooks);
 *     new Agent({ …, inputProcessors: [processor], outputProcessors: [processor], maxProcessorRetries: 8 })
 */
export function hooklineProcessor(policy: Policy): HooklineProcessor {
  const guard = Guard.of(policy);
  return {
    id: 'hookline',
    async processLLMRequest({ prompt, abortSignal, retryCount = 0, state }) {
      const turn = await before(guard, { prompt, abortSignal }, retryCount === 0);
      if (turn.refusal !== null) {
        state['refused'] = true;
        return { response: refusal(turn.refusal) as never };
      }
      turn.told();
      const reasons = (state['reasons'] ?? []) as readonly string[];
      state['reasons'] = [];
      const added = reasons.map((text) => ({ role: 'user', content: [{ type: 'text', text }] }));
      return { prompt: [...turn.params.prompt, ...added] as never };
    },
    async processOutputStep({
      messages,
      toolCalls = [],
      text = '',
      abortSignal,
      retryCount = 0,
      state,
      abort,
    }) {
      if (state['refused'] === true) return messages as never;
      const scope = { signal: abortSignal };
      const changed = await guard.changedText(text, scope);
      const reasons = toolCalls.length > 0 ? null : await guard.resumeWith(retryCount, scope);
      if (reasons !== null) {
        state['reasons'] = reasons;
        abort(reasons.join('\n'), { retry: true });
      }
      return (changed === null ? messages : withText(messages, changed)) as never;
    },
  };
}

function refusal(text: string): Fields {
  const id = 'hookline';
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
  const chunk = (type: string, payload: Fields): Fields => ({ type, payload });
  return {
    chunks: [
      chunk('text-start', { id }),
      chunk('text-delta', { id, text }),
      chunk('text-end', { id }),
      chunk('finish', { stepResult: { reason: 'stop' }, output: { usage }, metadata: {} }),
    ],
  };
}

function withText(messages: readonly Fields[], text: string): readonly Fields[] {
  const last = messages.at(-1);
  const content = last?.['content'];
  if (last === undefined || !isObject(content) || !Array.isArray(content['parts'])) return messages;
  const others = content['parts'].filter((part) => !isObject(part) || part['type'] !== 'text');
  const changed = { ...content, parts: [...others, { type: 'text', text }], content: text };
  return [...messages.slice(0, -1), { ...last, content: changed }];
}
