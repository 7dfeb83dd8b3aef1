import type { ServerResponse } from 'node:http';
import { type Seen, serve } from '../../support/servers/http-server.ts';
import type { Says } from '../../support/servers/model-server.ts';
import { type Body, isBody } from './body.ts';
import { type Shown, type Wire, wires } from './wires.ts';

/** A call as the agent's own tools take it. */
export interface ToolCall {
  readonly name: string;
  /** The group that the tool belongs to, where an agent has groups. */
  readonly namespace?: string;
  /** A text, for tools that take a language of their own. */
  readonly input: Body | string;
}

/** What the model does, one turn after the other. After the last it says "done". */
export interface ModelScript {
  readonly turns: readonly (ToolCall | string)[];
  /** The same for a conversation that a subagent has: the one in which the user says `prompt`. */
  readonly subagent?: { readonly prompt: string; readonly turns: readonly (ToolCall | string)[] };
}

/** One request of a conversation in which the model may call tools. */
export interface ModelRequest extends Shown {
  readonly bySubagent: boolean;
  /** The whole body but its tools, in which an addition is found wherever the agent puts it. */
  readonly text: string;
}

export interface FakeModel {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
}

/** A model that plays its script to one agent, whichever of the four formats that agent speaks. */
export async function playModel(script: ModelScript): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  const held: (() => void)[] = [];
  const { subagent } = script;
  const server = await serve((response, seen) => {
    // It is also the agent's proxy, which leads nowhere.
    if (!isLocal(seen)) return void response.writeHead(403).end();
    const path = seen.url?.replace(/\?.*$/, '') ?? '';
    const wire = wires.find((row) => row.path.test(path));
    if (wire === undefined || seen.method !== 'POST') return answerOther(response, path);
    const { tools, ...body } = bodyOf(seen);
    const shown = wire.shown({ tools, ...body });
    // Titles, summaries and the like have no tools, and use up no turn.
    if (shown.tools.length === 0) return stream(response, wire, { text: ['a title'] });
    const bySubagent = subagent !== undefined && isAbout(shown, subagent.prompt);
    const turns = bySubagent ? subagent.turns : script.turns;
    const turn = turns[requests.filter((request) => request.bySubagent === bySubagent).length];
    requests.push({ ...shown, bySubagent, text: JSON.stringify(body) });
    const answer = (): void => stream(response, wire, says(turn ?? 'done', `call_${requests.length}`));
    // An agent that does not wait for its subagent would end it by ending itself.
    const isEarly = subagent !== undefined && !bySubagent && turn === undefined && !hasEnded(subagent.turns);
    if (isEarly) held.push(answer);
    else answer();
    if (bySubagent && turn === undefined) for (const late of held.splice(0)) late();
  });
  const hasEnded = (turns: readonly unknown[]): boolean =>
    requests.filter(({ bySubagent }) => bySubagent).length > turns.length;
  return { url: server.url, requests };
}

function isAbout({ user }: Shown, prompt: string): boolean {
  return user.some((text) => text.includes(prompt));
}

function says(turn: ToolCall | string, id: string): Says {
  if (typeof turn === 'string') return { text: [turn] };
  const { input, ...call } = turn;
  const isText = typeof input === 'string';
  return { tools: [{ id, ...call, isText, json: [isText ? input : JSON.stringify(input)] }] };
}

function stream(response: ServerResponse, wire: Wire, says: Says): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(wire.frames(says).join(''));
}

/** Agents also ask for models and count tokens. They go on without an answer. */
function answerOther(response: ServerResponse, path: string): void {
  response.writeHead(path === '/' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
}

/** A proxy is asked for whole addresses. */
function isLocal({ url = '' }: Seen): boolean {
  return url.startsWith('/') || url.startsWith('http://127.0.0.1:');
}

function bodyOf({ body }: Seen): Body {
  const value: unknown = JSON.parse(body);
  return isBody(value) ? value : {};
}
