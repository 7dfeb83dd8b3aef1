import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { record } from '../../src/builtin/record.ts';
import { loadConfig } from '../../src/config/load/load-config.ts';
import { folderWith } from '../support/folder-with.ts';
import { inBrowser, startUi, textOf } from './support.ts';

const hostile = [
  '<script>window.hurt = 1</script>',
  '<img src=x onerror="window.hurt = 1">',
  '<svg onload="window.hurt = 1"><a xlink:href="javascript:window.hurt=1">x</a></svg>',
  '"><iframe srcdoc="<script>parent.hurt = 1</script>">',
  'javascript:window.hurt=1',
  '{{constructor.constructor("window.hurt=1")()}}',
  '</textarea></title></style><script>window.hurt = 1</script>',
  'safe\u202Egnp.exe\u2066\u2069\u200F',
  'bell\u0007escape\u001b[31mred\u0000end\u2028line\u009b',
  '__proto__',
  'constructor',
  'toString',
  `${'long '.repeat(20_000)}end`,
  `${'x'.repeat(60_000)}`,
  'data:text/html,<script>opener.hurt=1</script>',
  '&lt;b&gt;not bold&lt;/b&gt; &amp;amp;',
  '\u{1F9D1}\u200D\u{1F4BB} ünïcödé \uD800 alone',
];

/** Characters that hide what a text says, or turn it round. */
const unseen = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/u;

/** What a server says to a request that no browser would make. */
function ask(address: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}

