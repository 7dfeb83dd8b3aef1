import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../../src/agent/conversation/transcript.ts';
import { deny, inject, modify } from '../../../src/entries/index.ts';
import { echo, newAgent } from '../support.ts';

const task = (prompt: string, type = 'explore') => ({
  name: 'Task',
  input: { description: 'Look', prompt, subagent_type: type },
});

describe('a subagent', () => {
  it('has its own prompt, tools, transcript and turns, and answers with its last words', async () => {
    const { run, hooks } = newAgent({
      turns: [{ tools: [task('Find it')] }, { text: 'Thanks.' }],
      scripts: { explore: [echo('inside'), { text: 'Found it.' }] },
      subagents: { explore: { prompt: 'You explore.', tools: ['echo'] } },
      systemPrompt: 'You help.',
    });
    const stops: { path: string; id: string }[] = [];
    hooks.on(
      'SubagentStop',
      ({ agent_transcript_path: path, agent_id: id }) => void stops.push({ path, id }),
    );
    const { events, requests, results } = await run();
    expect(results).toEqual(['echo: inside', 'Found it.']);
    const own = requests.filter(({ agent_type }) => agent_type === 'explore');
    expect(own.map(({ turn, system }) => [turn, system])).toEqual([
      [1, 'You explore.'],
      [2, 'You explore.'],
    ]);
    expect(own[0]?.messages).toEqual([{ role: 'user', content: 'Find it' }]);
    const path = stops[0]?.path ?? '';
    expect(readTranscript(path).map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    const inside = events.find((event) => event.type === 'tool_result');
    expect(inside).toMatchObject({ agent_id: stops[0]?.id, agent_type: 'explore' });
  });

  it('runs under the hooks of its definition, the session’s and nobody else’s, until it is gone', async () => {
    const judged: string[] = [];
    const { run, hooks } = newAgent({
      turns: [{ tools: [task('one', 'strict')] }, { tools: [task('two', 'free')] }, echo('outside')],
      scripts: { strict: [echo('a')], free: [echo('b')] },
      subagents: {
        strict: {
          hooks: (scope) =>
            void scope.on('PreToolUse', { name: 'strict' }, ({ agent_type }) => {
              judged.push(`strict for ${agent_type}`);
              return deny('strict');
            }),
        },
        free: {},
      },
    });
    hooks.on('PreToolUse', { matcher: 'echo' }, ({ agent_type }) => {
      judged.push(`global for ${agent_type ?? 'main'}`);
    });
    const { results } = await run();
    expect(judged).toEqual(['global for strict', 'strict for strict', 'global for free', 'global for main']);
    expect(results).toEqual([
      'Denied by the PreToolUse hook "strict": strict',
      '(the subagent said nothing: end_turn)',
      'echo: b',
      '(the subagent said nothing: end_turn)',
      'echo: outside',
    ]);
    expect(hooks.list().some(({ name }) => name === 'strict')).toBe(false);
  });

  it('inherits the hooks of the agent that started it', async () => {
    const { run, hooks, ran } = newAgent({
      turns: [{ tools: [task('one')] }],
      scripts: { explore: [echo('a')] },
      subagents: { explore: {} },
      agentId: 'agent1',
    });
    hooks.scope('agent1').on('PreToolUse', { matcher: 'echo' }, () => deny('not under agent1'));
    hooks.scope('agent2').on('PreToolUse', () => modify({ text: 'wrong' }));
    await run();
    expect(ran).toEqual([]);
  });

  it('is what pre:agent:spawn makes of it, and its end is told with its result', async () => {
    const { run, hooks } = newAgent({
      turns: [{ tools: [task('Find it')] }],
      scripts: { explore: [{ text: 'Found it.' }] },
      subagents: { explore: {} },
    });
    hooks.on('pre:agent:spawn', ({ config }) =>
      modify({ ...(config as object), prompt: 'Find that', tools: [] }),
    );
    const completed: unknown[] = [];
    hooks.on(
      'post:agent:complete',
      ({ agent, agent_type, result }) => void completed.push({ agent, agent_type, result }),
    );
    const { requests } = await run();
    expect(requests[1]?.messages[0]?.content).toBe('Find that');
    expect(completed).toEqual([
      { agent: expect.stringMatching(/^explore-/), agent_type: 'explore', result: 'Found it.' },
    ]);
  });

  it('hands what hooks add at its end to the agent that started it', async () => {
    const { run, hooks } = newAgent({
      turns: [{ tools: [task('Find it')] }, { text: 'Done.' }],
      scripts: { explore: [{ text: 'Found it.' }] },
      subagents: { explore: {} },
    });
    hooks.on('SubagentStop', () => inject('Its report was checked.'));
    const { requests } = await run();
    expect(requests.at(-1)?.system).toContain('Its report was checked.');
  });

  it('has no end where its start was refused', async () => {
    const { run, hooks } = newAgent({ turns: [{ tools: [task('x')] }], subagents: { explore: {} } });
    hooks.on('pre:agent:spawn', () => deny('no more'));
    const completed: unknown[] = [];
    hooks.on('post:agent:complete', (input) => void completed.push(input));
    expect((await run()).results[0]).toContain('no more');
    expect(completed).toEqual([]);
  });

  it('is not started with a configuration that does not fit', async () => {
    const { run, hooks } = newAgent({
      turns: [{ tools: [task('x')] }, { tools: [task('y')] }],
      subagents: { explore: {} },
    });
    hooks.once('pre:agent:spawn', () => modify({ prompt: 7 }));
    hooks.on('pre:agent:spawn', ({ config }) => modify({ ...(config as object), tools: ['ecko'] }));
    const { results } = await run();
    expect(results[0]).toContain('prompt: Invalid input: expected string');
    expect(results[1]).toBe('there is no tool "ecko" to give to it, did you mean "echo"?');
  });

  it('must be of a kind that exists', async () => {
    const { run } = newAgent({ turns: [{ tools: [task('x', 'exploer')] }], subagents: { explore: {} } });
    expect((await run()).results).toEqual([
      'there is no subagent "exploer", only explore, did you mean "explore"?',
    ]);
  });

  it('may run beside others, each with its own script and transcript', async () => {
    const { run, hooks } = newAgent({
      turns: [{ tools: [task('one'), task('two'), task('three')] }],
      scripts: { explore: [echo('a'), { text: 'Found.' }] },
      subagents: { explore: {} },
    });
    const paths: string[] = [];
    hooks.on('SubagentStop', ({ agent_transcript_path }) => void paths.push(agent_transcript_path));
    const { results, result } = await run();
    expect(results.filter((text) => text === 'Found.')).toHaveLength(3);
    expect(new Set(paths).size).toBe(3);
    expect(paths.every((path) => existsSync(path))).toBe(true);
    expect(result.turns).toBe(2);
  });

  it('may start others where its definition says so', async () => {
    const { run } = newAgent({
      turns: [{ tools: [task('outer', 'boss')] }],
      scripts: {
        boss: [{ tools: [task('inner')] }, { text: 'Boss done.' }],
        explore: [{ text: 'Inner done.' }],
      },
      subagents: { boss: { tools: ['Task'] }, explore: {} },
    });
    expect((await run()).results).toEqual(['Inner done.', 'Boss done.']);
  });
});
