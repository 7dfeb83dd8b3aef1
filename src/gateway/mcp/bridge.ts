import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isObject } from '../../engine/values/shapes.ts';
import { messageOf, textOf } from '../../engine/values/text.ts';
import { visible } from '../answer/visible.ts';
import type { Sides } from './calls.ts';
import { errorLine, idKey, isModern, messagesIn, protocolVersion, type RpcMessage } from './message.ts';
import { Relay, type RelayOptions } from './relay.ts';
import { eventsOf } from './sse.ts';
import { readLines, watchReviews, write } from './stdio.ts';
import { askUpstream, bodyText, type HeaderFields, mediaType, RepeatedFields } from './upstream.ts';

export interface BridgeOptions extends RelayOptions {
  readonly url: URL;
  readonly headers: HeaderFields;
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

const maxResumes = 5;
const resumeMs = 500;

export async function bridgeStdio(options: BridgeOptions): Promise<number> {
  const { input, output, signal, tell } = options;
  const server = new HttpServer(options);
  const relay = new Relay(options);
  const sides: Sides = {
    toClient: (line) => write(output, line, input),
    toServer: (line) => void server.send(line, (text) => void relay.fromServer(text, sides)),
  };
  for (const stream of [input, output]) stream.on('error', () => undefined);
  const reviews = watchReviews(options.pins, () => relay.offersChanged(sides));
  await new Promise<void>((resolve) => {
    readLines(
      input,
      (line) => void relay.fromClient(line, sides),
      (why) => {
        tell(`ended: ${why}`);
        resolve();
      },
    );
    input.once('end', async () => {
      await relay.settled();
      await server.idle();
      resolve();
    });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  clearInterval(reviews);
  await server.close();
  input.destroy();
  return 0;
}

class HttpServer {
  readonly #options: BridgeOptions;
  readonly #repeated = new RepeatedFields();
  readonly #open = new Map<string, { readonly isModern: boolean; readonly end: AbortController }>();
  readonly #sending = new Set<Promise<void>>();
  readonly #closed = new AbortController();
  #session: string | null = null;
  #version: string | null = null;

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  send(line: string, take: (text: string) => void): Promise<void> {
    const [message] = messagesIn(line);
    if (message === undefined || this.#cancels(message)) return Promise.resolve();
    const sending = this.#post(message, take)
      .catch((problem: unknown) => {
        if (message.method !== null && message.id !== null && !this.#closed.signal.aborted)
          take(errorLine(message.id, `the MCP server cannot be reached: ${messageOf(problem)}`));
      })
      .finally(() => {
        this.#sending.delete(sending);
        if (message.id !== null && message.method !== null) this.#open.delete(idKey(message.id));
      });
    this.#sending.add(sending);
    return sending;
  }

  async idle(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    for (const { end } of this.#open.values()) end.abort();
    if (this.#session === null) return;
    const signal = AbortSignal.timeout(1000);
    await askUpstream(this.#options.url, { method: 'DELETE', headers: this.#fields(), signal }).catch(
      () => undefined,
    );
  }

  /** Since 2026-07-28, a call is cancelled by the end of its stream. */
  #cancels({ method, params: { requestId: id } }: RpcMessage): boolean {
    if (method !== 'notifications/cancelled' || (typeof id !== 'string' && typeof id !== 'number'))
      return false;
    const open = this.#open.get(idKey(id));
    open?.end.abort();
    return open?.isModern === true;
  }

  #fields(): HeaderFields {
    return {
      ...this.#options.headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(this.#session !== null && { 'mcp-session-id': this.#session }),
      ...(this.#version !== null && { 'mcp-protocol-version': this.#version }),
    };
  }

  async #post(message: RpcMessage, take: (text: string) => void): Promise<void> {
    const { id, method, line } = message;
    const version = protocolVersion(message);
    const fields = { ...this.#fields(), ...(version !== null && { 'mcp-protocol-version': version }) };
    const end = new AbortController();
    if (id !== null && method !== null) this.#open.set(idKey(id), { isModern: isModern(message), end });
    const headers = this.#repeated.fieldsOf(message, fields) ?? fields;
    const answer = await askUpstream(this.#options.url, {
      method: 'POST',
      headers,
      body: line,
      signal: end.signal,
    });
    const session = answer.headers['mcp-session-id'];
    if (typeof session === 'string') this.#session = session;
    const look = (text: string): void => this.#learn(message, text);
    const { statusCode: status = 502 } = answer;
    if (mediaType(answer.headers) === 'text/event-stream' && status === 200)
      await this.#readStream(answer, message, end.signal, take, look);
    else await this.#readAnswer(answer, status, message, take, look);
    if (method === 'notifications/initialized') void this.#listen(take).catch(() => undefined);
  }

  async #readAnswer(
    answer: IncomingMessage,
    status: number,
    { id, method }: RpcMessage,
    take: (text: string) => void,
    look: (text: string) => void,
  ): Promise<void> {
    const text = await bodyText(answer);
    const isAnswer = messagesIn(text).some((message) => message.id === id);
    if (id === null || method === null) return;
    if (!isAnswer)
      return take(
        errorLine(id, `the MCP server answered with HTTP status ${status}: ${visible(text.slice(0, 300))}`),
      );
    look(text);
    take(text);
  }

  /** Until 2025-11-25, a broken stream continues in another one. */
  async #readStream(
    answer: IncomingMessage,
    { id }: RpcMessage,
    signal: AbortSignal,
    take: (text: string) => void,
    look: (text: string) => void,
  ): Promise<void> {
    let stream = answer;
    let last: string | null = null;
    for (let round = 0; ; round += 1) {
      try {
        for await (const event of eventsOf(stream)) {
          last = event.id ?? last;
          if (event.data === '') continue;
          look(event.data);
          take(event.data);
          if (isAnswerTo(event.data, id)) return;
        }
      } catch (problem) {
        if (signal.aborted) return;
        if (last === null) throw problem;
      }
      if (last === null || round === maxResumes || this.#session === null)
        throw new Error('its answer broke off');
      await wait(resumeMs);
      stream = await askUpstream(this.#options.url, {
        method: 'GET',
        headers: { ...this.#fields(), 'last-event-id': last },
        signal,
      });
    }
  }

  /** Messages that the server sends unasked, until 2025-11-25. Many servers have no such stream. */
  async #listen(take: (text: string) => void): Promise<void> {
    const { signal } = this.#closed;
    const answer = await askUpstream(this.#options.url, { method: 'GET', headers: this.#fields(), signal });
    if (answer.statusCode !== 200) return void answer.resume();
    for await (const { data } of eventsOf(answer)) if (data !== '') take(data);
  }

  #learn({ method }: RpcMessage, text: string): void {
    if (method !== 'initialize' && method !== 'tools/list') return;
    for (const { fields } of messagesIn(text)) {
      const { result } = fields;
      this.#repeated.learn(result);
      if (method === 'initialize' && isObject(result))
        this.#version = textOf(result['protocolVersion']) || null;
    }
  }
}

function isAnswerTo(text: string, id: RpcMessage['id']): boolean {
  return messagesIn(text).some((message) => message.method === null && message.id === id);
}