inBrowser('hookline ui, among strangers', (open) => {
  it('shows hostile text as text, and nothing leaves the machine', async () => {
    const folder = folderWith({
      'hookline.yaml': `hooks:\n  PreToolUse:\n${[0, 1, 2, 3]
        .map(
          (place) =>
            `    - { name: ${JSON.stringify(hostile[place])}, type: command, handler: ./print.sh }\n`,
        )
        .join('')}`,
      'print.sh': `#!/bin/sh\nprintf '%s' '<script>window.hurt=1</script><img src=x onerror=alert(1)>' >&2\nprintf '\\033[31m' >&2\nexit 1\n`,
    });
    const config = await loadConfig(join(folder, 'hookline.yaml'), { watch: false, log: () => undefined });
    const recording = record(config.hooks, { folder: join(folder, 'traces'), content: 'full' });
    for (const text of hostile) {
      const event = {
        session_id: text.slice(0, 2000),
        cwd: folder,
        tool_name: text.slice(0, 2000),
        tool_input: { command: text, [text.slice(0, 50)]: text },
      };
      await config.hooks.fire('PreToolUse', event as never, { agent: text.slice(0, 300) });
    }
    await recording.stop();
    await config.close();
    const { address, child } = await startUi([join(folder, 'traces')], { cwd: folder });
    onTestFinished(() => void child.kill());
    const page = await open(`${address}#view=session&range=all`);
    const elsewhere: string[] = [];
    let inside = 0;
    await page.context().route('**', (route) => {
      const { origin } = new URL(route.request().url());
      if (origin === new URL(address).origin) {
        inside += 1;
        return route.continue();
      }
      elsewhere.push(route.request().url());
      return route.abort();
    });
    const problems: string[] = [];
    page.on('pageerror', (problem) => problems.push(String(problem)));
    page.on('dialog', (dialog) => {
      problems.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.reload();
    await page.locator('.event').nth(hostile.length).waitFor();
    const shown = (await page.locator('.event .about').allTextContents()).join('\n');
    expect(shown).toContain('<script>window.hurt = 1</script>');
    expect(shown).toContain('safe\\u202egnp.exe\\u2066\\u2069\\u200f');
    expect(shown).not.toMatch(unseen);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    for (const _ of hostile) {
      await page.locator('aside .waterfall li').nth(3).waitFor();
      expect(await textOf(page.locator('aside .waterfall .output').first())).toContain(
        '<script>window.hurt=1</script>',
      );
      expect(await textOf(page.locator('aside'))).not.toMatch(unseen);
      await page.keyboard.press('j');
    }
    for (const key of ['3', '4', '5', '1', '2', '?']) await page.keyboard.press(key);
    expect(
      await page.evaluate(
        `({ hurt: 'hurt' in globalThis, frames: frames.length, polluted: 'command' in {} })`,
      ),
    ).toEqual({
      hurt: false,
      frames: 0,
      polluted: false,
    });
    const made = await page
      .locator('#page')
      .evaluate(
        (all) => all.querySelectorAll('script, iframe, img, svg:not(.sparkline), object, a[href]').length,
      );
    expect({ made, problems, elsewhere }).toEqual({ made: 0, problems: [], elsewhere: [] });
    expect(inside).toBeGreaterThan(hostile.length);
  });

  it('gives nothing to a wrong token, another host, another origin and a path outside', async () => {
    const folder = folderWith({ 'hookline.yaml': 'hooks: {}\n' });
    const { address, child } = await startUi([], {
      cwd: folder,
      env: { XDG_STATE_HOME: join(folder, 'state') },
    });
    onTestFinished(() => void child.kill());
    const { host, pathname, origin, port } = new URL(address);
    const token = pathname.slice(1, -1);
    expect(await ask(address, pathname)).toBe(200);
    expect(await ask(address, pathname, { host: `localhost:${port}` })).toBe(200);
    for (const [path, headers] of [
      ['/', {}],
      ['/policy', {}],
      [`/${'x'.repeat(token.length)}/policy`, {}],
      [`/${token.slice(0, -1)}/policy`, {}],
      [`/${token.toLowerCase()}x/policy`, {}],
      [`/${token}/../../etc/passwd`, {}],
      [`/${token}/..%2f..%2f..%2fetc%2fpasswd`, {}],
      [`/${token}/%2e%2e/%2e%2e/etc/passwd`, {}],
      [`/${token}/..\\..\\etc\\passwd`, {}],
      [`/${token}/licenses.txt/../../main.js`, {}],
      [pathname, { host: 'evil.example' }],
      [pathname, { host: `localhost.evil.example:${port}` }],
      [pathname, { host: `127.0.0.1.evil.example:${port}` }],
      [`${pathname}policy`, { origin: 'http://evil.example' }],
      [`${pathname}policy`, { origin: 'null' }],
      [`${pathname}policy`, { 'sec-fetch-site': 'cross-site' }],
      [`${pathname}policy`, { 'sec-fetch-site': 'same-site' }],
    ] as const)
      expect([400, 404], `${path} ${JSON.stringify(headers)}`).toContain(
        await ask(address, path, { host, ...headers }),
      );

    const strangers = createServer((_, answer) =>
      answer.setHeader('content-type', 'text/html').end('<h1>elsewhere</h1>'),
    );
    await new Promise<void>((resolve) => strangers.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void strangers.close());
    const page = await open(`http://127.0.0.1:${(strangers.address() as AddressInfo).port}/`);
    const got = await page.evaluate(`(async (target) => {
      const tried = (options) =>
        fetch(target, options).then(
          async (answer) => [answer.type, answer.status, await answer.text()].join(' '),
          () => 'refused',
        );
      const frame = document.createElement('iframe');
      frame.src = target.replace(/policy$/, '');
      document.body.append(frame);
      await new Promise((resolve) => { frame.onload = resolve; });
      const headers = { 'content-type': 'application/json' };
      const plain = { 'content-type': 'text/plain' };
      const seen = () => { try { return frame.contentDocument === null ? 'closed' : 'open'; } catch { return 'closed'; } };
      return [
        await tried({}),
        await tried({ mode: 'no-cors' }),
        await tried({ method: 'POST', headers, body: '{}' }),
        await tried({ method: 'POST', mode: 'no-cors', headers: plain, body: '{}' }),
        seen(),
      ];
    })(${JSON.stringify(`${origin}${pathname}policy`)})`);
    expect(got).toEqual([
      'refused',
      expect.stringMatching(/^(opaque 0 |refused)$/),
      'refused',
      expect.stringMatching(/^(opaque 0 |refused)$/),
      'closed',
    ]);
    const plain = await fetch(`${address}answer`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{"code":"x","does":"deny"}',
    });
    expect(plain.status).toBe(400);
  });
});
