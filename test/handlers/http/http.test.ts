import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { handlerKind } from '../../../src/handlers/handler.ts';
import { http } from '../../../src/handlers/hook-functions.ts';
import type { HttpOptions } from '../../../src/handlers/http/http.ts';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { eventually, soonMs, withEnoughTime } from '../../support/eventually.ts';
import { type Fired, fireOne } from '../../support/firing/fire.ts';
import { testProtocol } from '../../support/firing/protocol.ts';
import { sleep } from '../../support/hooks.ts';
import { serve, serveBytes, serveSecurely } from '../../support/servers/http-server.ts';

const setting = { protocol: testProtocol, directory: '/' };
const denial = JSON.stringify({ decision: 'deny', reason: 'by http' });

function call(url: string, options: Partial<HttpOptions> = {}, timeoutMs = 15_000): Promise<Fired> {
  return fireOne(http(url, { ...setting, ...options }), { command: 'ls' }, { timeoutMs });
}

async function failureOf(url: string, options: Partial<HttpOptions> = {}) {
  const { outcome } = await call(url, options);
  const [run] = outcome.runs;
  return { decision: outcome.decision, failure: run?.failure, error: run?.error };
}

afterAll(async () => {
  await endWorkers();
  await eventually(
    () => !process.getActiveResourcesInfo().some((name) => /TCP(Socket|Server)Wrap/.test(name)),
  );
});

describe('an endpoint', () => {
  it('gets the event as JSON, and its answer counts', async () => {
    const server = await serve((response) => void response.end(denial));
    expect((await call(`${server.url}/hook?x=1`)).outcome).toMatchObject({
      decision: 'deny',
      reason: 'by http',
    });
    const [seen] = server.seen;
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/hook?x=1',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    });
    expect(JSON.parse(seen?.body ?? '')).toMatchObject({ tool_name: 'Bash', hook_type: 'PreToolUse' });
  });

  it.each([
    [204, ''],
    [200, ' \n'],
    [200, 'null'],
  ])('that answers %s and %j says nothing', async (status, body) => {
    const server = await serve((response) => void response.writeHead(status).end(body));
    expect((await call(server.url)).outcome).toMatchObject({ decision: null, runs: [{ status: 'ok' }] });
  });

  it('is called over one connection', async () => {
    const server = await serve((response) => void response.end('{}'));
    for (let index = 0; index < 5; index += 1) await call(server.url);
    expect([server.connections(), server.seen.length]).toEqual([1, 5]);
  });

  it('is called over a new connection when it has closed the old one', async () => {
    const server = await serve((response, _seen, request) => {
      response.end('{}');
      if (server.seen.length === 1) setTimeout(() => request.socket.destroy(), 20);
    });
    await call(server.url);
    await sleep(100);
    expect((await call(server.url)).outcome.runs[0]?.status).toBe('ok');
  });

  it('may close a kept connection just when it is used again', async () => {
    const server = await serve((response, _seen, request) => {
      if (server.seen.length === 2) request.socket.destroy();
      else response.end(denial);
    });
    await call(server.url);
    expect((await call(server.url)).outcome.decision).toBe('deny');
    expect(server.seen).toHaveLength(3);
  });

  it('that answers no JSON is invalid', async () => {
    const server = await serve((response) => void response.end('<html>'));
    expect(await failureOf(server.url)).toEqual({
      decision: null,
      failure: 'invalid',
      error: `${server.url} answered something that is not JSON`,
    });
  });

  it.each([400, 403, 404, 500, 304])(
    'that answers %i has failed; a deny in the body counts',
    async (status) => {
      const server = await serve(
        (response) => void response.writeHead(status).end(status === 304 ? '' : denial),
      );
      expect(await failureOf(server.url)).toEqual({
        decision: status === 304 ? null : 'deny',
        failure: 'exit',
        error: `${server.url} answered ${status}`,
      });
    },
  );

  it('that answers more than the limit is invalid, whether it says so first or not', async () => {
    const body = JSON.stringify({ inject: 'x'.repeat(3000) });
    const whole = await serve((response) => void response.end(body));
    const chunked = await serve((response) => {
      response.write(body.slice(0, 500));
      const timer = setInterval(() => response.write('x'.repeat(1000)), 5);
      response.on('close', () => clearInterval(timer));
    });
    for (const { url } of [whole, chunked]) {
      expect(await failureOf(url, { maxReplyBytes: 1000 })).toEqual({
        decision: null,
        failure: 'invalid',
        error: `${url} answered more than 1000 bytes`,
      });
    }
    expect((await call(whole.url)).outcome.injections).toHaveLength(1);
  });
});

