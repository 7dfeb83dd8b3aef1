import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { auditLog } from '../../../src/entries/builtin.ts';
import { allPoints, deny, inject, modify } from '../../../src/entries/index.ts';
import { cpuMs } from '../../support/cpu.ts';
import { bash, bashResult, quietHooks } from '../../support/hooks.ts';
import { compiled } from '../../support/processes/compiled.ts';
import { Scratch } from '../../support/scratch.ts';

interface Line {
  readonly [key: string]: unknown;
  readonly input: Readonly<Record<string, unknown>>;
  readonly outcome: Readonly<Record<string, unknown>> | null;
}

function logged(options: object = {}) {
  const scratch = new Scratch();
  const { hooks, log } = quietHooks();
  const handler = createBuiltin(
    'audit-log',
    { file: 'audit.jsonl', ...options },
    { directory: scratch.path },
  );
  const lines = (): Line[] => scratch.lines('audit.jsonl').map((line) => JSON.parse(line) as Line);
  return { scratch, hooks, log, handler, lines };
}

describe('the audit log', () => {
  it('has a line for every event, with who, when and what', async () => {
    const { hooks, handler, lines } = logged();
    hooks.on('PreToolUse', { mode: 'observe' }, handler);
    await hooks.fire('PreToolUse', { ...bash, session_id: 's1' }, { agent: 'helper' });
    await hooks.fire('PreToolUse', bash);
    const [first, second] = lines();
    expect(first).toMatchObject({ point: 'PreToolUse', session: 's1', agent: 'helper', toolUseId: 'call-1' });
    expect(first?.input).toMatchObject({ tool_name: 'Bash', tool_input: { command: 'ls' } });
    expect(first?.input).not.toHaveProperty('transcript_path');
    expect(Date.parse(String(first?.['time']))).toBeGreaterThan(0);
    expect(second?.['agent']).toBe('main');
  });

  it('tells what was decided, by whom and why, when it observes', async () => {
    const { hooks, handler, lines } = logged();
    hooks.on('PreToolUse', { name: 'audit', mode: 'observe', priority: 1 }, handler);
    hooks.on('PreToolUse', { name: 'rewrite' }, () => [modify({ command: 'pwd' }), inject('careful')]);
    hooks.on('PreToolUse', { name: 'broken' }, () => {
      throw new Error('oops');
    });
    hooks.on('PreToolUse', { name: 'no' }, () => deny('not today'));
    await hooks.fire('PreToolUse', bash);
    expect(lines()[0]?.outcome).toMatchObject({
      decision: 'deny',
      reason: 'not today',
      decidedBy: 'no',
      modified: true,
      value: { command: 'pwd' },
      injections: [{ content: 'careful' }],
    });
    expect(lines()[0]?.outcome?.['runs']).toContainEqual(
      expect.objectContaining({ hook: 'broken', status: 'failed', failure: 'threw', error: 'oops' }),
    );
  });

  it('says that it was told nothing when it does not', async () => {
    const { hooks, handler, lines } = logged();
    hooks.on('PreToolUse', handler);
    await hooks.fire('PreToolUse', bash);
    expect(lines()[0]?.outcome).toBeNull();
  });

  it('can be registered at every point', () => {
    const { hooks, handler } = logged();
    for (const point of allPoints()) hooks.on(point, { mode: 'observe' }, handler);
    expect(hooks.list()).toHaveLength(allPoints().length);
  });

  it('makes the folders that it needs, and a file for nobody else', async () => {
    const { hooks, handler, scratch } = logged({ file: 'deep/er/audit.jsonl' });
    hooks.on('PreToolUse', { mode: 'observe' }, handler);
    await hooks.fire('PreToolUse', bash);
    expect(statSync(join(scratch.path, 'deep/er/audit.jsonl')).mode & 0o777).toBe(0o600);
  });

  it('keeps lines whole and in order, however many events happen at once', async () => {
    const { hooks, handler, lines } = logged();
    hooks.on('PreToolUse', { mode: 'observe' }, handler);
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        hooks.fire('PreToolUse', {
          ...bash,
          tool_use_id: String(index),
          tool_input: { x: 'y'.repeat(3000) },
        }),
      ),
    );
    expect(lines().map(({ toolUseId }) => Number(toolUseId))).toEqual(
      Array.from({ length: 200 }, (_, i) => i),
    );
  });
});

