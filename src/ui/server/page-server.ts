import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { isObject } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { PolicyAnswer } from '../wire.ts';
import { eventDetail } from './event-detail.ts';
import { EventFeed } from './event-feed.ts';
import { type PageSource, waitingAnswers } from './page-source.ts';

/** What the files of the page are, by their names' ends. */
const pageTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
]);

/** Nothing from elsewhere is loaded, nothing is sent elsewhere, and no other page may hold this one. */
const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

const maxBodyBytes = 16 * 1024 * 1024;
const batchRows = 4000;

export interface RunningPage {
  /** With the token. Who knows it may look. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

export interface PageOptions {
  readonly source: PageSource;
  /** The folder of the built page. */
  readonly folder: URL;
  /** Default: any that is free. */
  readonly port?: number;
}

/** Serves the page on this machine alone. */
export async function servePage({ source, folder, port = 0 }: PageOptions): Promise<RunningPage> {
  const token = randomBytes(24).toString('base64url');
  const app = await pageApp(source, folder, token);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, ({ port: taken }: AddressInfo) =>
      resolve({
        address: `http://127.0.0.1:${taken}/${token}/`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      }),
    );
    server.on('error', reject);
  });
}

async function pageApp(source: PageSource, folder: URL, token: string): Promise<Hono> {
  const app = new Hono();
  const feed = new EventFeed(source);

  app.use(async (context, next) => {
    if (!isOwn(context, token)) return context.text('Not found', 404);
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
    return undefined;
  });
  app.use(bodyLimit({ maxSize: maxBodyBytes }));
  app.onError((problem, context) => context.json({ problem: messageOf(problem) }, 400));

  for (const file of await readdir(folder)) {
    const type = pageTypes.get(extname(file));
    if (type === undefined) continue;
    app.get(`/${token}/${file === 'index.html' ? '' : file}`, async (context) =>
      context.body(await readFile(new URL(file, folder)), 200, { 'content-type': type }),
    );
  }
  app.get(`/${token}/events`, (context) => streamEvents(context, feed));
  app.get(`/${token}/event`, async (context) => {
    const row = Number(context.req.query('row'));
    const recorded = await feed.index.event(row);
    if (recorded === null)
      throw new Error('The record has this event no more. hookline trace list shows what it has.');
    return context.json(eventDetail(row, recorded));
  });
  app.get(`/${token}/policy`, async (context) => context.json(await source.policy()));
  app.post(`/${token}/compare`, async (context) => {
    const { text, rows } = await bodyOf(context);
    if (typeof text !== 'string' || !isRows(rows))
      throw new Error('expected {"text": "…", "rows": [0, 1, …]}');
    const { different, ...sums } = await source.compare(text, feed.index.events(rows));
    const answer: PolicyAnswer = {
      ...sums,
      different: different.flatMap(({ id, ...difference }) => {
        const row = feed.index.rowOf(id);
        return row === undefined ? [] : [{ row, ...difference }];
      }),
    };
    return context.json(answer);
  });
  app.post(`/${token}/answer`, async (context) => {
    const { fingerprint, does } = await bodyOf(context);
    const known = waitingAnswers.find((answer) => answer === does);
    if (typeof fingerprint !== 'string' || known === undefined)
      throw new Error('expected {"fingerprint": "…", "does": "approve" | "deny"}');
    await source.answer(fingerprint, known);
    return context.json(await feed.refreshWaiting());
  });
  return app;
}

/** Whether the page asks, and no other: by its address, its token, and where the browser says that it comes from. */
function isOwn({ req }: Context, token: string): boolean {
  const { host, pathname, origin } = new URL(req.url);
  const asked = req.header('host') ?? '';
  const from = req.header('origin');
  const site = req.header('sec-fetch-site');
  const given = Buffer.from(pathname.split('/')[1] ?? '');
  const expected = Buffer.from(token);
  return (
    /^(?:127\.0\.0\.1|localhost):\d+$/.test(asked) &&
    asked === host &&
    (from === undefined || from === origin) &&
    (site === undefined || site === 'same-origin' || site === 'none') &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  );
}

async function bodyOf(context: Context): Promise<Readonly<Record<string, unknown>>> {
  if (!context.req.header('content-type')?.startsWith('application/json')) throw new Error('expected JSON');
  const body: unknown = await context.req.json();
  if (!isObject(body)) throw new Error('expected an object');
  return body;
}

function isRows(rows: unknown): rows is readonly number[] {
  return Array.isArray(rows) && rows.every((row) => Number.isSafeInteger(row));
}

/** Sends the events that are there, then each as it is recorded. Who was cut off goes on where it ended. */
function streamEvents(context: Context, feed: EventFeed): Response {
  return streamSSE(context, async (stream) => {
    const left = new AbortController();
    const leave = feed.watch();
    stream.onAbort(() => left.abort());
    const [row = 0, name = 0] = (context.req.header('last-event-id') ?? '').split(',').map(Number);
    let nextRow = Number.isSafeInteger(row) ? row : 0;
    let nextName = Number.isSafeInteger(name) ? name : 0;
    let told = '';
    try {
      while (!left.signal.aborted) {
        while (feed.index.rows.length > nextRow) {
          const { knownNames, ...batch } = feed.index.rows.batch(nextRow, nextName, batchRows);
          nextRow += batch.at.length;
          nextName = knownNames;
          await stream.writeSSE({ event: 'rows', id: `${nextRow},${nextName}`, data: JSON.stringify(batch) });
          if (left.signal.aborted) return;
        }
        const waiting = JSON.stringify(feed.waiting);
        if (waiting !== told) await stream.writeSSE({ event: 'waiting', data: waiting });
        told = waiting;
        if (feed.index.rows.length === nextRow) await feed.news(left.signal);
      }
    } finally {
      leave();
    }
  });
}
