import type {
  AssistantMessage,
  Message,
  ModelEvent,
  ModelRequest,
  StopReason,
  TextBlock,
  ToolUseBlock,
  Usage,
} from '../../models/model.ts';
import { denialOf, plainText } from '../tool-call/tool-texts.ts';
import { untilAborted } from './abort.ts';
import { type Actor, spend } from './actor.ts';
import { tagOf } from './session.ts';

interface Said {
  readonly content: readonly (TextBlock | ToolUseBlock)[];
  readonly stopReason: StopReason;
  readonly usage: Usage;
  readonly problems: ReadonlyMap<string, string>;
}

export interface ModelAnswer extends Said {
  readonly denied: false;
  readonly text: string;
  readonly calls: readonly ToolUseBlock[];
}

export type ModelCall = ModelAnswer | { readonly denied: true; readonly reason: string };

export async function callModel(actor: Actor, signal: AbortSignal): Promise<ModelCall> {
  const { session, identity, conversation } = actor;
  const asked = await preMessage(actor, conversation.prompt, signal);
  if (asked.denied) return asked;
  if (asked.prompt !== null) conversation.changePrompt(asked.prompt);
  for (const message of asked.messages) conversation.follow(message);
  conversation.send();
  const { system, told } = session.pending.offer(actor.systemPrompt, identity.id);
  const answer = await respond(actor, { system, messages: conversation.messages }, signal, told);
  const { text, content } = answer;
  const message: AssistantMessage = { role: 'assistant', content };
  if (content.length > 0) conversation.add(message);
  session.setup.emit({ type: 'assistant', ...tagOf(identity), text, content });
  return answer;
}

export async function askModel(
  actor: Actor,
  request: { readonly system: string; readonly messages: readonly Message[]; readonly prompt: string },
  signal: AbortSignal,
): Promise<ModelCall> {
  const asked = await preMessage(actor, request.prompt, signal);
  if (asked.denied) return asked;
  const texts = [asked.prompt ?? request.prompt, ...asked.messages];
  const messages = [...request.messages, ...texts.map((content): Message => ({ role: 'user', content }))];
  return respond(actor, { system: request.system, messages, purpose: 'summary' }, signal);
}

type Asked =
  | { readonly denied: true; readonly reason: string }
  | { readonly denied: false; readonly prompt: string | null; readonly messages: readonly string[] };

async function preMessage(actor: Actor, prompt: string, signal: AbortSignal): Promise<Asked> {
  const { outcome, messages } = await actor.session.ask(actor.identity, 'pre:message', { prompt }, signal);
  signal.throwIfAborted();
  if (outcome.decision === 'deny') return { denied: true, reason: denialOf(outcome) };
  return { denied: false, prompt: outcome.modified ? plainText(outcome.value) : null, messages };
}

async function respond(
  actor: Actor,
  parts: Pick<ModelRequest, 'system' | 'messages' | 'purpose'>,
  signal: AbortSignal,
  answered: () => void = () => {},
): Promise<ModelAnswer> {
  const { session, identity, model, declarations } = actor;
  const { system, messages } = parts;
  actor.turn += 1;
  session.setup.emit({ type: 'model_request', ...tagOf(identity), turn: actor.turn, system, messages });
  const request = { ...parts, tools: declarations, agent: identity };
  const said = await collect(model.respond(request, { signal }), signal);
  answered();
  spend(actor, said.usage);
  actor.tokens = said.usage.input_tokens + said.usage.output_tokens;
  const output = said.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const { outcome } = await session.ask(identity, 'post:message', { output }, signal);
  signal.throwIfAborted();
  const text = outcome.modified ? plainText(outcome.value) : output;
  const content = outcome.modified ? withText(said.content, text) : said.content;
  return {
    ...said,
    denied: false,
    text,
    content,
    calls: content.filter((block) => block.type === 'tool_use'),
  };
}

async function collect(events: AsyncIterable<ModelEvent>, signal: AbortSignal): Promise<Said> {
  const content: (TextBlock | ToolUseBlock)[] = [];
  const problems = new Map<string, string>();
  const usage = { input_tokens: 0, output_tokens: 0 };
  let stopReason: StopReason = 'end_turn';
  let text = '';
  const endText = (): void => {
    if (text !== '') content.push({ type: 'text', text });
    text = '';
  };
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value: event } = await untilAborted(() => iterator.next(), signal);
      if (done === true) break;
      if (event.type === 'text') text += event.text;
      else if (event.type === 'stop') stopReason = event.reason;
      else if (event.type === 'usage') {
        usage.input_tokens += event.usage.input_tokens;
        usage.output_tokens += event.usage.output_tokens;
      } else {
        endText();
        const { id, name, input, problem } = event;
        content.push({ type: 'tool_use', id, name, input });
        if (problem !== undefined) problems.set(id, problem);
      }
    }
  } finally {
    // A model that ignores the signal is abandoned, not awaited.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
  endText();
  return { content, stopReason, usage, problems };
}

function withText(
  content: readonly (TextBlock | ToolUseBlock)[],
  text: string,
): readonly (TextBlock | ToolUseBlock)[] {
  const calls = content.filter((block) => block.type === 'tool_use');
  return text === '' ? calls : [{ type: 'text', text }, ...calls];
}
