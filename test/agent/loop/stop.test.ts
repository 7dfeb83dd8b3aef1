import { describe, expect, it } from 'vitest';
import { inject, resume } from '../../../src/entries/index.ts';
import { echo, newAgent } from '../support.ts';

describe('Stop', () => {
  it('is told from the second round on that hooks resumed the turn', async () => {
    const { hooks, run } = newAgent();
    const active: boolean[] = [];
    hooks.on('Stop', ({ stop_hook_active }) => {
      active.push(stop_hook_active);
      return active.length < 3 ? resume('more') : undefined;
    });
    await run();
    expect(active).toEqual([false, true, true]);
  });

  it('resumes at most 8 times in a row, then the loop ends and says so', async () => {
    const { hooks, run } = newAgent();
    let stops = 0;
    hooks.on('Stop', { name: 'never-done' }, () => {
      stops += 1;
      return resume('more');
    });
    const { result, events } = await run();
    expect(stops).toBe(9);
    expect(result).toMatchObject({ stop_reason: 'stop_limit', turns: 9 });
    expect(result.reason).toContain('"never-done"');
    expect(events).toContainEqual(expect.objectContaining({ type: 'notice', message: result.reason }));
  });

  it('counts tool calls in between as no end of the row', async () => {
    const { hooks, run } = newAgent({
      turns: Array.from({ length: 30 }, (_, index) => (index % 2 ? {} : echo('a'))),
    });
    hooks.on('Stop', () => resume());
    const { result, requests } = await run();
    expect(result.stop_reason).toBe('stop_limit');
    expect(requests.at(-1)?.messages.filter(({ content }) => content === 'Go on.')).toHaveLength(8);
  });

  it('counts again after a tool has run, for hooks of Claude Code', async () => {
    const { hooks, run } = newAgent({
      turns: Array.from({ length: 60 }, (_, index) => (index % 2 ? {} : echo('a'))),
    });
    let stops = 0;
    hooks.on('Stop', () => {
      stops += 1;
      return stops < 20 ? { ...resume(), countsUntilTool: true } : undefined;
    });
    const { result } = await run();
    expect(result.stop_reason).toBe('end_turn');
    expect(stops).toBe(20);
  });

  it('counts on where a hook of hookline resumes too', async () => {
    const { hooks, run } = newAgent({
      turns: Array.from({ length: 60 }, (_, index) => (index % 2 ? {} : echo('a'))),
    });
    hooks.on('Stop', () => [{ ...resume(), countsUntilTool: true }, resume()]);
    expect((await run()).result.stop_reason).toBe('stop_limit');
  });

  it('begins to count anew with the next prompt', async () => {
    const { hooks, run } = newAgent();
    const active: boolean[] = [];
    hooks.on('Stop', ({ stop_hook_active }) => {
      active.push(stop_hook_active);
      return resume('more');
    });
    await run();
    await run();
    expect(active.filter((isActive) => !isActive)).toHaveLength(2);
    expect(active).toHaveLength(18);
  });

  it('fires when the model ends for another reason too, which is then the reason of the result', async () => {
    const { hooks, run } = newAgent({ turns: [{ text: 'Cut o', stop_reason: 'max_tokens' }] });
    let stops = 0;
    hooks.on('Stop', () => {
      stops += 1;
    });
    const { result } = await run();
    expect(stops).toBe(1);
    expect(result.stop_reason).toBe('max_tokens');
  });

  it('adds the messages of hooks behind the reason', async () => {
    const { hooks, run } = newAgent();
    hooks.once('Stop', () => [resume('more'), inject('and this', { into: 'user_message' })]);
    const { requests } = await run('Hello');
    expect(requests[1]?.messages.map(({ content }) => content)).toEqual(['Hello', 'more', 'and this']);
  });
});

describe('a subagent’s stop', () => {
  it('is bound in the same way', async () => {
    const { hooks, run } = newAgent({
      turns: [{ tools: [{ name: 'Task', input: { prompt: 'Find', subagent_type: 'explore' } }] }],
      subagents: { explore: {} },
    });
    const active: boolean[] = [];
    hooks.on('SubagentStop', ({ stop_hook_active }) => {
      active.push(stop_hook_active);
      return resume('more');
    });
    const { result } = await run();
    expect(active).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
    expect(result.stop_reason).toBe('end_turn');
  });
});
