import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { inject, modify } from '../../../src/engine/outcome/effects.ts';
import { allLines, firingsOf, runsOf, withTraceFolder } from '../traces.ts';

const token = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
const password = 'q7Zr2LmX9w';

interface Fired {
  readonly text: string;
  readonly lines: Awaited<ReturnType<typeof allLines>>;
}

/** What is recorded of a call that a hook changes. */
async function changed(
  input: object,
  value: object,
  name = 'changes',
  content: 'redacted' | 'none' = 'redacted',
): Promise<Fired> {
  return withTraceFolder(async (folder) => {
    const hooks = new Hooks();
    hooks.on('PreToolUse', { name }, () => [modify(value as never), inject('mind it')]);
    hooks.on('PreToolUse', { name: `watches ${name}`, mode: 'observe' }, () => modify(value as never));
    const recording = record(hooks, { folder, content });
    const call = { session_id: 's', tool_name: 'login', tool_use_id: 't', tool_input: input };
    await hooks.fire('PreToolUse', call as never);
    await recording.stop();
    return { text: await readFile(join(folder, 's.jsonl'), 'utf8'), lines: await allLines(folder) };
  });
}

it('keeps an event that a hook made very large, and says what is cut', async () => {
  const list = Array.from({ length: 12_000 }, (_, index) => index);
  const { lines } = await changed({ list: [] }, { list });
  expect(firingsOf(lines)).toMatchObject([{ outcome: { modified: true }, altered: false }]);
  const [run] = runsOf(lines);
  expect(run).toMatchObject({ hook: 'changes', status: 'ok', changes: [{ path: '/list', before: [] }] });
  expect(JSON.stringify(run?.effects)).toContain('… [cut]');
  expect(run?.effects).toMatchObject([{ type: 'modify' }, { type: 'inject', content: 'mind it' }]);
  const { lines: back } = await changed({ list }, { list: 1 });
  expect(runsOf(back)[0]).toMatchObject({ changes: [{ path: '/list' }] });
  expect([...lines, ...back].map(({ type }) => type)).not.toContain('lost');
});

it.each([
  { password },
  { password: [password] },
  { credentials: { login: { value: password } } },
  { env: [{ name: 'DB_PASSWORD', value: password }] },
  { command: ['x', '--password', password] },
])('has nothing that is named like a secret, before and after a change: %j', async (secret) => {
  const plain = { ...Object.fromEntries(Object.keys(secret).map((key) => [key, null])), user: 'me' };
  for (const [before, after] of [
    [secret, plain],
    [plain, secret],
    [{ deep: secret }, { deep: plain }],
  ] as const) {
    const { text, lines } = await changed(before, after);
    expect(text).not.toContain(password);
    expect(text).toContain('[redacted]');
    expect(runsOf(lines)[0]?.changes).not.toEqual([]);
  }
});

it('tells changes by their paths, and their values as they were', async () => {
  const { lines } = await changed({ a: { b: 1, c: 2 }, d: [1, 2] }, { a: { b: 3, e: {} }, d: [1, 4] });
  expect(runsOf(lines)[0]?.changes).toEqual([
    { op: 'replace', path: '/a/b', before: 1, after: 3 },
    { op: 'remove', path: '/a/c', before: 2 },
    { op: 'add', path: '/a/e', after: {} },
    { op: 'replace', path: '/d/1', before: 2, after: 4 },
  ]);
});

it.each(['redacted', 'none'] as const)(
  'has no secret in the names of hooks with content: %s',
  async (content) => {
    const { text, lines } = await changed({ a: 1 }, { a: 2 }, `calls ${token}`, content);
    expect(text).not.toContain(token);
    const [firing] = firingsOf(lines);
    expect(firing?.outcome.injections[0]?.hook).toBe(runsOf(lines)[0]?.hook);
    expect(runsOf(lines)[0]?.hook).toBe('calls [redacted]');
  },
);