describe('an endpoint that cannot be reached has failed, and the action goes ahead', () => {
  it('when nobody listens', async () => {
    expect(await failureOf('http://127.0.0.1:1')).toMatchObject({
      decision: null,
      failure: 'exit',
      error: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/),
    });
  });

  it('when its name is unknown', async () => {
    expect(await failureOf('http://no-such-host.invalid/')).toMatchObject({ failure: 'exit' });
  });

  it('when it closes, breaks off or speaks something else', async () => {
    const closes = await serveBytes((_write, end) => end());
    expect(await failureOf(closes)).toMatchObject({
      failure: 'exit',
      error: `${closes} closed without a reply: socket hang up`,
    });
    const breaks = await serveBytes((write, end) => {
      write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"decision"');
      setTimeout(end, 50);
    });
    expect(await failureOf(breaks)).toMatchObject({
      failure: 'exit',
      error: expect.stringContaining(`${breaks} broke its reply off`),
    });
    const stops = await serveBytes((write, end) => {
      write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n');
      setTimeout(end, 50);
    });
    expect(await failureOf(stops)).toMatchObject({
      failure: 'exit',
      error: expect.stringContaining(`${stops} broke its reply off`),
    });
    const babbles = await serveBytes((write) => write('SSH-2.0-OpenSSH\r\n'));
    expect(await failureOf(babbles)).toMatchObject({
      failure: 'exit',
      error: expect.stringContaining(`${babbles} answered something that is not HTTP: `),
    });
    const upgrades = await serveBytes((write) =>
      write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    );
    expect(await failureOf(upgrades)).toMatchObject({ failure: 'exit' });
  });

  it('but a deny that arrived before counts', async () => {
    const url = await serveBytes((write, end) => {
      write(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n${denial}`);
      setTimeout(end, 50);
    });
    expect(await failureOf(url)).toMatchObject({ decision: 'deny', failure: 'exit' });
  });
});

describe('a timeout', () => {
  it('gives the request up and closes its connection', async () => {
    let isClosed = false;
    const server = await serve((_response, _seen, request) => {
      request.socket.on('close', () => {
        isClosed = true;
      });
    });
    const { outcome, ms } = await withEnoughTime(
      (timeoutMs) => call(server.url, {}, timeoutMs),
      () => server.seen.length > 0,
      200,
    );
    expect(outcome.runs[0]).toMatchObject({
      failure: 'timeout',
      error: expect.stringMatching(/^did not answer within \d+ ms$/),
    });
    expect(ms).toBeLessThan(2 * soonMs);
    await eventually(() => isClosed);
  });

  it('keeps a deny that had arrived', async () => {
    const url = await serveBytes((write) =>
      write(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n${denial}`),
    );
    const { outcome } = await withEnoughTime(
      (timeoutMs) => call(url, {}, timeoutMs),
      (fired) => fired.outcome.decision === 'deny',
      300,
    );
    expect(outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'timeout' }] });
  });
});

