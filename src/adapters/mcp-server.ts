import { HooklineError } from '../engine/values/errors.ts';
import { nextId } from '../engine/values/ids.ts';
import { putLast } from '../engine/values/maps.ts';
import { type Fields, isObject } from '../engine/values/shapes.ts';
import { callMark, isYes, questionParams, Rounds } from '../gateway/mcp/approval.ts';
import { suppressedText } from '../protocols/wire-input.ts';
import { Guard, type GuardedCall, maxCalls, type Policy, type Ran } from './guard.ts';

interface Request {
  readonly params: { readonly name: string; readonly arguments?: Fields };
}

interface Context {
  readonly mcpReq: { readonly signal?: AbortSignal; readonly inputResponses?: Fields };
}

type Handler = (request: Request, context: Context) => unknown;

interface LowLevelServer {
  readonly _serverInfo?: { readonly name?: unknown };
  assertCanSetRequestHandler(method: string): void;
  setRequestHandler(method: string, ...rest: unknown[]): void;
}

/**
 * Guards the tools of your own MCP server. Call it before the first tool is registered.
 *
 *     const server = guardServer(new McpServer({ name: 'files', version: '1.0.0' }), hooks);
 */
export function guardServer<Server extends object>(server: Server, policy: Policy): Server {
  const inner = ('server' in server ? server.server : server) as LowLevelServer;
  const name = inner._serverInfo?.name;
  if (typeof name !== 'string')
    throw new HooklineError(
      'option-invalid',
      'guardServer() takes a server of @modelcontextprotocol/server 2',
    );
  // Throws when tools are registered already: their handler would stay unguarded.
  inner.assertCanSetRequestHandler('tools/call');
  const tools = new GuardedTools(name, Guard.of(policy));
  const set = inner.setRequestHandler.bind(inner);
  inner.setRequestHandler = (method, ...rest) => {
    const handler = rest.at(-1);
    if (method !== 'tools/call' || typeof handler !== 'function') return set(method, ...rest);
    return set(method, ...rest.slice(0, -1), (request: Request, context: Context) =>
      tools.call(request, context, handler as Handler),
    );
  };
  return server;
}

/** Shared by the servers of one policy: over HTTP, each request may have its own server. */
class Questions {
  readonly rounds = new Rounds();
  /** The approved calls whose tools ask the client something themselves. */
  readonly continuing = new Map<string, true>();
}

const questionsOf = new WeakMap<Guard, Questions>();

class GuardedTools {
  readonly #server: string;
  readonly #guard: Guard;
  readonly #questions: Questions;
  /** A server can't end the turn of its client's agent, so it refuses everything from there on. */
  #halted: string | null = null;

  constructor(server: string, guard: Guard) {
    this.#server = server;
    this.#guard = guard;
    this.#questions = questionsOf.get(guard) ?? new Questions();
    questionsOf.set(guard, this.#questions);
  }

  async call(request: Request, context: Context, handler: Handler): Promise<unknown> {
    if (this.#halted !== null) return refusal(this.#halted);
    const { name, arguments: input = {} } = request.params;
    const { signal, inputResponses = {} } = context.mcpReq;
    const id = nextId();
    const call: GuardedCall = { id, name: `mcp__${this.#server}__${name}`, input };
    const mark = callMark(name, input);
    let isApproved = false;
    if (this.#guard.asksInFramework) {
      const verdict = await this.#guard.judge(call, { signal });
      if (verdict.verdict === 'ask') {
        const answer = this.#answer(mark, inputResponses);
        if (answer === null) return this.#question(call, verdict.reason, mark);
        if (!answer) return refusal('Permission denied by the user');
        isApproved = true;
      }
    }
    let result: unknown;
    const ran = await this.#guard.run(
      call,
      async (final: Fields) => {
        const params = { ...request.params, arguments: final };
        result = await handler({ ...request, params }, context);
        return outputOf(result);
      },
      { signal, isApproved },
    );
    // An MCP server has no system prompt and no user turn.
    const { system, messages, halt } = this.#guard.takeLater(id);
    this.#halted = halt;
    if (isObject(result) && result['resultType'] === 'input_required') {
      if (isApproved) putLast(this.#questions.continuing, mark, true, maxCalls);
      return result;
    }
    return withOutput(result, ran, [...ran.appended, ...system, ...messages]);
  }

  /** Null: no answer to this call yet. */
  #answer(mark: string, responses: Fields): boolean | null {
    for (const [key, response] of Object.entries(responses)) {
      if (!this.#questions.rounds.isSealed(key)) continue;
      if (this.#questions.rounds.open(key)?.call === mark) return isYes(response);
    }
    return Object.keys(responses).length > 0 && this.#questions.continuing.delete(mark) ? true : null;
  }

  /** For clients before 2026-07-28, the SDK asks by `elicitation/create`. */
  #question({ name, input }: GuardedCall, reason: string, call: string): unknown {
    const params = questionParams({ tool: name, input, reason });
    if (params === null) return refusal('Permission denied: the call is too long to be shown to a person');
    const key = this.#questions.rounds.seal({ call, isApproved: false, forServer: {} });
    const inputRequests = { [key]: { method: 'elicitation/create', params } };
    return { resultType: 'input_required', inputRequests };
  }
}

function refusal(text: string): Fields {
  return { content: [{ type: 'text', text }], isError: true };
}

function outputOf(result: unknown): unknown {
  if (!isObject(result)) return result;
  const { content, structuredContent, isError } = result;
  if (isError === true) throw new Error(textOf(content));
  return structuredContent === undefined ? content : { content, structuredContent };
}

function withOutput(result: unknown, ran: Ran, added: readonly string[]): unknown {
  const { error, executed, isChanged, value } = ran;
  const extra = added.map((text) => ({ type: 'text', text }));
  if (!isObject(result) || !executed) return refusal([error?.message ?? ran.text, ...added].join('\n'));
  const { content, structuredContent, ...rest } = result;
  const old = Array.isArray(content) ? (content as readonly unknown[]) : [];
  if (error !== null && !ran.isThrown) return { ...rest, ...refusal(ran.text) };
  if (!isChanged) return added.length === 0 ? result : { ...result, content: [...old, ...extra] };
  if (value !== suppressedText && isObject(value) && 'structuredContent' in value) {
    const changed = Array.isArray(value['content']) ? (value['content'] as readonly unknown[]) : [];
    return { ...rest, content: [...changed, ...extra], structuredContent: value['structuredContent'] };
  }
  const shown = Array.isArray(value) ? value : [{ type: 'text', text: ran.text }];
  // Only an error may lack the structured result that a tool promises.
  return {
    ...rest,
    content: [...shown, ...extra],
    ...(structuredContent !== undefined && { isError: true }),
  };
}

function textOf(content: unknown): string {
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  return blocks.map(({ type, text }) => (type === 'text' ? String(text) : `[${String(type)}]`)).join('\n');
}
