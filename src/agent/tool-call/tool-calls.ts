import { canonicalTool } from '../../engine/points/tool-names.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { ToolResultBlock, ToolUseBlock } from '../../models/model.ts';
import { untilAborted } from '../loop/abort.ts';
import type { Actor } from '../loop/actor.ts';
import { tagOf } from '../loop/session.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
import { type GateAnswer, ToolCallState } from './tool-call-state.ts';

export interface ToolCallsDone {
  readonly results: readonly ToolResultBlock[];
  readonly messages: readonly string[];
  readonly halted: boolean;
  readonly haltReason: string | null;
}

export async function runToolCalls(
  actor: Actor,
  asked: readonly ToolUseBlock[],
  problems: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<ToolCallsDone> {
  const calls = asked.map((call) => ({ ...call, name: nameOf(call, actor.tools) }));
  const results: ToolResultBlock[] = [];
  const messages: string[] = [];
  let ending: GateAnswer | null = null;
  for (const batch of batches(calls, actor.tools)) {
    const skip = skipReason(signal, ending);
    const answers = await Promise.all(
      batch.map((call) =>
        skip === null ? runCall(actor, call, problems.get(call.id), signal) : skipped(call, skip),
      ),
    );
    for (const [index, answer] of answers.entries()) {
      const call = batch[index];
      if (call === undefined) continue;
      results.push(resultOf(actor, call, answer));
      messages.push(...answer.messages);
      if (answer.halted) ending ??= answer;
    }
  }
  return { results, messages, halted: ending !== null, haltReason: ending?.haltReason ?? null };
}

export function refuseToolCalls(actor: Actor, calls: readonly ToolUseBlock[], reason: string): ToolCallsDone {
  const results = calls.map((call) => resultOf(actor, call, skipped(call, `Not run. ${reason}`)));
  return { results, messages: [], halted: false, haltReason: null };
}

function nameOf({ name }: ToolUseBlock, tools: ReadonlyMap<string, Tool>): string {
  return !tools.has(name) && tools.has(canonicalTool(name)) ? canonicalTool(name) : name;
}

function batches(
  calls: readonly ToolUseBlock[],
  tools: ReadonlyMap<string, Tool>,
): readonly ToolUseBlock[][] {
  const isSafe = (call: ToolUseBlock | undefined): boolean =>
    call !== undefined && tools.get(call.name)?.concurrent === true;
  const found: ToolUseBlock[][] = [];
  for (const call of calls) {
    const last = found.at(-1);
    if (last !== undefined && isSafe(last[0]) && isSafe(call)) last.push(call);
    else found.push([call]);
  }
  return found;
}

function skipReason(signal: AbortSignal, ending: GateAnswer | null): string | null {
  if (signal.aborted) return 'Not run: interrupted';
  return ending === null ? null : 'Not run: a hook ended the turn';
}

function skipped(call: ToolUseBlock, content: string): GateAnswer {
  const state = new ToolCallState(call, {});
  state.refuse(content);
  return state.answer();
}

function runCall(
  actor: Actor,
  call: ToolUseBlock,
  problem: string | undefined,
  signal: AbortSignal,
): Promise<GateAnswer> {
  const { session, identity, gate, tools } = actor;
  const tool = tools.get(call.name);
  if (tool === undefined || problem !== undefined) {
    const unknown = `there is no tool of the name "${call.name}"${didYouMean(call.name, tools.keys())}`;
    return Promise.resolve(skipped(call, problem ?? unknown));
  }
  const context: ToolContext = {
    cwd: session.setup.cwd,
    agent: identity,
    toolUseId: call.id,
    signal,
    fire: session.firing(identity),
    files: session.setup.files,
  };
  return gate.call(call, (input) => untilAborted(() => tool.run(input, context), signal), {
    inputSchema: tool.inputSchema,
    signal,
    ...(tool.readOnly !== undefined && { readOnly: tool.readOnly }),
    ...(tool.edits !== undefined && { edits: tool.edits }),
    ...(tool.render !== undefined && { render: tool.render.bind(tool) }),
  });
}

function resultOf({ session, identity }: Actor, call: ToolUseBlock, answer: GateAnswer): ToolResultBlock {
  const { content, isError } = answer;
  session.setup.emit({
    type: 'tool_result',
    ...tagOf(identity),
    tool_use_id: call.id,
    tool_name: call.name,
    content,
    is_error: isError,
  });
  const result = { type: 'tool_result' as const, tool_use_id: call.id, content };
  return isError ? { ...result, is_error: true } : result;
}