describe('headers', () => {
  it('may hold variables of the environment that are allowed to leave; others are empty', async () => {
    process.env['HOOKLINE_TEST_TOKEN'] = 'secret';
    const server = await serve((response) => void response.writeHead(500).end());
    const headers = {
      authorization: 'Bearer ${HOOKLINE_TEST_TOKEN}',
      'x-home': '[${HOME}]',
      'x-price': '$5',
    };
    const { outcome } = await call(server.url, { headers, allowedEnvVars: ['HOOKLINE_TEST_TOKEN'] });
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'x-home': '[]',
      'x-price': '$5',
    });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    process.env['HOOKLINE_TEST_TOKEN'] = 'secret\r\nx-evil: 1';
    const { outcome: broken } = await call(server.url, { headers, allowedEnvVars: ['HOOKLINE_TEST_TOKEN'] });
    delete process.env['HOOKLINE_TEST_TOKEN'];
    expect(broken.runs[0]).toMatchObject({ failure: 'missing' });
    expect(JSON.stringify(broken)).not.toContain('secret');
  });

  it('that cannot be sent are refused without showing them', () => {
    for (const headers of [{ 'a b': 'secret' }, { a: 'secret\n' }, { 'Content-Length': 'secret' }]) {
      expect(() => http('http://localhost', { ...setting, headers })).toThrow(
        expect.objectContaining({ code: 'option-invalid', message: expect.not.stringContaining('secret') }),
      );
    }
  });
});

describe('redirects', () => {
  it('are followed at the same origin when they keep the method', async () => {
    const server = await serve((response, { url }) => {
      if (url === '/a') response.writeHead(307, { location: '/b' }).end('moved');
      else if (url === '/b') response.writeHead(308, { location: 'c' }).end();
      else response.end(denial);
    });
    const headers = { authorization: 'secret' };
    expect((await call(`${server.url}/a`, { headers })).outcome.decision).toBe('deny');
    expect(
      server.seen.map(({ method, url, headers, body }) => [
        method,
        url,
        headers.authorization,
        body.length > 9,
      ]),
    ).toEqual([
      ['POST', '/a', 'secret', true],
      ['POST', '/b', 'secret', true],
      ['POST', '/c', 'secret', true],
    ]);
  });

  it.each([301, 302, 303])('by %i are not followed', async (status) => {
    const server = await serve((response) => void response.writeHead(status, { location: '/other' }).end());
    expect(await failureOf(server.url)).toMatchObject({
      failure: 'exit',
      error: `${server.url} answered ${status}, a redirect that would not post again; 307 and 308 do`,
    });
    expect(server.seen).toHaveLength(1);
  });

  it('to another origin are not followed, so that nothing goes there', async () => {
    const other = await serve((response) => void response.end(denial));
    const server = await serve((response) => void response.writeHead(307, { location: other.url }).end());
    expect(await failureOf(server.url, { headers: { authorization: 'secret' } })).toEqual({
      decision: null,
      failure: 'exit',
      error: `${server.url} redirects to another origin, ${other.url}`,
    });
    expect(other.seen).toEqual([]);
  });

  it('end somewhere', async () => {
    const server = await serve((response) => void response.writeHead(307, { location: '/again' }).end());
    expect(await failureOf(server.url)).toMatchObject({ error: `${server.url} redirects more than 5 times` });
    expect(server.seen).toHaveLength(6);
    const odd = await serve((response) => void response.writeHead(307, { location: 'http://[' }).end());
    expect(await failureOf(odd.url)).toMatchObject({ failure: 'exit' });
  });
});

describe('TLS', () => {
  afterEach(endWorkers);

  it('trusts who it is told to trust, and nobody else', async () => {
    const server = await serveSecurely((response) => void response.end(denial));
    expect((await call(server.url, { ca: server.ca })).outcome.decision).toBe('deny');
    expect(await failureOf(server.url)).toMatchObject({
      decision: null,
      failure: 'exit',
      error: expect.stringMatching(/cannot be reached: .*self-signed/),
    });
    expect(await failureOf(server.url, { ca: './nowhere.pem' })).toMatchObject({ failure: 'missing' });
    expect(server.seen).toHaveLength(1);
  });
});

describe('the table of handlers', () => {
  it('knows it by its type', async () => {
    const server = await serve((response) => void response.end(denial));
    const handler = handlerKind('http').create({ handler: server.url }, setting);
    expect((await fireOne(handler)).outcome.decision).toBe('deny');
  });

  it.each(['', 'localhost:80/x', 'ftp://localhost', 'file:///etc/passwd', '//localhost'])(
    'refuses %j',
    (url) => {
      expect(() => http(url, setting)).toThrow(expect.objectContaining({ code: 'option-invalid' }));
    },
  );
});
