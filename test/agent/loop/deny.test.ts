import { describe, expect, it } from 'vitest';
import { deny, halt, inject } from '../../../src/entries/index.ts';
import { echo, newAgent } from '../support.ts';

const task = { tools: [{ name: 'Task', input: { prompt: 'Find', subagent_type: 'explore' } }] };

describe('a deny', () => {
  it('of the prompt: no model call, the user is told, and the prompt is not kept', async () => {
    const { hooks, run } = newAgent({ turns: [{ text: 'Hi.' }] });
    hooks.once('UserPromptSubmit', { name: 'filter' }, () => deny('no secrets'));
    const denied = await run('the secret');
    expect(denied.requests).toEqual([]);
    expect(denied.result).toMatchObject({ stop_reason: 'denied', turns: 0 });
    expect(denied.events).toContainEqual({
      type: 'notice',
      level: 'warning',
      message: 'Denied by the UserPromptSubmit hook "filter": no secrets',
      hook: 'filter',
      point: 'UserPromptSubmit',
    });
    const { requests } = await run('hello');
    expect(requests[0]?.messages).toEqual([{ role: 'user', content: 'hello' }]);
  });

  it('of the message: no model call, the turn ends, and no later call carries the prompt', async () => {
    const { hooks, run, scratch, agent } = newAgent();
    hooks.once('pre:message', { name: 'filter' }, () => [inject('kept'), deny('no secrets')]);
    const denied = await run('the secret');
    expect(denied.requests).toEqual([]);
    expect(denied.result).toMatchObject({
      stop_reason: 'denied',
      reason: 'Denied by the pre:message hook "filter": no secrets',
    });
    const { requests } = await run('hello');
    expect(requests[0]?.messages).toEqual([{ role: 'user', content: 'hello' }]);
    expect(requests[0]?.system).toBe('kept');
    expect(scratch.lines(`sessions/${agent.sessionId}.jsonl`).join('\n')).not.toContain('the secret');
  });

  it('of a message after a tool call: the turn ends there', async () => {
    const { hooks, run, ran } = newAgent({ turns: [echo('a'), echo('b')] });
    let calls = 0;
    hooks.on('pre:message', () => {
      calls += 1;
      return calls === 2 ? deny('enough') : undefined;
    });
    const { result } = await run();
    expect(ran).toEqual([{ text: 'a' }]);
    expect(result).toMatchObject({ stop_reason: 'denied', turns: 1 });
  });

  it('of a spawn: a tool error, and no subagent', async () => {
    const { hooks, run } = newAgent({ turns: [task], subagents: { explore: {} } });
    const started: string[] = [];
    hooks.on('pre:agent:spawn', { name: 'census', matcher: 'explore' }, () => deny('too many'));
    hooks.on('SubagentStart', ({ agent_id }) => void started.push(agent_id));
    const { events } = await run();
    expect(started).toEqual([]);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'tool_result',
        content: 'Denied by the pre:agent:spawn hook "census": too many',
        is_error: true,
      }),
    );
  });

  it('of a phase: it stays, and the person is told', async () => {
    const { hooks, run, agent } = newAgent();
    hooks.on('pre:session:phase', { matcher: 'done', name: 'tests' }, () => deny('tests are missing'));
    const left: string[] = [];
    hooks.on('post:session:phase', ({ phase }) => void left.push(phase));
    const { events } = await run();
    expect(agent.phase).toBe('review');
    expect(left).toEqual(['plan', 'review']);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice', hook: 'tests', point: 'pre:session:phase' }),
    );
  });

  it('of the phase in which tools run: none runs, and the model is told why', async () => {
    const { hooks, run, ran } = newAgent({ turns: [echo('a'), { text: 'Done.' }] });
    hooks.on('pre:session:phase', { matcher: 'act' }, () => deny('look first'));
    const { result, results } = await run();
    expect(ran).toEqual([]);
    expect(results).toEqual([expect.stringMatching(/^Not run\. .*look first$/)]);
    expect(result.stop_reason).toBe('end_turn');
  });

  it('of a compaction: it is not done', async () => {
    const { agent, hooks, run } = newAgent({ turns: [{ text: 'One.' }, { text: 'Two.' }] });
    await run('first');
    hooks.on('PreCompact', { matcher: 'manual' }, () => deny('keep it all'));
    const sources: string[] = [];
    hooks.on('SessionStart', ({ source }) => void sources.push(source));
    expect(await agent.compact()).toBe(false);
    expect(sources).toEqual([]);
    expect((await run('second')).requests[0]?.messages).toHaveLength(3);
  });
});

describe('a halt', () => {
  it('at PreToolUse: the tool does not run, nor those after it, and the loop ends', async () => {
    const { hooks, run, ran } = newAgent({
      turns: [
        {
          tools: [
            { name: 'echo', input: { text: 'a' } },
            { name: 'echo', input: { text: 'b' } },
          ],
        },
      ],
    });
    hooks.on('PreToolUse', () => halt('enough'));
    const { result, results, requests } = await run();
    expect(ran).toEqual([]);
    expect(results).toEqual(['Not run: a hook ended the turn: enough', 'Not run: a hook ended the turn']);
    expect(result).toMatchObject({ stop_reason: 'halted', reason: 'enough' });
    expect(requests).toHaveLength(1);
  });

  it.each(['PostToolUse', 'PostToolUseFailure'] as const)(
    'at %s: the loop ends after the result',
    async (point) => {
      const { hooks, run } = newAgent({ turns: [echo('a', { fail: point === 'PostToolUseFailure' })] });
      hooks.on(point, () => halt('enough'));
      const { result, requests } = await run();
      expect(result.stop_reason).toBe('halted');
      expect(requests).toHaveLength(1);
    },
  );

  it('at UserPromptSubmit: no model call', async () => {
    const { hooks, run } = newAgent();
    hooks.on('UserPromptSubmit', () => halt('closed'));
    const { result, requests } = await run();
    expect(result).toMatchObject({ stop_reason: 'halted', reason: 'closed', turns: 0 });
    expect(requests).toEqual([]);
  });

  it('at Stop: beats a resume', async () => {
    const { hooks, run } = newAgent();
    hooks.on('Stop', { guard: true }, () => ({ type: 'resume', reason: 'more' }));
    hooks.on('Stop', () => halt('enough'));
    const { result } = await run();
    expect(result).toMatchObject({ stop_reason: 'halted', turns: 1 });
  });
});
