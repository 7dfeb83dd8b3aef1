import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifyUser } from '../../../src/entries/builtin.ts';
import { bash, quietHooks } from '../../support/hooks.ts';

const posts: { path: string; title: string | undefined; body: string }[] = [];
let status = 200;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => {
    body += piece;
  });
  request.on('end', () => {
    posts.push({ path: request.url ?? '', title: request.headers['title'] as string | undefined, body });
    response.writeHead(status).end();
  });
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

beforeEach(() => {
  posts.length = 0;
  status = 200;
});

let sessions = 0;

function hooksFor(options: Parameters<typeof notifyUser>[0]) {
  const { hooks, log } = quietHooks();
  const handler = notifyUser(options);
  sessions += 1;
  const base = { session_id: `notify-${process.pid}-${sessions}`, cwd: '/work/shop' };
  for (const point of ['Notification', 'PermissionRequest', 'Stop', 'UserPromptSubmit'] as const)
    hooks.on(point, { name: `n-${point}` }, handler);
  hooks.on('PreToolUse', { name: 'n-tool', mode: 'observe' }, handler);
  return {
    hooks,
    log,
    waits: (message = 'Claude waits') =>
      hooks.fire('Notification', { ...base, message, notification_type: 'idle_prompt' }),
    prompt: () => hooks.fire('UserPromptSubmit', { ...base, prompt: 'x' }),
    stop: () => hooks.fire('Stop', { ...base, stop_hook_active: false }),
    base,
  };
}

describe('notify', () => {
  it('tells every service in its own form', async () => {
    const { waits } = hooksFor({ to: [`ntfy:${base}/topic`, `slack:${base}/slack`, `webhook:${base}/hook`] });
    await waits();
    expect(posts.map(({ path }) => path).sort()).toEqual(['/hook', '/slack', '/topic']);
    const of = (path: string) => posts.find((post) => post.path === path);
    expect(of('/topic')).toMatchObject({ title: 'hookline%3A shop', body: 'Claude waits' });
    expect(JSON.parse(of('/slack')?.body ?? '')).toEqual({ text: '*hookline: shop*\nClaude waits' });
    expect(JSON.parse(of('/hook')?.body ?? '')).toMatchObject({
      occasion: 'waits',
      text: 'Claude waits',
      folder: '/work/shop',
    });
  });

  it('takes an address from the environment', async () => {
    vi.stubEnv('NOTIFY_TEST_URL', `${base}/secret`);
    await hooksFor({ to: ['webhook:$NOTIFY_TEST_URL'] }).waits();
    vi.unstubAllEnvs();
    expect(posts.map(({ path }) => path)).toEqual(['/secret']);
  });

  it('tells once of one wait', async () => {
    const { waits } = hooksFor({ to: [`webhook:${base}/w`] });
    await waits();
    await waits('again');
    expect(posts).toHaveLength(1);
  });

  it('tells of an end only after long work', async () => {
    const quick = hooksFor({ to: [`webhook:${base}/w`], after: 60 });
    await quick.prompt();
    await quick.stop();
    expect(posts).toEqual([]);
    const long = hooksFor({ to: [`webhook:${base}/w`], after: 0 });
    await long.prompt();
    await long.stop();
    expect(posts.map(({ body }) => JSON.parse(body).occasion)).toEqual(['finished']);
  });

  it('names a hook that failed', async () => {
    const { hooks, base: fields } = hooksFor({ to: [`webhook:${base}/w`] });
    hooks.on('PreToolUse', { name: 'lint' }, () => {
      throw new Error('no such rule');
    });
    await hooks.fire('PreToolUse', { ...bash, ...fields });
    expect(posts.map(({ body }) => JSON.parse(body).text)).toEqual(['The hook lint failed: no such rule']);
  });

  it('is silent in quiet hours', async () => {
    const hour = (add: number): string =>
      `${String((new Date().getHours() + add + 24) % 24).padStart(2, '0')}:00`;
    await hooksFor({ to: [`webhook:${base}/w`], quiet: `${hour(-1)}-${hour(2)}` }).waits();
    expect(posts).toEqual([]);
    await hooksFor({ to: [`webhook:${base}/w`], quiet: `${hour(2)}-${hour(4)}` }).waits();
    expect(posts).toHaveLength(1);
  });

  it('warns when a message cannot be sent, without the address', async () => {
    status = 500;
    const { waits } = hooksFor({ to: [`slack:${base}/services/T0/secret`] });
    const { notices } = await waits();
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^notify: slack at 127\.0\.0\.1:\d+ answered 500$/),
    ]);
  });

  it('refuses a place that it does not know', () => {
    expect(() => notifyUser({ to: ['email:a@b.c'] })).toThrow(
      'is none of desktop, bell, ntfy:URL, slack:URL and webhook:URL',
    );
    expect(() => notifyUser({ quiet: '10pm' })).toThrow('22:00-07:00');
  });
});
