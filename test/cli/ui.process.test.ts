import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookline, type Running, startHookline, startInTerminal } from '../support/command-line/cli.ts';
import { trusted } from '../support/command-line/trusted.ts';
import { folderWith } from '../support/folder-with.ts';

const yaml = `hooks:
  PreToolUse:
    - { name: pushes, type: builtin, handler: destructive-commands, guard: true }
`;

interface Page {
  readonly get: (path: string) => Promise<Response>;
  readonly answer: (fingerprint: string, does: string, code?: string) => Promise<Response>;
  /** The code for approvals; empty where none is shown. */
  readonly code: string;
}

/** The page of a `hookline ui` that was started. */
async function pageOf({ child, shows }: Running, isPerson = false): Promise<Page> {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
  await shows('http://127.0.0.1:');
  await expect.poll(() => text).toMatch(/\/\r?\n/);
  const [address = ''] = /http:\S+/.exec(text) ?? [];
  if (isPerson) await expect.poll(() => text).toMatch(/code there: \d{6}/);
  const [, shownCode = ''] = /code there: (\d{6})/.exec(text) ?? [];
  const headers = { 'content-type': 'application/json' };
  return {
    get: (path) => fetch(`${address}${path}`),
    code: shownCode,
    answer: (fingerprint, does, code = shownCode) =>
      fetch(`${address}answer`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ fingerprint, does, code }),
      }),
  };
}

describe('hookline ui', () => {
  it('lets a call pass once for a person, and for nobody else', async () => {
    const cwd = folderWith({ 'hookline.yaml': yaml });
    const env = { XDG_STATE_HOME: join(cwd, 'state'), CLAUDE_PROJECT_DIR: cwd, HOOKLINE_DAEMON: 'off' };
    await trusted(cwd, env);
    let calls = 0;
    const call = async (): Promise<string> => {
      calls += 1;
      const input = JSON.stringify({
        session_id: 's1',
        hook_event_name: 'PreToolUse',
        cwd,
        tool_name: 'Bash',
        tool_input: { command: 'git push --force origin main' },
        tool_use_id: `toolu_0123456789012345678${calls}`,
      });
      return (await hookline(['hook', 'claude-code'], { cwd, env, input })).stdout;
    };
    const waiting = async (): Promise<readonly string[]> => {
      const { stdout } = await hookline(['allow', '--list', '--json'], { cwd, env });
      return JSON.parse(stdout).waiting.map((one: { readonly fingerprint: string }) => one.fingerprint);
    };
    const [, code = ''] = /hookline allow ([0-9A-Z]{7})/.exec(await call()) ?? [];
    const [shown = ''] = await waiting();
    const below = startInTerminal(['ui'], { cwd, env: { ...env, CLAUDECODE: '1' } });
    const [piped, person] = await Promise.all([
      pageOf(startHookline(['ui'], { cwd, env })),
      pageOf(startInTerminal(['ui'], { cwd, env: { ...env, CLAUDECODE: '' } }), true),
    ]);
    expect(await below.ended).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("agents can't run hookline ui"),
    });
    const parts = await Promise.all(['', 'page.js'].map((path) => person.get(path)));
    expect(parts.map(({ status }) => status)).toEqual([200, 200]);
    for (const [page, given, why] of [
      [piped, '', 'run hookline ui yourself, in a terminal'],
      [person, '', 'wrong code'],
      [person, '12345', 'wrong code'],
    ] as const) {
      const refused = await page.answer(shown, 'approve', given);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ problem: expect.stringContaining(why) });
    }
    expect(await call()).toContain(code);

    const approved = await person.answer(shown, 'approve');
    expect(await approved.json()).toMatchObject({
      waiting: [
        {
          ...{ code, tool: 'Bash', preview: 'git push --force origin main' },
          ...{ passesUntil: expect.any(Number), mayPassHere: true },
        },
      ],
    });
    expect(await call()).toBe('');
    expect(await call()).toContain(code);
    expect((await person.answer(shown, 'approve')).status).toBe(200);
    expect(await (await piped.answer(shown, 'deny')).json()).toMatchObject({ waiting: [] });
    expect(await waiting()).toEqual([]);
    expect(await call()).toContain(code);
    // Two calls may share a code.
    expect(await (await person.answer(code, 'approve')).json()).toMatchObject({
      problem: expect.stringContaining('this call waits no more'),
    });
  });

  it('says what is wrong with what it is called with', async () => {
    const cwd = folderWith({
      'torn.jsonl': '{"type":"header"\u0000\n[]\nnull\n"<script>"\n{"type":"firing"}\n{"ty',
    });
    const env = { XDG_STATE_HOME: join(cwd, 'state') };
    const hostile = startHookline(['ui', 'torn.jsonl'], { cwd, env });
    const page = await pageOf(hostile);
    expect((await page.get('')).status).toBe(200);
    expect((await page.get('event?row=0')).status).toBe(400);
    await hostile.shows('Ctrl-C ends it. From another machine: ssh -L ');
    const { href } = new URL((await page.get('')).url);
    expect((await fetch(href.replace('127.0.0.1', 'localhost'))).status).toBe(200);
    const { port } = new URL((await page.get('')).url);
    const [taken, missing, wrong] = await Promise.all([
      hookline(['ui', '--port', port], { cwd, env }),
      hookline(['ui', 'nosuch'], { cwd, env }),
      hookline(['ui', '--port', '99999'], { cwd, env }),
    ]);
    expect(taken).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`port ${port} is taken`),
    });
    expect(missing).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('no recorded session "nosuch"'),
    });
    expect(wrong).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('error: --port takes a number'),
    });
  });
});
