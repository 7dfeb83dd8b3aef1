import { plainText } from '../agent/tool-call/tool-texts.ts';
import { type Fields, isObject } from '../engine/values/shapes.ts';
import { Guard, type Policy } from './guard.ts';

interface ModelResult {
  readonly content: readonly Fields[];
  readonly finishReason: unknown;
  readonly usage: unknown;
}

export interface Params {
  readonly prompt: readonly PromptMessage[];
  readonly abortSignal?: AbortSignal | undefined;
}

export interface PromptMessage {
  readonly role: string;
  readonly content: unknown;
}

interface StreamResult {
  readonly stream: ReadableStream<Fields>;
}

/** Takes the prompts and results of both SDK generations as they are. */
interface ModelMiddleware {
  readonly specificationVersion: 'v3';
  readonly wrapGenerate: <Result>(
    options: Wrapped & { doGenerate(): PromiseLike<Result> },
  ) => Promise<Result>;
  readonly wrapStream: <Result>(options: Wrapped & { doStream(): PromiseLike<Result> }) => Promise<Result>;
}

interface Wrapped {
  readonly params: object;
  readonly model: object;
}

interface Model {
  doGenerate(params: Params): PromiseLike<ModelResult>;
  doStream(params: Params): PromiseLike<StreamResult>;
}

/**
 * Lets hooks see the model's side: prompts, answers, the end of a turn, and the texts that they add.
 *
 *     wrapLanguageModel({ model, middleware: hooklineMiddleware(hooks) })
 */
export function hooklineMiddleware(policy: Policy): ModelMiddleware {
  const guard = Guard.of(policy);
  return {
    specificationVersion: 'v3',
    wrapGenerate: (options) => generate(guard, options.params as Params, options.model as Model) as never,
    wrapStream: (options) => stream(guard, options.params as Params, options.model as Model) as never,
  };
}

async function generate(guard: Guard, given: Params, model: Model): Promise<ModelResult> {
  const { refusal, params, told } = await before(guard, given);
  if (refusal !== null) {
    const content = [{ type: 'text', text: refusal }];
    return { content, finishReason: stopped, usage: noUsage, warnings: [] } as ModelResult;
  }
  const said: Fields[] = [];
  for (let round = params, resumes = 0; ; resumes += 1) {
    const result = await model.doGenerate(round);
    told();
    const end = await after(guard, result.content, resumes, round);
    said.push(...end.content);
    if (end.resume === null) return { ...result, content: said };
    round = resumed(round, textOf(end.content), end.resume);
  }
}

async function stream(guard: Guard, given: Params, model: Model): Promise<StreamResult> {
  const { refusal, params, told } = await before(guard, given);
  if (refusal !== null) return { stream: ReadableStream.from(refused(refusal)) };
  const first = await model.doStream(params);
  told();
  if (!guard.listensAt('post:message', 'Stop')) return first;
  return { ...first, stream: ReadableStream.from(collected(guard, first.stream, params, model)) };
}

async function* collected(
  guard: Guard,
  first: ReadableStream<Fields>,
  params: Params,
  model: Model,
): AsyncGenerator<Fields> {
  for (let round = params, resumes = 0, parts = first; ; resumes += 1) {
    const held: Fields[] = [];
    let finish: Fields | null = null;
    for await (const part of parts) {
      if (part['type'] === 'finish') finish = part;
      else if (part['type'] !== 'stream-start') held.push(part);
      else if (resumes === 0) yield part;
    }
    const text = held.map((part) => (part['type'] === 'text-delta' ? String(part['delta']) : '')).join('');
    const content = held.filter((part) => part['type'] === 'tool-call');
    const end = await after(guard, [{ type: 'text', text }, ...content], resumes, round);
    const changed = textOf(end.content);
    const place = changed === text ? -1 : Math.max(0, held.findIndex(isText));
    for (const [index, part] of held.entries()) {
      if (index === place) yield* textParts(changed, resumes);
      if (place < 0 || !isText(part)) yield renamed(part, resumes);
    }
    if (end.resume === null) {
      if (finish !== null) yield finish;
      return;
    }
    round = resumed(round, textOf(end.content), end.resume);
    parts = (await model.doStream(round)).stream;
  }
}

