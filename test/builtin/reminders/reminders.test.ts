import { describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { reminders } from '../../../src/entries/builtin.ts';
import type { Injection } from '../../../src/entries/index.ts';
import { bashResult, quietHooks } from '../../support/hooks.ts';

type Handler = ReturnType<typeof reminders>;

async function remind(handler: Handler, response: unknown, tool = 'Bash'): Promise<readonly Injection[]> {
  const { hooks, log } = quietHooks();
  hooks.on('PostToolUse', { name: 'remind' }, handler);
  const outcome = await hooks.fire('PostToolUse', {
    ...bashResult,
    tool_name: tool,
    tool_response: response,
  });
  expect(log).toEqual([]);
  return outcome.injections;
}

describe("a tool's own reminder", () => {
  it.each([
    ['an object', { reminder: 'commit first' }],
    ['JSON as text', '{"reminder":"commit first"}'],
    ['the output of a shell', { stdout: '{"reminder":"commit first"}\n', stderr: '' }],
    ['the content of an MCP server', { content: [{ type: 'text', text: '{"reminder":"commit first"}' }] }],
    ['a list of content', [{ type: 'text', text: '{"reminder":"commit first"}' }]],
  ])('is found in %s and becomes a user message', async (_, response) => {
    expect(await remind(reminders(), response)).toEqual([
      { content: 'commit first', into: 'user_message', hook: 'remind' },
    ]);
  });

  it.each([
    null,
    undefined,
    '',
    'plain text',
    '{"reminder":',
    '{"reminder":""}',
    { reminder: 3 },
    { reminder: ['x'] },
    [],
    [{ type: 'image', text: '{"reminder":"x"}' }],
    7,
  ])('is not in %j', async (response) => {
    expect(await remind(reminders(), response)).toEqual([]);
  });

  it('is looked for where the options say, and goes where they say', async () => {
    const handler = createBuiltin('reminders', { field: 'meta.note', into: 'system' }, { directory: '/' });
    expect(await remind(handler, { meta: { note: 'x' } })).toMatchObject([{ content: 'x', into: 'system' }]);
    expect(await remind(handler, { reminder: 'x' })).toEqual([]);
  });

  it('is cut when it is long', async () => {
    const [injection] = await remind(reminders({ limit: 10 }), { reminder: 'x'.repeat(50) });
    expect(injection?.content).toBe(`${'x'.repeat(10)}… (40 more characters)`);
  });

  it('is not read from a prototype', async () => {
    expect(await remind(reminders({ field: 'constructor.name' }), {})).toEqual([]);
  });
});

describe('a reminder by rule', () => {
  const rules = [
    {
      tool: '*update_task_status',
      when: { 'task.priority': 'high', status: ['completed', 'done'] },
      text: 'Report the finished task.',
    },
  ];
  const tool = 'mcp__planning__update_task_status';
  const done = { task: { priority: 'high' }, status: 'completed' };

  it('comes when tool and conditions are met', async () => {
    expect(await remind(reminders({ rules }), JSON.stringify(done), tool)).toMatchObject([
      { content: 'Report the finished task.', into: 'user_message' },
    ]);
    expect(await remind(reminders({ rules }), { ...done, status: 'done' }, tool)).toHaveLength(1);
  });

  it.each([
    ['another tool', done, 'Bash'],
    ['another priority', { ...done, task: { priority: 'low' } }, tool],
    ['another status', { ...done, status: 'pending' }, tool],
    ['a missing field', { status: 'completed' }, tool],
    ['no JSON', 'completed', tool],
    [
      'conditions met by different objects',
      [
        { type: 'text', text: '{"status":"completed"}' },
        { type: 'text', text: '{"task":{"priority":"high"}}' },
      ],
      tool,
    ],
  ])('does not come for %s', async (_, response, name) => {
    expect(await remind(reminders({ rules }), response, name)).toEqual([]);
  });

  it('needs no condition', async () => {
    expect(await remind(reminders({ rules: [{ tool: 'Bash', text: 'Lint.' }] }), 'anything')).toHaveLength(1);
  });

  it('says what is wrong with it', () => {
    expect(() =>
      createBuiltin('reminders', { rules: [{ tool: '|', text: 'x' }] }, { directory: '/' }),
    ).toThrow('"rules[0].tool": has no alternative');
    expect(() => createBuiltin('reminders', { rules: [{ tool: 'x' }] }, { directory: '/' })).toThrow(
      '"rules[0].text" is needed',
    );
  });
});
