import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { HooklineError } from '../../engine/values/errors.ts';
import { putLast } from '../../engine/values/maps.ts';
import { messageOf, textOf } from '../../engine/values/text.ts';
import type { Sides } from './calls.ts';
import { answerJson, Exchange, piped, postAside, relayEvents } from './exchange.ts';
import { errorLine, invalidRequest, readMessages } from './message.ts';
import { Relay, type RelayOptions } from './relay.ts';
import { eventText } from './sse.ts';
import { watchReviews } from './stdio.ts';
import {
  askUpstream,
  bodyText,
  contradiction,
  mediaType,
  passedFields,
  RepeatedFields,
  sessionField,
  TooLong,
} from './upstream.ts';

export interface McpHttpOptions extends RelayOptions {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  readonly signal: AbortSignal;
  readonly onListening: (url: string) => void;
}

/** A slow client would hold a connection forever. */
const headersMs = 10_000;
const requestMs = 60_000;
const maxConnections = 500;
const maxSessions = 1000;
const mismatchCode = -32020;

export async function proxyHttp(options: McpHttpOptions): Promise<number> {
  const { host, port, signal, url, onListening, tell } = options;
  const proxy = new HttpProxy(options);
  const server = createServer(
    { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: 1000 },
    (request, response) => {
      proxy.serve(request, response).catch((problem: unknown) => {
        tell(`failed: ${messageOf(problem)}`);
        if (response.headersSent) response.destroy();
        else refuse(response, 500, 'hookline failed');
      });
    },
  );
  server.maxConnections = maxConnections;
  await listen(server, host, port);
  const { address, family, port: given } = server.address() as AddressInfo;
  onListening(`http://${family === 'IPv6' ? `[${address}]` : address}:${given}${url.pathname}`);
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  server.close();
  server.closeAllConnections();
  return 0;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (problem) =>
      reject(new HooklineError('option-invalid', `cannot listen on ${host}:${port}: ${problem.message}`)),
    );
    server.listen(port, host, resolve);
  });
}

class HttpProxy {
  readonly #options: McpHttpOptions;
  /** Until 2025-11-25, requests of one client share a session. */
  readonly #sessions = new Map<string, Relay>();
  readonly #repeated = new RepeatedFields();

  constructor(options: McpHttpOptions) {
    this.#options = options;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url } = this.#options;
    const foreign = foreignCaller(request, this.#options.host);
    if (foreign !== null) return refuse(response, 403, foreign);
    const { pathname } = new URL(request.url ?? '/', 'http://hookline');
    const { method } = request;
    // Where clients learn how to sign in.
    if (method === 'GET' && pathname.startsWith('/.well-known/'))
      return this.#pass(request, response, new URL(pathname, url));
    if (pathname !== url.pathname) return refuse(response, 404, `the MCP server is at ${url.pathname}`);
    if (method === 'POST') return this.#post(request, response);
    if (method === 'GET') return this.#listenToServer(request, response);
    if (method === 'DELETE') this.#sessions.delete(textOf(request.headers[sessionField]));
    return method === 'DELETE'
      ? this.#pass(request, response, url)
      : refuse(response, 405, 'POST, GET or DELETE');
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A browser page can send any other type without a preflight.
    if (mediaType(request.headers) !== 'application/json')
      return refuse(response, 415, 'send application/json');
    const body = await bodyText(request).catch((problem: unknown) => problem);
    if (typeof body !== 'string')
      return refuse(response, body instanceof TooLong ? 413 : 400, messageOf(body));
    const messages = readMessages(body);
    const [message] = 'problem' in messages ? [] : messages;
    if (message === undefined || body.trimStart().startsWith('[')) {
      const why = 'problem' in messages ? messages.problem : 'one message at a time';
      return answerJson(response, 400, errorLine(null, `hookline: ${why}`, invalidRequest));
    }
    const other = contradiction(message, request.headers);
    if (other !== null)
      return answerJson(
        response,
        400,
        errorLine(message.id, `hookline: ${other} contradicts the body`, mismatchCode),
      );
    const session = request.headers[sessionField];
    const relay = this.#relayOf(typeof session === 'string' ? session : null);
    await new Exchange(message, request, response, {
      ...this.#options,
      relay,
      repeated: this.#repeated,
      onSession: (id) => this.#keep(id, relay),
    }).run();
  }

  #relayOf(session: string | null): Relay {
    const known = session === null ? undefined : this.#sessions.get(session);
    const relay = known ?? new Relay(this.#options);
    if (session !== null) this.#keep(session, relay);
    return relay;
  }

  #keep(session: string, relay: Relay): void {
    putLast(this.#sessions, session, relay, maxSessions);
  }

  /** Messages that the server sends unasked, until 2025-11-25. */
  async #listenToServer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url } = this.#options;
    const headers = passedFields(request.headers);
    const answer = await this.#ask(request, response, url);
    if (answer === null) return;
    if (answer.statusCode !== 200 || mediaType(answer.headers) !== 'text/event-stream')
      return pipeAnswer(answer, response);
    const session = request.headers[sessionField];
    const relay = this.#relayOf(typeof session === 'string' ? session : null);
    response.writeHead(200, passedFields(answer.headers)).flushHeaders();
    const own: Sides = {
      toClient: (data) => response.write(eventText({ id: null, data, rest: [] })),
      toServer: () => undefined,
    };
    const reviews = watchReviews(this.#options.pins, () => relay.offersChanged(own));
    await relayEvents(answer, relay, response, (line) => postAside(url, headers, line)).finally(() =>
      clearInterval(reviews),
    );
    response.end();
  }

  async #pass(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const answer = await this.#ask(request, response, url);
    if (answer !== null) pipeAnswer(answer, response);
  }

  async #ask(request: IncomingMessage, response: ServerResponse, url: URL): Promise<IncomingMessage | null> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const headers = passedFields(request.headers);
    const call = { method: request.method ?? 'GET', headers, signal: gone.signal };
    return askUpstream(url, call).catch((problem: unknown) => {
      refuse(response, 502, `the MCP server cannot be reached: ${messageOf(problem)}`);
      return null;
    });
  }
}

function pipeAnswer(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, passedFields(answer.headers));
  void piped(answer, response);
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`hookline: ${why}\n`);
}

/**
 * Why a caller isn't one of this machine; null where it is. A page in a browser may reach the proxy under a name of its own that
 * leads here, so only addresses and names of this machine count.
 */
function foreignCaller({ headers }: IncomingMessage, listens: string): string | null {
  const host = hostnameOf(`http://${textOf(headers.host)}`);
  if (host === null || !(isIP(host) > 0 || host === 'localhost' || host === listens.toLowerCase()))
    return 'this Host is not served here';
  const { origin } = headers;
  if (origin === undefined) return null;
  const from = hostnameOf(origin);
  return from !== null && (isLoopback(from) || from === listens.toLowerCase())
    ? null
    : 'pages of this Origin may not call';
}

function hostnameOf(url: string): string | null {
  try {
    return new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  } catch {
    return null;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
