import { Agent, type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { endsWith } from '../workers/end-workers.ts';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly ca: string | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface Posted {
  readonly status: number | null;
  readonly location: string | null;
  readonly body: string;
  readonly isDelimited: boolean;
  readonly problem: HookFailure | null;
}

const plainAgent = new Agent({ keepAlive: true });
const secureAgent = new SecureAgent({ keepAlive: true });
const maxRedirects = 5;

endsWith(() => {
  plainAgent.destroy();
  secureAgent.destroy();
});

/** Posts. Follows redirects that keep the method and the origin, so no header goes elsewhere. */
export async function post(first: Post): Promise<Posted> {
  let { url } = first;
  for (let count = 0; ; count += 1) {
    const posted = await postOnce({ ...first, url });
    if (posted.problem !== null || posted.location === null) return posted;
    const problem = (text: string): Posted => ({
      ...posted,
      problem: new HookFailure('exit', `${url.origin} ${text}`),
    });
    if (posted.status !== 307 && posted.status !== 308) {
      return problem(`answered ${posted.status}, a redirect that would not post again; 307 and 308 do`);
    }
    if (!URL.canParse(posted.location, url.href))
      return problem('redirects to an address that cannot be read');
    const next = new URL(posted.location, url);
    if (next.origin !== url.origin) return problem(`redirects to another origin, ${next.origin}`);
    if (count === maxRedirects) return problem(`redirects more than ${maxRedirects} times`);
    url = next;
  }
}

/** The other side may close an idle connection just as it is used again, so a new one is tried once. */
async function postOnce(options: Post): Promise<Posted> {
  const first = await exchange(options);
  const posted = first === 'stale' ? await exchange(options, true) : first;
  if (posted !== 'stale') return posted;
  const problem = new HookFailure('exit', `${options.url.origin} keeps closing`);
  return { status: null, location: null, body: '', isDelimited: false, problem };
}

function exchange(options: Post, isFresh = false): Promise<Posted | 'stale'> {
  const { url, signal, limit } = options;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let response: IncomingMessage | null = null;
    const settle = (problem: HookFailure | null): void => {
      signal.removeEventListener('abort', onAbort);
      resolve({
        status: response?.statusCode ?? null,
        location: locationOf(response),
        body: Buffer.concat(chunks).toString(),
        isDelimited: isDelimited(response),
        problem,
      });
    };
    const stop = (problem: HookFailure): void => {
      settle(problem);
      request.destroy();
    };
    const onAbort = (): void => stop(HookFailure.from(signal.reason, 'cancelled'));
    const request = open(options, isFresh);
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (response === null && request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted) {
        signal.removeEventListener('abort', onAbort);
        resolve('stale');
      } else {
        settle(new HookFailure('exit', `${url.origin} ${whatFailed(error, response !== null)}`));
      }
    });
    request.on('response', (message) => {
      response = message;
      message.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > limit) {
          stop(new HookFailure('invalid', `${url.origin} answered more than ${limit} bytes`));
        } else chunks.push(chunk);
      });
      message.on('end', () => settle(null));
      // Without an end before it, the reply was cut short; after one, this changes nothing.
      message.on('close', () => settle(new HookFailure('exit', `${url.origin} broke its reply off`)));
      message.on('error', () => {});
    });
    request.on('close', () => {
      const what = response === null ? 'closed without a reply' : 'broke its reply off';
      settle(new HookFailure('exit', `${url.origin} ${what}`));
    });
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else request.end(options.body);
  });
}

function whatFailed(error: NodeJS.ErrnoException, hasBegun: boolean): string {
  if (error.code?.startsWith('HPE_') === true) return `answered something that is not HTTP: ${error.message}`;
  if (hasBegun) return `broke its reply off: ${error.message}`;
  if (error.code === 'ECONNRESET') return `closed without a reply: ${error.message}`;
  return `cannot be reached: ${error.message || error.code}`;
}

function open({ url, headers, body, ca }: Post, isFresh: boolean): ClientRequest {
  const isSecure = url.protocol === 'https:';
  return (isSecure ? requestSecure : requestPlain)(url, {
    method: 'POST',
    agent: isFresh ? false : isSecure ? secureAgent : plainAgent,
    headers: {
      accept: 'application/json',
      ...headers,
      'content-type': 'application/json',
      'content-length': body.length,
    },
    ...(ca === undefined ? {} : { ca }),
  });
}

/** Without a length or chunks the connection's end is the body's end, and a server that dies looks like one that is done. */
function isDelimited(response: IncomingMessage | null): boolean {
  if (response === null || response.statusCode === 204) return response !== null;
  const { 'content-length': length, 'transfer-encoding': encoding = '' } = response.headers;
  return length !== undefined || /(?:^|,)\s*chunked\s*$/i.test(encoding);
}

function locationOf(response: IncomingMessage | null): string | null {
  const status = response?.statusCode ?? 0;
  return status >= 300 && status < 400 ? (response?.headers.location ?? null) : null;
}
