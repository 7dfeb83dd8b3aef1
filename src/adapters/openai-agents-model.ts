import { type Fields, isObject } from '../engine/values/shapes.ts';
import { Guard, type Policy } from './guard.ts';

interface Request {
  readonly systemInstructions?: string;
  readonly input: string | readonly Fields[];
  readonly previousResponseId?: string;
  readonly conversationId?: string;
  readonly signal?: AbortSignal;
}

interface Response {
  readonly output: readonly Fields[];
  readonly responseId?: string;
}

export interface GuardedModel {
  getResponse(request: Request): Promise<Response>;
  getStreamedResponse(request: Request): AsyncIterable<Fields>;
}

/**
 * Lets hooks see the model's side of every agent whose model has only a name.
 *
 *     new Runner({ modelProvider: guardModels(new OpenAIProvider(), hooks) })
 */
export function guardModels<Provider extends object>(provider: Provider, policy: Policy): Provider {
  const guard = Guard.of(policy);
  const { getModel } = provider as unknown as {
    getModel(name?: string): GuardedModel | Promise<GuardedModel>;
  };
  const guarded = async (name?: string) => guardModel(await getModel.call(provider, name), guard);
  return new Proxy(provider, {
    get: (target, key) => (key === 'getModel' ? guarded : Reflect.get(target, key, target)),
  });
}

export function guardModel(model: GuardedModel, guard: Guard, agent?: string): GuardedModel {
  return new Proxy(model, {
    get: (target, key) => {
      if (key === 'getResponse') return (request: Request) => respond(target, request, guard, agent);
      if (key === 'getStreamedResponse') return (request: Request) => stream(target, request, guard, agent);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function respond(model: GuardedModel, given: Request, guard: Guard, agent?: string): Promise<Response> {
  const { refusal, request, told } = await before(given, guard, agent);
  if (refusal !== null) return { ...noResponse, output: [answer(refusal)] };
  const said: Fields[] = [];
  for (let round = request, resumes = 0; ; resumes += 1) {
    const response = await model.getResponse(round);
    told();
    const end = await after(response.output, round, resumes, guard, agent);
    said.push(...end.output);
    if (end.resume === null) return { ...response, output: said };
    round = resumed(round, response, end.output, end.resume);
  }
}

async function* stream(
  model: GuardedModel,
  given: Request,
  guard: Guard,
  agent?: string,
): AsyncGenerator<Fields> {
  const { refusal, request, told } = await before(given, guard, agent);
  if (refusal !== null) {
    yield { type: 'response_started' };
    yield { type: 'output_text_delta', delta: refusal };
    yield { type: 'response_done', response: { ...noResponse, id: 'hookline', output: [answer(refusal)] } };
    return;
  }
  const isWatched = guard.listensAt('post:message', 'Stop');
  const said: Fields[] = [];
  for (let round = request, resumes = 0; ; resumes += 1) {
    const held: Fields[] = [];
    let done: Fields | null = null;
    for await (const event of model.getStreamedResponse(round)) {
      if (event['type'] === 'response_done') done = event;
      // Text that was streamed can't be changed any more, so it waits for hooks that may change it.
      else if (isWatched) held.push(event);
      else yield event;
    }
    told();
    const response = done?.['response'];
    if (!isObject(response) || !Array.isArray(response['output'])) return yield* held;
    const output: readonly Fields[] = response['output'];
    const end = await after(output, round, resumes, guard, agent);
    if (end.output === output) yield* held;
    else yield { type: 'output_text_delta', delta: textOf(end.output) };
    said.push(...end.output);
    if (end.resume === null) return yield { ...done, response: { ...response, output: said } };
    const responseId = typeof response['id'] === 'string' ? { responseId: response['id'] } : {};
    round = resumed(round, { output, ...responseId }, end.output, end.resume);
  }
}

const noResponse = {
  usage: {
    requests: 0,
    inputTokens: 0,
    outputTokens: 0,
    totalTokens: 0,
    inputTokensDetails: [],
    outputTokensDetails: [],
  },
};

function answer(text: string): Fields {
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  };
}

interface Before {
  readonly refusal: string | null;
  readonly request: Request;
  told(): void;
}

async function before(request: Request, guard: Guard, agent?: string): Promise<Before> {
  const given = request.input;
  const items: readonly Fields[] = typeof given === 'string' ? [userMessage(given)] : given;
  const user = items.findLastIndex(({ role }) => role === 'user');
  const tail = items.slice(items.findLastIndex(({ type }) => !isResult(type)) + 1);
  const turn = await guard.beforeModel(textOf(items.slice(user, user + 1)), {
    isNew: user >= 0 && user === items.length - 1,
    calls: tail.map(({ callId }) => String(callId)),
    agent,
    signal: request.signal,
  });
  const input = [...items];
  if (turn.prompt !== null && user >= 0) {
    const { content } = items[user] ?? {};
    const rest = Array.isArray(content) ? content.filter((part) => !isText(part)) : [];
    input[user] = { ...items[user], content: [{ type: 'input_text', text: turn.prompt }, ...rest] };
  }
  input.push(...turn.messages.map(userMessage));
  const system = [request.systemInstructions ?? '', turn.system.join('\n')].filter((text) => text !== '');
  const changed = {
    ...request,
    input,
    ...(system.length > 0 && { systemInstructions: system.join('\n\n') }),
  };
  const isSame = turn.prompt === null && turn.messages.length === 0 && turn.system.length === 0;
  return { refusal: turn.refusal, request: isSame ? request : changed, told: turn.told };
}

async function after(
  output: readonly Fields[],
  { signal }: Request,
  resumes: number,
  guard: Guard,
  agent?: string,
): Promise<{ readonly output: readonly Fields[]; readonly resume: readonly string[] | null }> {
  for (const { type, name } of output)
    if (type === 'hosted_tool_call')
      guard.warn(`hooks do not guard the tool "${String(name)}": the provider runs it`);
  const hasCalls = output.some(({ type }) => String(type).endsWith('_call') && type !== 'hosted_tool_call');
  const { text, resume } = await guard.afterModel(textOf(output), hasCalls, resumes, { agent, signal });
  if (text === null) return { output, resume };
  return { output: [answer(text), ...output.filter(({ role }) => role !== 'assistant')], resume };
}

const isResult = (type: unknown): boolean => /_(?:call_result|call_output)$/.test(String(type));
const isText = (part: unknown): part is { readonly text: string } =>
  isObject(part) && (part['type'] === 'input_text' || part['type'] === 'output_text');

function userMessage(content: string): Fields {
  return { type: 'message', role: 'user', content };
}

function textOf(items: readonly Fields[]): string {
  return items
    .flatMap(({ content }) => (Array.isArray(content) ? content : [{ type: 'input_text', text: content }]))
    .filter(isText)
    .map(({ text }) => text ?? '')
    .join('');
}

function resumed(
  request: Request,
  { responseId }: Response,
  output: readonly Fields[],
  reasons: readonly string[],
): Request {
  const messages = reasons.map(userMessage);
  // The provider keeps the conversation.
  if (request.conversationId !== undefined) return { ...request, input: messages };
  if (request.previousResponseId !== undefined && responseId !== undefined)
    return { ...request, input: messages, previousResponseId: responseId };
  const { input } = request;
  return {
    ...request,
    input: [...(typeof input === 'string' ? [userMessage(input)] : input), ...output, ...messages],
  };
}