const isText = ({ type }: Fields): boolean => typeof type === 'string' && type.startsWith('text-');

/** Each round of a provider may count its texts from the start. */
function renamed(part: Fields, round: number): Fields {
  return isText(part) && round > 0 ? { ...part, id: `${String(part['id'])}-${round}` } : part;
}

function* textParts(text: string, round: number): Generator<Fields> {
  const id = `hookline-${round}`;
  yield { type: 'text-start', id };
  yield { type: 'text-delta', id, delta: text };
  yield { type: 'text-end', id };
}

function* refused(text: string): Generator<Fields> {
  yield { type: 'stream-start', warnings: [] };
  yield* textParts(text, 0);
  yield { type: 'finish', finishReason: stopped, usage: noUsage };
}

const stopped = { unified: 'stop', raw: 'hookline' };
const noTokens = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
const noUsage = { inputTokens: noTokens, outputTokens: noTokens };

interface Before {
  readonly refusal: string | null;
  readonly params: Params;
  told(): void;
}

function partsOf(message: unknown): readonly Fields[] {
  const content = isObject(message) ? message['content'] : undefined;
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** `isNew`: whether the prompt can begin a turn. */
export async function before(guard: Guard, params: Params, isNew = true): Promise<Before> {
  const { prompt: messages } = params;
  const user = messages.findLastIndex(({ role }) => role === 'user');
  const tail = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1);
  const turn = await guard.beforeModel(textOf(partsOf(messages[user])), {
    isNew: isNew && messages.at(-1)?.role === 'user',
    calls: tail.flatMap((message) => partsOf(message).map((part) => String(part['toolCallId']))),
    signal: params.abortSignal,
  });
  const prompt = [...messages];
  const content = (text: string): readonly Fields[] => [{ type: 'text', text }];
  if (turn.prompt !== null && user >= 0) {
    const rest = partsOf(messages[user]).filter(({ type }) => type !== 'text');
    prompt[user] = { ...messages[user], role: 'user', content: [...content(turn.prompt), ...rest] };
  }
  for (const text of turn.messages) prompt.push({ role: 'user', content: content(text) });
  if (turn.system.length > 0) {
    const [first] = prompt;
    const isSystem = first?.role === 'system';
    const texts = [...(isSystem ? [plainText(first.content)] : []), turn.system.join('\n')];
    prompt.splice(0, isSystem ? 1 : 0, { ...first, role: 'system', content: texts.join('\n\n') });
  }
  return { refusal: turn.refusal, params: { ...params, prompt }, told: turn.told };
}

async function after(
  guard: Guard,
  content: readonly Fields[],
  resumes: number,
  { abortSignal }: Params,
): Promise<{ readonly content: readonly Fields[]; readonly resume: readonly string[] | null }> {
  const calls = content.filter(({ type }) => type === 'tool-call');
  for (const { providerExecuted, toolName } of calls)
    if (providerExecuted === true)
      guard.warn(`hooks do not guard the tool "${String(toolName)}": the provider runs it`);
  const scope = { signal: abortSignal };
  const { text, resume } = await guard.afterModel(textOf(content), calls.length > 0, resumes, scope);
  if (text === null) return { content, resume };
  return { content: [{ type: 'text', text }, ...content.filter(({ type }) => type !== 'text')], resume };
}

function textOf(content: readonly Fields[]): string {
  return content.map(({ type, text }) => (type === 'text' ? String(text) : '')).join('');
}

function resumed(params: Params, text: string, reasons: readonly string[]): Params {
  const messages = [
    ...(text === '' ? [] : [{ role: 'assistant', content: [{ type: 'text', text }] }]),
    ...reasons.map((reason) => ({ role: 'user', content: [{ type: 'text', text: reason }] })),
  ];
  return { ...params, prompt: [...params.prompt, ...messages] };
}
