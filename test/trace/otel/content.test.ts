import { describe, expect, it } from 'vitest';
import { deny, type Hooks, halt, inject, modify, notify } from '../../../src/entries/index.ts';
import { quietHooks } from '../../support/hooks.ts';
import { tracedHooks } from '../../support/servers/otlp-receiver.ts';

/** Fires with a word in every place where a person, a tool or a model says something. */
async function talk(hooks: Hooks): Promise<readonly string[]> {
  const words: string[] = [];
  const word = (): string => {
    words.push(`secret${words.length}word`);
    return words.at(-1) as string;
  };
  const call = { tool_name: 'Bash', tool_use_id: 'c' };
  hooks.on('PreToolUse', { name: 'says' }, () => [
    modify({ command: word() }),
    notify(word()),
    inject(word()),
    deny(word()),
  ]);
  hooks.on('PostToolUse', { name: 'throws' }, async (_, context) => {
    context.progress({ stdout: word(), stderr: word() });
    throw new Error(word());
  });
  hooks.on('PostToolUse', { name: 'changes' }, () => modify(word()));
  hooks.on('UserPromptSubmit', { name: 'halts' }, () => halt(word()));
  await hooks.fire('PreToolUse', { ...call, tool_input: { command: word() }, cwd: `/${word()}` });
  await hooks.fire('PostToolUse', { ...call, tool_input: { [word()]: 1 }, tool_response: { out: word() } });
  await hooks.fire('PostToolUseFailure', { ...call, tool_input: {}, error: word() });
  await hooks.fire('UserPromptSubmit', { prompt: word() });
  return words;
}

describe('what people, tools and models say', () => {
  it('is not sent', async () => {
    const { hooks, received } = await tracedHooks();
    const words = await talk(hooks);
    const { text, spans } = await received();
    expect(spans).toHaveLength(8);
    expect(words.length).toBeGreaterThan(12);
    expect(words.filter((word) => text.includes(word))).toEqual([]);
  });

  it('has no secret in the names of hooks, which may be their addresses', async () => {
    const { hooks, received } = await tracedHooks();
    const token = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
    const name = `http_https://me:q7Zr2LmX9w@host.test:8080/x?api_key=Lm4Xz81Qp&a=1 ${token}`;
    hooks.on('PreToolUse', { name }, () => deny('no'));
    await hooks.fire('PreToolUse', { tool_name: 'Bash', tool_use_id: 'c', tool_input: {} });
    const { text } = await received();
    expect(text).toContain('https://me:[redacted]@host.test:8080/x?api_key=[redacted]&a=1 [redacted]');
    for (const secret of ['q7Zr2LmX9w', 'Lm4Xz81Qp', token]) expect(text).not.toContain(secret);
  });

  it('is sent when it is asked for', async () => {
    const { hooks, received } = await tracedHooks({ content: true });
    await talk(hooks);
    const { spans } = await received();
    const shown = spans.map(({ name, attributes }) => [
      name,
      Object.fromEntries(Object.entries(attributes).filter(([, value]) => /secret/.test(String(value)))),
    ]);
    expect(shown).toMatchObject([
      ['hook says', { 'hookline.reason': 'secret5word' }],
      [
        'execute_tool Bash',
        {
          'gen_ai.tool.call.arguments': '{"command":"secret0word"}',
          'hookline.reason': 'secret5word',
          'hookline.value': '{"command":"secret2word"}',
        },
      ],
      ['hook throws', { 'hookline.error.message': 'secret10word' }],
      ['hook changes', {}],
      [
        'execute_tool Bash',
        {
          'gen_ai.tool.call.arguments': '{"secret6word":1}',
          'gen_ai.tool.call.result': 'secret11word',
          'hookline.value': 'secret11word',
        },
      ],
      ['execute_tool Bash', { 'gen_ai.tool.call.result': 'secret12word' }],
      ['hook halts', { 'hookline.reason': 'secret14word' }],
      ['fire UserPromptSubmit', { 'hookline.reason': 'secret14word' }],
    ]);
    expect(spans.at(-1)?.attributes['hookline.input']).toContain('"prompt":"secret13word"');
  });

  it('is cut, and what is no plain data is passed over', async () => {
    const { hooks, received, log } = await tracedHooks({ content: true });
    const call = { tool_name: 'Bash', tool_use_id: 'c', tool_input: { text: 'x'.repeat(100_000) } };
    await hooks.fire('PostToolUse', { ...call, tool_response: 1n });
    const [span] = (await received()).spans;
    expect(String(span?.attributes['gen_ai.tool.call.arguments']).length).toBeLessThan(8200);
    expect(span?.attributes['gen_ai.tool.call.result']).toBe('(no plain data)');
    expect(log).toEqual([]);
  });
});

it('changes no outcome', async () => {
  const traced = await tracedHooks({ content: true });
  const plain = quietHooks({ base: { session_id: 's1' } });
  const outcomes = [traced.hooks, plain.hooks].map(async (hooks) => {
    hooks.on('PreToolUse', { name: 'no' }, () => deny('no'));
    const call = { tool_name: 'Bash', tool_use_id: 'c', tool_input: {} };
    const { runs, ...outcome } = await hooks.fire('PreToolUse', call);
    return { ...outcome, runs: runs.map((run) => ({ ...run, id: null, durationMs: null })) };
  });
  expect(await outcomes[0]).toEqual(await outcomes[1]);
});
