import { chmodSync, lstatSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { lookUp } from '../../engine/values/look-up.ts';
import { messageOf } from '../../engine/values/text.ts';
import { fileStates } from '../../files/file-facts.ts';
import { agentTable } from '../agents/agent-table.ts';
import { aliveSeconds, daemonAddress, daemonFolder, isSystemDaemon, ownFolder } from './daemon-address.ts';
import { WarmPool } from './warm-pool.ts';
import { Watch } from './watch.ts';
import { readCallMessage, wireVersion, writeAnswerMessage } from './wire.ts';

const maxBytes = 96 * 1024 * 1024;

const idleMs = 1000 * Number(process.env['HOOKLINE_DAEMON_IDLE_SECONDS'] || 30 * 60);
const tidyMs = 1_000;

const signMs = 100;

export interface BrokerOptions {
  readonly version: string;
  readonly module: URL;
  readonly log: (text: string) => void;
}

/** Runs no hook itself, so a hook can't crash it. When it gets no answer, the caller judges the call. */
export class Broker {
  readonly #options: BrokerOptions;
  readonly #address: string;
  readonly #pool: WarmPool;
  readonly #watch = new Watch();
  readonly #server: Server;
  #answered = 0;
  readonly #since = Date.now();
  #lastCall = this.#since;
  #timer: NodeJS.Timeout | undefined;
  #socketId = '';
  readonly #programState: string;
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;

  private constructor(options: BrokerOptions) {
    this.#options = options;
    this.#address = daemonAddress();
    this.#pool = new WarmPool(options.module);
    this.#programState = fileStates([fileURLToPath(options.module)]);
    this.#server = createServer(
      { keepAlive: true },
      (request, response) => void this.#serve(request, response),
    );
    this.#server.requestTimeout = 0;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  static async start(options: BrokerOptions): Promise<Broker> {
    await ownFolder();
    const broker = new Broker(options);
    await broker.#listen();
    return broker;
  }

  /** Listens under a temporary name first: when clients find the socket, its mode is set and it answers. */
  async #listen(): Promise<void> {
    const own = `${this.#address}.${process.pid}`;
    rmSync(own, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(own, resolve);
    });
    chmodSync(own, isSystemDaemon() ? 0o666 : 0o600);
    this.#socketId = idOf(own) ?? '';
    renameSync(own, this.#address);
    this.#live();
    this.#timer = setInterval(() => this.#tidy(), tidyMs);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let signs: NodeJS.Timeout | undefined;
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://hookline');
      const [, version, action, agent = ''] = pathname.split('/');
      if (version !== wireVersion) return reply(response, 409, `this daemon speaks ${wireVersion}`);
      // On the connection that the call itself comes by.
      if (action === 'alive') return void response.writeHead(200, { 'content-length': 0 }).end();
      if (action === 'status') return reply(response, 200, JSON.stringify(this.#status()));
      if (action === 'stop' && request.method === 'POST') {
        reply(response, 200, 'stopping');
        return this.stop();
      }
      if (
        action !== 'hook' ||
        request.method !== 'POST' ||
        lookUp(agentTable, agent.split(':')[0] ?? '') === undefined
      )
        return reply(response, 404, 'there is nothing here');
      if (this.#isOld) {
        reply(response, 409, 'another version has taken the place of this one');
        return this.stop();
      }
      signs = setInterval(() => giveSign(response), signMs);
      const body = await bodyOf(request);
      const message = body === null ? null : readCallMessage(agent, searchParams.has('required'), body);
      if (message === null) return reply(response, 400, 'the call cannot be read');
      this.#lastCall = Date.now();
      const { answer, ms } = await this.#pool.answer(message);
      this.#answered += 1;
      reply(response, 200, writeAnswerMessage(answer), { 'server-timing': `hook;dur=${ms.toFixed(3)}` });
    } catch (problem) {
      this.#options.log(messageOf(problem));
      reply(response, 503, messageOf(problem));
    } finally {
      clearInterval(signs);
    }
  }

  #status(): object {
    const { version } = this.#options;
    const { rss } = process.memoryUsage();
    const seconds = Math.round((Date.now() - this.#since) / 1000);
    const { pids: workers } = this.#pool;
    const idleSeconds = idleMs / 1000;
    return { version, pid: process.pid, seconds, answered: this.#answered, workers, rss, idleSeconds };
  }

  #tidy(): void {
    this.#pool.tidy();
    this.#watch.look().catch((problem: unknown) => this.#options.log(messageOf(problem)));
    const isIdle = Date.now() - this.#lastCall > idleMs;
    const isReplaced =
      idOf(this.#address) !== this.#socketId || lstatSync(daemonFolder()).uid !== process.getuid?.();
    if (isIdle || isReplaced || this.#isOld) this.stop();
    else this.#live();
  }

  get #isOld(): boolean {
    return fileStates([fileURLToPath(this.#options.module)]) !== this.#programState;
  }

  /** Sets the socket's time ahead of now: a stopped or hung process can't, so clients skip it. */
  #live(): void {
    const time = Date.now() / 1000 + aliveSeconds;
    utimesSync(this.#address, time, time);
  }

  stop(): void {
    clearInterval(this.#timer);
    if (idOf(this.#address) === this.#socketId) rmSync(this.#address, { force: true });
    this.#server.close(() => {
      this.#pool.close();
      this.#end();
    });
    this.#server.closeIdleConnections();
  }
}

function idOf(path: string): string | null {
  try {
    const { dev, ino } = lstatSync(path);
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else parts.length = 0;
  }
  return size > maxBytes ? null : Buffer.concat(parts);
}

function giveSign(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(200, { ...plainText, connection: 'close' });
  response.write('\n');
}

const plainText = { 'content-type': 'text/plain; charset=utf-8' };

function reply(
  response: ServerResponse,
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    if (status === 200) response.end(text);
    // Without its last line, it is no answer.
    else response.destroy();
    return;
  }
  const content = Buffer.from(text);
  const headers = { ...plainText, 'content-length': content.length };
  response.writeHead(status, { ...headers, ...more, connection: 'close' }).end(content);
}