describe('secrets in the audit log', () => {
  async function textFor(toolInput: Record<string, unknown>, options: object = {}): Promise<string> {
    const { hooks, handler, scratch } = logged(options);
    hooks.on('PreToolUse', { mode: 'observe' }, handler);
    hooks.on('PreToolUse', { name: 'rewrite' }, () => modify({ ...toolInput, twice: true }));
    await hooks.fire('PreToolUse', { ...bash, tool_input: toolInput });
    return readFileSync(join(scratch.path, 'audit.jsonl'), 'utf8');
  }

  it.each([
    'token',
    'api_key',
    'apiKey',
    'client_secret',
    'DB_PASSWORD',
    'Authorization',
    'private_key',
    'accessToken',
  ])('are hidden in fields named like %s, at any depth', async (name) => {
    const text = await textFor({
      headers: [{ [name]: 'hunter2hunter2' }],
      [name]: { inner: 'hunter2hunter2' },
    });
    expect(text).not.toContain('hunter2');
    expect(text).toContain(name);
  });

  it.each([
    'sk-ant-api03-abcdefghijklmnopqrstuvwxyz',
    'sk-proj-abcdefghijklmnopqrstuvwxyz012345',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'github_pat_abcdefghijklmnopqrstuvwxyz',
    'AKIAIOSFODNN7EXAMPLE',
    'xoxb-1234567890-abcdefghij',
    'AIzaabcdefghijklmnopqrstuvwxyz0123456789',
    'npm_abcdefghijklmnopqrstuvwxyz',
    'glpat-abcdefghijklmnopqrst',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nMIIcutoff',
  ])('are hidden in any text: %s', async (secret) => {
    const text = await textFor({ command: `curl -H 'x: ${secret}' https://example.com` });
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect(text).toContain('[redacted]');
    expect(text).toContain('curl');
  });

  it.each([
    'export API_KEY=hunter2hunter2',
    'curl -H "Authorization: Bearer hunter2hunter2"',
    'psql postgres://me:hunter2hunter2@host/db',
    'login --password=hunter2hunter2',
    '{"token":"hunter2hunter2"}',
    'deploy --token hunter2hunter2 now',
    'deploy --api-key "hunter2 hunter2" now',
    "login -password 'hunter2'",
    'tool --auth-token\thunter2',
    'curl -u me:hunter2hunter2 https://example.com',
    'curl -ume:hunter2 https://example.com',
    'curl --user "me:hunter2" https://example.com',
    'curl --proxy-user=me:hunter2 https://example.com',
    'sshpass -p hunter2 ssh me@host',
    'mysql -h host -u root -phunter2 db',
    'docker login -u me -p hunter2 registry',
    'connect "Server=x;Uid=me;Pwd=hunter2;"',
  ])('are hidden behind their names: %s', async (command) => {
    expect(await textFor({ command })).not.toContain('hunter2');
  });

  it('are hidden in a field pwd, unless it is a folder', async () => {
    for (const name of ['pwd', 'PWD', 'db_pwd']) {
      expect(await textFor({ [name]: 'hunter2' }), name).not.toContain('hunter2');
      for (const folder of ['/home/me', '~/work', './here', 'C:\\work', 'C:/work'])
        expect(await textFor({ [name]: folder }), folder).toContain(JSON.stringify(folder));
    }
    expect(await textFor({ user: 'me', pass: 'hunter2', pw: 'hunter2' })).not.toContain('hunter2');
  });

  it.each([
    'run --max-tokens 4096 --token-count 3',
    'docker run -u 1000:1000 image',
    'PWD=/home/me ls',
    'mkdir -p deep/er',
    'git push -u origin main',
    'cp --preserve=all a b',
    'ssh -p 2222 host',
  ])('are not to be found in %s', async (command) => {
    expect(await textFor({ command })).toContain(JSON.stringify(command));
  });

  it('are looked for in little time, whatever the text', async () => {
    const parts = ['--a-', 'mysql ', '-u a:', 'pwd=', 'docker login ', '-p', '--token "', 'token=', 'eyJ'];
    const ms = await cpuMs(async () => {
      for (const part of parts) await textFor({ command: part.repeat(20_000) }, { maxBytes: 100_000 });
    });
    expect(ms).toBeLessThan(20_000);
  });

  it('are hidden before a text is cut, so that no half of them is left', async () => {
    const command = `${'x'.repeat(89)} sk-ant-api03-abcdefghijklmnopqrstuvwxyz`;
    const text = await textFor({ command }, { maxBytes: 100 });
    expect(text).not.toContain('sk-ant');
  });

  it('are what the options say besides', async () => {
    const options = { redactNames: ['badge'], redactTexts: ['EMP-\\d+'], omit: ['command'] };
    const text = await textFor({ badge_number: 'seven', note: 'EMP-1234', command: 'ls' }, options);
    expect(text).not.toMatch(/seven|1234|"command"/);
    expect(() => createBuiltin('audit-log', { file: 'x', redactTexts: ['('] }, { directory: '/' })).toThrow(
      `"redactTexts[0]": isn't a regular expression`,
    );
  });

  it('are not what only looks so', async () => {
    const text = await textFor({ max_tokens: 5, usage_tokens: 'five', keywords: 'a b', monkey: 7 });
    expect(text).toContain('"max_tokens":5');
    expect(text).toContain('"usage_tokens":"five"');
    expect(text).toContain('"keywords":"a b"');
    expect(text).toContain('"monkey":7');
  });
});

