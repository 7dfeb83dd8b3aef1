import { randomBytes, timingSafeEqual } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { isObject } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import { isAllowance } from '../../trace/allowed-by-person.ts';
import type { RunLine } from '../../trace/format/lines.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import {
  type EventDetail,
  type PageState,
  type PolicyAnswer,
  type RowDecision,
  type RunDetail,
  rowDecisions,
} from '../wire.ts';
import { type PageSource, waitingAnswers } from './page-source.ts';
import { TraceIndex } from './trace-index.ts';

const pageTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
]);

/** Loads nothing from elsewhere, sends nothing elsewhere, and can't be embedded. */
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
const noEvent = 'The traces no longer have this event. hookline trace list shows what they have.';

export interface RunningPage {
  readonly address: string;
  readonly close: () => Promise<void>;
}

export interface PageOptions {
  readonly source: PageSource;
  readonly folder: URL;
  readonly port?: number;
}

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
    const id = context.req.query('id');
    const row = id === undefined ? Number(context.req.query('row')) : (feed.index.rowOf(id) ?? -1);
    const recorded = await feed.index.event(row);
    if (recorded === null) throw new Error(noEvent);
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
  app.post(`/${token}/tests`, async (context) => {
    const { rows, decisions = [] } = await bodyOf(context);
    if (!isRows(rows) || !isDecisions(decisions)) throw new Error('expected {"rows": [0, 1, …]}');
    const wanted = new Map(rows.map((row, place) => [row, decisions[place]]));
    async function* events(): AsyncGenerator<RecordedFiring> {
      for await (const { firing, runs } of feed.index.events(rows as readonly number[])) {
        const decision = wanted.get(feed.index.rowOf(firing.id) ?? -1);
        const outcome = { ...firing.outcome, ...(decision !== undefined && { decision, modified: false }) };
        yield { firing: { ...firing, outcome }, runs };
      }
    }
    return context.json(await source.tests(events()));
  });
  app.post(`/${token}/answer`, async (context) => {
    const { fingerprint, does, code = '' } = await bodyOf(context);
    const known = waitingAnswers.find((answer) => answer === does);
    if (typeof fingerprint !== 'string' || known === undefined || typeof code !== 'string')
      throw new Error('expected {"fingerprint": "…", "does": "approve" | "deny", "code": "…"}');
    await source.answer(fingerprint, known, code);
    return context.json(await feed.refreshState());
  });
  return app;
}

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

function isDecisions(decisions: unknown): decisions is readonly RowDecision[] {
  return Array.isArray(decisions) && decisions.every((decision) => rowDecisions.includes(decision));
}

function isRows(rows: unknown): rows is readonly number[] {
  return Array.isArray(rows) && rows.every((row) => Number.isSafeInteger(row));
}

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
        const state = JSON.stringify(feed.state);
        if (state !== told) await stream.writeSSE({ event: 'state', data: state });
        told = state;
        if (feed.index.rows.length === nextRow) await feed.news(left.signal);
      }
    } finally {
      leave();
    }
  });
}

const pollMs = 300;
const guardMs = 10_000;

class EventFeed {
  readonly index = new TraceIndex();
  readonly #source: PageSource;
  readonly #news = new EventEmitter().setMaxListeners(0);
  #watchers = 0;
  #isFollowing = false;
  #isReading = true;
  #fileProblems: readonly string[] = [];
  state: PageState = { problems: [], waiting: [], guard: null, isReading: true };

  constructor(source: PageSource) {
    this.#source = source;
  }

  watch(): () => void {
    this.#watchers += 1;
    if (!this.#isFollowing) void this.#follow();
    return () => {
      this.#watchers -= 1;
    };
  }

  async news(signal: AbortSignal): Promise<void> {
    await once(this.#news, 'news', { signal }).catch(() => undefined);
  }

  async refreshState(): Promise<PageState> {
    const state = {
      problems: [...this.#fileProblems, ...this.index.problems()],
      waiting: await this.#source.waiting().catch(() => []),
      guard: await this.#freshGuard(),
      isReading: this.#isReading,
    };
    if (JSON.stringify(state) === JSON.stringify(this.state)) return this.state;
    this.state = state;
    this.#news.emit('news');
    return state;
  }

  async #freshGuard(): Promise<PageState['guard']> {
    const { guard } = this.state;
    if (guard !== null && Date.now() - guard.checkedAt < guardMs) return guard;
    return this.#source.guard().catch(() => guard);
  }

  async #follow(): Promise<void> {
    this.#isFollowing = true;
    await this.refreshState();
    while (this.#watchers > 0) {
      this.#fileProblems = [];
      const failed = (problem: unknown): void => {
        this.#fileProblems = [`the traces can't be read: ${messageOf(problem)}`];
      };
      const files = await this.#source.files().catch((problem: unknown) => {
        failed(problem);
        return [];
      });
      await this.index.update(files, () => this.#news.emit('news')).catch(failed);
      this.#isReading = false;
      await this.refreshState();
      await wait(pollMs, undefined, { ref: false });
    }
    this.#isFollowing = false;
  }
}

export function eventDetail(row: number, { firing, runs }: RecordedFiring): EventDetail {
  const { at, lineage, input, outcome, ...told } = firing;
  const { decision, reason, decidedBy } = outcome;
  return {
    ...told,
    row,
    at: Date.parse(at),
    lineage: lineage.toReversed(),
    decision,
    reason,
    decidedBy,
    input: input ?? null,
    outcome,
    runs: runs.map(runDetail),
  };
}

function runDetail({ place, dropped, changes, stdout, stderr, ...told }: RunLine): RunDetail {
  return {
    ...told,
    place: place === null ? null : `${place.file}:${place.line}:${place.column}`,
    dropped: dropped.filter(({ why }) => !isAllowance(why)),
    letPass: dropped.find(({ why }) => isAllowance(why))?.why ?? null,
    changes: changes.map(({ path, before, after }) => ({ path: path === '' ? '/' : path, before, after })),
    stdout: stdout ?? '',
    stderr: stderr ?? '',
  };
}
