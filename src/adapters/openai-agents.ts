import { isDeepStrictEqual } from 'node:util';
import { nextId } from '../engine/values/ids.ts';
import { type Fields, isObject } from '../engine/values/shapes.ts';
import { callOf, Guard, type Policy, type Ran } from './guard.ts';
import { type GuardedModel, guardModel } from './openai-agents-model.ts';

interface RunContext {
  isToolApproved(approval: { readonly toolName: string; readonly callId: string }): boolean | undefined;
}

interface CallDetails {
  readonly toolCall?: { readonly callId?: string };
  readonly signal?: AbortSignal;
}

interface SdkAgent {
  readonly name: string;
  tools: readonly object[];
  mcpServers: readonly object[];
  handoffs: readonly object[];
  model: unknown;
}

interface FunctionTool {
  readonly name: string;
  invoke(context: RunContext, input: string, details?: CallDetails): unknown;
  needsApproval(context: RunContext, input: unknown, callId?: string): Promise<boolean>;
}

interface McpServer {
  readonly name: string;
  callTool(name: string, input: Fields | null, ...rest: unknown[]): Promise<unknown>;
}

interface Handoff {
  onInvokeHandoff(...rest: unknown[]): unknown;
}

const guardedBy = new WeakMap<object, Set<Guard>>();

/**
 * Guards an agent of the OpenAI Agents SDK, in place: its tools, MCP servers and model, and the agents it hands off to.
 *
 *     const agent = guardAgent(new Agent({ name, instructions, tools }), hooks);
 */
export function guardAgent<Agent extends object>(agent: Agent, policy: Policy): Agent {
  guardOnce(agent, Guard.of(policy));
  return agent;
}

function guardOnce(given: object, guard: Guard): void {
  const guards = guardedBy.get(given) ?? new Set();
  if (guards.has(guard)) return;
  guardedBy.set(given, guards.add(guard));
  const agent = given as SdkAgent;
  // Tools added later would not be guarded, so adding them fails.
  agent.tools = Object.freeze(agent.tools.map((tool) => guardTool(tool as Fields, agent.name, guard)));
  agent.mcpServers = Object.freeze(
    agent.mcpServers.map((server) => guardServer(server as McpServer, agent.name, guard)),
  );
  if (isObject(agent.model))
    agent.model = guardModel(agent.model as unknown as GuardedModel, guard, agent.name);
  for (const next of agent.handoffs) {
    if (!('onInvokeHandoff' in next)) guardOnce(next, guard);
    else guardHandoff(next as Handoff, guard);
  }
}

/** Some handoffs make their agent only when the model hands off. */
function guardHandoff(handoff: Handoff, guard: Guard): void {
  const invoke = handoff.onInvokeHandoff.bind(handoff);
  handoff.onInvokeHandoff = async (...rest) => {
    const agent = await invoke(...rest);
    if (isObject(agent)) guardOnce(agent, guard);
    return agent;
  };
}

function guardTool(tool: Fields, agent: string, guard: Guard): object {
  const { type, shell, editor, name } = tool;
  if (type === 'function') return guardFunction(tool as unknown as FunctionTool, agent, guard);
  const own = { agent, guard, name: String(name) };
  if (isObject(shell)) return { ...tool, shell: guardMethods(shell, ['run'], own, shellFailure) };
  const edits = ['createFile', 'updateFile', 'deleteFile'];
  if (isObject(editor)) return { ...tool, editor: guardMethods(editor, edits, own, editFailure) };
  guard.warn(`hooks do not guard the tool "${String(name)}": it does not run as a function in this process`);
  return tool;
}

function guardFunction(tool: FunctionTool, agent: string, guard: Guard): object {
  const { name } = tool;
  return {
    ...tool,
    needsApproval: async (context: RunContext, input: unknown, callId?: string) => {
      const isAsked = await tool.needsApproval(context, input, callId);
      return guard.needsPerson(callOf(callId ?? '', name, input, agent), isAsked);
    },
    invoke: async (context: RunContext, text: string, details?: CallDetails) => {
      const callId = details?.toolCall?.callId;
      let input: unknown;
      try {
        input = JSON.parse(text === '' ? '{}' : text);
      } catch {
        // The tool refuses such input itself.
        return tool.invoke(context, text, details);
      }
      const call = callOf(callId ?? '', name, input, agent);
      const ran = await guard.run(
        call,
        (final: Fields) => {
          if (isDeepStrictEqual(final, call.input)) return tool.invoke(context, text, details);
          // The details hold the original input, which would win.
          return tool.invoke(context, JSON.stringify(isObject(input) ? final : final['input']), {
            ...details,
          });
        },
        {
          signal: details?.signal,
          isApproved: callId !== undefined && context.isToolApproved({ toolName: name, callId }) === true,
        },
      );
      return outputOf(ran);
    },
  };
}

/** The model sees a text; an error would end the run. */
function outputOf(ran: Ran): unknown {
  if (ran.error !== null) {
    if (ran.isThrown) throw ran.error;
    return ran.text;
  }
  return ran.appended.length > 0 ? ran.text : ran.value;
}

function guardServer(server: McpServer, agent: string, guard: Guard): object {
  const callTool = async (tool: string, input: Fields | null, ...rest: unknown[]): Promise<unknown> => {
    const name = `mcp__${server.name}__${tool}`;
    const call = { id: nextId(), name, input: input ?? {}, agent };
    const ran = await guard.run(call, (final: Fields) => server.callTool(tool, final, ...rest));
    if (ran.error !== null) return [{ type: 'text', text: ran.text }];
    const texts = ran.appended.map((text) => ({ type: 'text', text }));
    if (Array.isArray(ran.value)) return [...(ran.value as unknown[]), ...texts];
    return ran.isChanged || texts.length > 0 ? [{ type: 'text', text: ran.text }] : ran.value;
  };
  return withMethods(server, { callTool });
}

type Method = (input: Fields, ...rest: unknown[]) => unknown;

/** The result of a shell or an editor whose call was refused or whose output changed. */
type Failure = (text: string) => Fields;

const shellFailure: Failure = (text) => ({
  output: [{ stdout: '', stderr: text, outcome: { type: 'exit', exitCode: 1 } }],
});
const editFailure: Failure = (output) => ({ status: 'failed', output });

interface OwnTool {
  readonly agent: string;
  readonly guard: Guard;
  readonly name: string;
}

function guardMethods(
  target: Fields,
  names: readonly string[],
  { agent, guard, name }: OwnTool,
  failure: Failure,
): object {
  const guarded = names.map((method) => {
    const run: Method = async (input, ...rest) => {
      const original = target[method] as Method;
      const { path: file_path, commands, ...others } = input;
      const named = {
        ...others,
        ...(commands !== undefined && { command: (commands as readonly string[]).join('\n'), commands }),
        ...(file_path !== undefined && { file_path }),
      };
      const call = { id: nextId(), name, input: named, agent };
      const ran = await guard.run(call, (final: Fields) => {
        if (!isDeepStrictEqual(final, named))
          throw new Error('hooks changed the input, and this tool cannot take another');
        return original.call(target, input, ...rest);
      });
      if (ran.isThrown) throw ran.error;
      return ran.error === null && !(ran.isChanged && !isObject(ran.value)) ? ran.value : failure(ran.text);
    };
    return [method, run] as const;
  });
  return withMethods(target, Object.fromEntries(guarded));
}

/** A proxy, since a copy would lose private fields. */
function withMethods(target: object, methods: Fields): object {
  return new Proxy(target, {
    get: (_, key) => {
      if (typeof key === 'string' && Object.hasOwn(methods, key)) return methods[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
