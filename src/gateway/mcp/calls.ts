import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import { asksForSecret, canBeAsked, questionKey, questionParams, type Round } from './approval.ts';
import { clientCapabilities, type Id, isModern, type RpcMessage } from './message.ts';
import { offersSomething } from './offers.ts';

/** Each takes a line without its end. */
export interface Sides {
  toClient(line: string): void;
  toServer(line: string): void;
}

export interface Pending {
  readonly id: Id;
  readonly method: string;
  readonly tool: string | null;
  readonly sides: Sides;
  readonly params: Fields;
  readonly isModern: boolean;
  readonly canAsk: boolean;
  input: Fields;
  context: string;
  isApproved: boolean;
  isSent: boolean;
  /** The id of the proxy's open question to the client. */
  question: string | null;
}

/** Requests of either side that are judged as calls of these tools. */
export const judgedMethods: ReadonlyMap<string, string> = new Map([
  ['resources/read', 'resources_read'],
  ['prompts/get', 'prompts_get'],
  ['tasks/result', 'tasks_result'],
  ['tasks/get', 'tasks_get'],
  ['sampling/createMessage', 'sampling_createMessage'],
  ['elicitation/create', 'elicitation_create'],
  ['roots/list', 'roots_list'],
]);

export function isCall(method: string): boolean {
  return method === 'tools/call' || judgedMethods.has(method);
}

/** The policy's host refuses an input that is not an object. */
export function rawInput({ method, params }: RpcMessage): unknown {
  return method === 'tools/call' ? (params['arguments'] ?? {}) : params;
}

function inputOf(method: string, params: Fields): Fields {
  if (method !== 'tools/call') return params;
  const { arguments: input } = params;
  return isObject(input) ? input : {};
}

function withParams(message: RpcMessage, params: Fields): RpcMessage {
  const fields = { ...message.fields, params };
  return { ...message, fields, params, line: JSON.stringify(fields) };
}

export function rewritten(message: RpcMessage, input: Fields): string {
  const { method, params } = message;
  return withParams(message, method === 'tools/call' ? { ...params, arguments: input } : input).line;
}

export function afterRound(message: RpcMessage, { isApproved, forServer }: Round): RpcMessage {
  const { inputResponses, requestState: _, ...params } = message.params;
  return withParams(message, { ...params, ...(isApproved && { inputResponses }), ...forServer });
}

export function answerIn({ params: { inputResponses } }: RpcMessage): unknown {
  return isObject(inputResponses) ? inputResponses[questionKey] : undefined;
}

export function secretQuestion(tool: string, method: string, params: Fields): Fields | null {
  if (!asksForSecret(method, params)) return null;
  const reason = 'The MCP server wants to ask you for what looks like a secret. It gets what you answer.';
  return questionParams({ tool, input: params, reason });
}

export function requestsIn({
  inputRequests,
}: Fields): readonly { readonly method: string; readonly params: Fields }[] {
  const all = isObject(inputRequests) ? Object.values(inputRequests).filter(isObject) : [];
  return all.map(({ method, params }) => ({
    method: textOf(method),
    params: isObject(params) ? params : {},
  }));
}

/** The tool is its name in the policy; null for requests about something else. */
export function openRequest(
  message: RpcMessage,
  { canAsk, ...own }: Pick<Pending, 'id' | 'tool' | 'sides' | 'canAsk'>,
): Pending {
  const { params } = message;
  const method = message.method ?? '';
  const modern = isModern(message);
  return {
    ...own,
    method,
    isModern: modern,
    canAsk: modern ? canBeAsked(clientCapabilities(message)) : canAsk,
    params: offersSomething(method) ? params : {},
    input: inputOf(method, params),
    context: '',
    isApproved: false,
    isSent: own.tool === null,
    question: null,
  };
}
