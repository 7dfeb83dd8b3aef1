import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from '../../engine/values/text.ts';
import type { Sides } from './calls.ts';
import { errorLine, messagesIn, type RpcMessage } from './message.ts';
import type { Relay } from './relay.ts';
import { eventsOf, eventText, type SseEvent } from './sse.ts';
import {
  askUpstream,
  bodyText,
  type HeaderFields,
  mediaType,
  passedFields,
  type RepeatedFields,
  sessionField,
} from './upstream.ts';

interface ExchangeOptions {
  readonly url: URL;
  readonly relay: Relay;
  readonly repeated: RepeatedFields;
  readonly tell: (text: string) => void;
  readonly onSession: (id: string) => void;
}

export class Exchange {
  readonly #message: RpcMessage;
  readonly #headers: HeaderFields;
  readonly #response: ServerResponse;
  readonly #options: ExchangeOptions;
  readonly #gone = new AbortController();
  #forwarding: Promise<void> | null = null;
  #status = 200;
  #fields: HeaderFields = {};
  #streams = false;

  constructor(
    message: RpcMessage,
    { headers }: IncomingMessage,
    response: ServerResponse,
    options: ExchangeOptions,
  ) {
    this.#message = message;
    this.#headers = passedFields(headers);
    this.#response = response;
    this.#options = options;
    response.on('error', () => undefined);
    response.once('close', () => {
      this.#gone.abort();
      if (!response.writableFinished && message.id !== null) options.relay.abandon(message.id);
    });
  }

  async run(): Promise<void> {
    const sides: Sides = {
      toClient: (line) => this.#toClient(line),
      toServer: (line) => {
        this.#forwarding = this.#forward(line);
      },
    };
    await this.#options.relay.fromClient(this.#message.line, sides);
    await this.#forwarding;
    if (!this.#response.headersSent) this.#response.writeHead(202).end();
    else this.#response.end();
  }

  /** The answer comes alone, or as the last event behind questions and notices. */
  #toClient(line: string, event: Pick<SseEvent, 'id' | 'rest'> = { id: null, rest: [] }): void {
    const isAnswer = !/"method"/.test(line) || messagesIn(line).every(({ method }) => method === null);
    if (!this.#response.headersSent && isAnswer && !this.#streams)
      answerJson(this.#response, this.#status, line, this.#fields);
    else {
      this.#startStream();
      this.#response.write(eventText({ ...event, data: line }));
    }
  }

  #startStream(): void {
    if (this.#response.headersSent) return;
    const own = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
    this.#response.writeHead(200, { ...this.#fields, ...own }).flushHeaders();
  }

  async #forward(line: string): Promise<void> {
    const { url, relay } = this.#options;
    const headers = this.#headersFor(line);
    if (headers === null)
      return this.#fail(
        'the arguments were changed, and it is not known which of them the header repeats: list the tools first',
      );
    let answer: IncomingMessage;
    try {
      answer = await askUpstream(url, { method: 'POST', headers, body: line, signal: this.#gone.signal });
    } catch (problem) {
      return this.#fail(`the MCP server cannot be reached: ${messageOf(problem)}`);
    }
    const { statusCode: status = 502 } = answer;
    const session = answer.headers[sessionField];
    if (typeof session === 'string') this.#options.onSession(session);
    this.#fields = passedFields(answer.headers);
    const type = mediaType(answer.headers);
    if (status === 200 && type === 'text/event-stream') {
      this.#streams = true;
      this.#startStream();
      return relayEvents(
        answer,
        relay,
        this.#response,
        (text) => postAside(url, headers, text),
        (text, event) => this.#toClient(text, event),
        (data) => this.#learn(data),
      );
    }
    const isDecided = status === 401 || status === 403;
    const text =
      type === 'application/json' && !isDecided && this.#message.id !== null ? await bodyText(answer) : null;
    if (text === null || messagesIn(text).every(({ id }) => id !== this.#message.id)) {
      if (this.#message.id !== null) relay.abandon(this.#message.id);
      if (this.#response.headersSent) return this.#fail(`the MCP server answered with status ${status}`);
      this.#response.writeHead(status, this.#fields);
      if (text !== null) this.#response.end(text);
      else await piped(answer, this.#response);
      return;
    }
    this.#status = status;
    this.#learn(text);
    await relay.fromServer(text, { toClient: (own) => this.#toClient(own), toServer: () => undefined });
  }

  #learn(data: string): void {
    if (this.#message.method !== 'tools/list') return;
    for (const { fields } of messagesIn(data)) this.#options.repeated.learn(fields['result']);
  }

  /** Where the policy changed the body, the header fields that repeat it change too. */
  #headersFor(line: string): HeaderFields | null {
    if (line === this.#message.line) return this.#headers;
    const [message] = messagesIn(line);
    return message === undefined ? null : this.#options.repeated.fieldsOf(message, this.#headers);
  }

  #fail(why: string): void {
    const { id } = this.#message;
    if (id !== null) this.#options.relay.abandon(id);
    this.#status = 502;
    this.#toClient(errorLine(id, `hookline: ${why}`));
  }
}

/** Judges the messages in the events of a stream; other events pass. */
export async function relayEvents(
  stream: IncomingMessage,
  relay: Relay,
  response: ServerResponse,
  toServer: (line: string) => void,
  toClient: (line: string, event: SseEvent) => void = (data, event) =>
    response.write(eventText({ ...event, data })),
  look: (data: string) => void = () => undefined,
): Promise<void> {
  const sent: Promise<void>[] = [];
  try {
    for await (const event of eventsOf(stream)) {
      if (event.data === '') response.write(eventText(event));
      else {
        look(event.data);
        sent.push(relay.fromServer(event.data, { toClient: (line) => toClient(line, event), toServer }));
      }
    }
  } catch {
    // The server broke off, or sent too much: the client sees the end, and can ask again.
    stream.destroy();
  }
  await Promise.all(sent);
}

/** For messages that no client waits for. */
export function postAside(url: URL, headers: HeaderFields, body: string): void {
  const { 'last-event-id': _resumed, ...own } = headers;
  const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  askUpstream(url, { method: 'POST', headers: { ...own, ...type }, body }).then(
    (answer) => answer.resume(),
    () => undefined,
  );
}

export function piped(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    answer.pipe(response);
    response.once('close', resolve);
  });
}

export function answerJson(
  response: ServerResponse,
  status: number,
  line: string,
  fields: HeaderFields = {},
): void {
  response.writeHead(status, { ...fields, 'content-type': 'application/json' });
  response.end(line);
}
