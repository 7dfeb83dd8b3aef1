import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

// Made for these tests: openssl req -x509 -newkey ec … -days 36500 -addext subjectAltName=IP:127.0.0.1
const certificates = new URL('../../fixtures/tls/', import.meta.url);

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse, seen: Seen, request: IncomingMessage) => void;

export interface TestServer {
  readonly url: string;
  readonly seen: Seen[];
  connections(): number;
}

/** A server that notes what it was asked; it is gone when the test is. */
export async function serve(answer: Answer): Promise<TestServer> {
  return listen(createServer(), 'http', answer);
}

export interface SecureServer extends TestServer {
  /** The file of its certificate. */
  readonly ca: string;
}

/** The same behind TLS, with a certificate that only its own file vouches for. */
export async function serveSecurely(answer: Answer): Promise<SecureServer> {
  const ca = fileURLToPath(new URL('cert.pem', certificates));
  const server = createSecureServer({
    key: readFileSync(new URL('key.pem', certificates)),
    cert: readFileSync(ca),
  });
  return { ...(await listen(server, 'https', answer)), ca };
}

async function listen(server: Server, scheme: string, answer: Answer): Promise<TestServer> {
  const seen: Seen[] = [];
  let connections = 0;
  server.on(scheme === 'http' ? 'connection' : 'secureConnection', () => {
    connections += 1;
  });
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method, url, headers } = request;
    const note = { method, url, headers, body };
    seen.push(note);
    answer(response, note, request);
  });
  // As a proxy it leads nowhere, and says so at once.
  server.on('connect', (_, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: await portOf(server, scheme), seen, connections: () => connections };
}

/** A server that speaks whatever it likes. */
export async function serveBytes(
  answer: (write: (bytes: string) => void, end: () => void) => void,
): Promise<string> {
  const server = createSocketServer((socket) => {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.once('data', () =>
      answer(
        (bytes) => void socket.write(bytes),
        () => void socket.destroy(),
      ),
    );
  });
  onTestFinished(() => void server.close());
  return portOf(server, 'http');
}

async function portOf(server: SocketServer, scheme: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