describe('whatever an event holds', () => {
  it('becomes one line of bounded size', async () => {
    const { hooks, handler, lines } = logged({ maxBytes: 64 });
    hooks.on('PostToolUse', { mode: 'observe' }, handler);
    const cyclic: Record<string, unknown> = {
      text: 'x'.repeat(1_000_000),
      emoji: '😀'.repeat(100),
      line: 'a\nb',
    };
    cyclic['self'] = cyclic;
    cyclic['call'] = (): void => {};
    cyclic['big'] = 1n;
    cyclic['many'] = Array.from({ length: 2000 }, () => 1);
    Object.defineProperty(cyclic, 'trap', {
      enumerable: true,
      get() {
        throw new Error('look away');
      },
    });
    await hooks.fire('PostToolUse', {
      ...bashResult,
      tool_response: { safe: cyclic['text'], emoji: cyclic['emoji'] },
    });
    await hooks.fire('PostToolUse', { ...bashResult, tool_response: cyclic });
    const [first, second] = lines();
    const response = first?.input['tool_response'] as Record<string, string>;
    expect(response['safe']).toBe(`${'x'.repeat(64)}… [cut, 1000000 bytes]`);
    expect(response['emoji']).toBe(`${'😀'.repeat(16)}… [cut, 400 bytes]`);
    expect(second?.input['tool_response']).toBe('[unreadable]');
  });

  it('is left out when the line would be too long', async () => {
    const { hooks, handler, lines } = logged({ maxBytes: 1_000_000 });
    hooks.on('PostToolUse', { mode: 'observe' }, handler);
    const parts = Array.from({ length: 5 }, () => 'x'.repeat(900_000));
    await hooks.fire('PostToolUse', { ...bashResult, tool_response: parts });
    expect(lines()[0]).toMatchObject({ point: 'PostToolUse', input: '[too large]' });
  });
});

describe('the file of the audit log', () => {
  it('is put aside when it is large, and old ones are removed', async () => {
    const { hooks, handler, scratch } = logged({ rotateBytes: 2048, keep: 2 });
    hooks.on('PreToolUse', { mode: 'observe' }, handler);
    for (let index = 0; index < 40; index += 1) await hooks.fire('PreToolUse', bash);
    const names = readdirSync(scratch.path);
    expect(names.filter((name) => name.startsWith('audit.jsonl.')).length).toBeLessThanOrEqual(2);
    for (const name of names) for (const line of scratch.lines(name)) JSON.parse(line);
    expect(names.length).toBeGreaterThan(1);
  });

  it('loses no line when several processes write and put aside at once', async () => {
    const scratch = new Scratch();
    const program = `
      import { LineLog } from ${JSON.stringify(join(compiled(), 'src/files/line-log.js'))};
      const log = new LineLog(${JSON.stringify(join(scratch.path, 'audit.jsonl'))}, 2000, 1000);
      for (let i = 0; i < 100; i += 1) await log.append(JSON.stringify({ pid: process.pid, i, pad: 'x'.repeat(50) }));`;
    const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    await Promise.all([start(), start(), start()]);
    const lines = readdirSync(scratch.path).flatMap((name) => scratch.lines(name));
    expect(lines.map((line) => JSON.parse(line))).toHaveLength(300);
  });

  it.runIf(existsSync('/dev/full'))('on a full disk does not stop the agent, and says so', async () => {
    const { hooks, handler, log } = logged({ file: '/dev/full' });
    hooks.on('PreToolUse', { name: 'audit' }, handler);
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome.decision).toBeNull();
    expect(outcome.runs[0]).toMatchObject({ status: 'failed', failure: 'threw' });
    expect(log[0]?.message).toContain('ENOSPC');
  });

  it('that cannot be opened does not stop the agent either', async () => {
    const { hooks, log, scratch } = logged();
    mkdirSync(join(scratch.path, 'folder'));
    hooks.on('PreToolUse', { mode: 'observe' }, auditLog({ file: join(scratch.path, 'folder') }));
    expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
    expect(log[0]?.message).toContain('EISDIR');
  });
});
