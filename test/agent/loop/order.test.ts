import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/agent/loop/events.ts';
import { inject, resume } from '../../../src/entries/index.ts';
import { described, echo, newAgent, noteFirings } from '../support.ts';

const phases = /:session:phase$/;

describe('a session', () => {
  it('fires its points in the order that the lifecycle draws', async () => {
    const { agent, hooks, run } = newAgent({
      turns: [{ text: 'Looking.', ...echo('a') }, echo('b', { fail: true }), { text: 'Done.' }],
    });
    const fired = noteFirings(hooks);
    const { result } = await run();
    await agent.end();
    expect(fired.filter((point) => !phases.test(point))).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      ...['pre:message', 'post:message', 'PreToolUse', 'PostToolUse'],
      ...['pre:message', 'post:message', 'PreToolUse', 'PostToolUseFailure'],
      ...['pre:message', 'post:message'],
      'Stop',
      'SessionEnd',
    ]);
    expect(result).toMatchObject({ stop_reason: 'end_turn', turns: 3, result: 'Done.' });
  });

  it('starts once and takes any number of prompts', async () => {
    const { agent, hooks, run } = newAgent({ turns: [{ text: 'One.' }, { text: 'Two.' }] });
    const fired = noteFirings(hooks);
    await run('first');
    const { requests } = await run('second');
    await agent.end();
    expect(fired.filter((point) => !phases.test(point))).toEqual([
      'SessionStart',
      ...['UserPromptSubmit', 'pre:message', 'post:message', 'Stop'],
      ...['UserPromptSubmit', 'pre:message', 'post:message', 'Stop'],
      'SessionEnd',
    ]);
    expect(requests[0]?.messages.map(({ content }) => content)).toEqual([
      'first',
      [{ type: 'text', text: 'One.' }],
      'second',
    ]);
  });

  it('opens a subagent between SubagentStart and SubagentStop, inside the spawn and its completion', async () => {
    const { hooks, run } = newAgent({
      turns: [{ tools: [{ name: 'Task', input: { prompt: 'Find it', subagent_type: 'explore' } }] }],
      scripts: { explore: [echo('inside'), { text: 'Found it.' }] },
      subagents: { explore: {} },
    });
    const fired = noteFirings(hooks);
    const { results } = await run();
    const inside = fired.slice(fired.indexOf('PreToolUse'), fired.indexOf('post:agent:complete') + 2);
    expect(inside).toEqual([
      'PreToolUse',
      'pre:agent:spawn',
      'SubagentStart',
      ...['pre:message', 'post:message', 'PreToolUse', 'PostToolUse', 'pre:message', 'post:message'],
      'SubagentStop',
      'post:agent:complete',
      'PostToolUse',
    ]);
    expect(results).toEqual(['echo: inside', 'Found it.']);
  });

  it('goes through the phases of each prompt, and back to act when it is resumed', async () => {
    const { hooks, run, agent } = newAgent({ turns: [echo('a'), {}, echo('b')] });
    hooks.on('Stop', ({ stop_hook_active }) => (stop_hook_active ? undefined : resume('more')));
    const entered: string[] = [];
    hooks.on('pre:session:phase', ({ phase, previous_phase }) => {
      entered.push(`${previous_phase ?? '–'} → ${phase}`);
    });
    const { events } = await run();
    expect(entered).toEqual([
      '– → plan',
      'plan → act',
      'act → review',
      'review → act',
      'act → review',
      'review → done',
    ]);
    expect(events.filter(({ type }) => type === 'phase')).toHaveLength(6);
    expect(agent.phase).toBe('done');
    expect(await agent.enterPhase('retrospective')).toBe(true);
    expect(agent.phase).toBe('retrospective');
  });

  it('fires Setup when the host sets the folder up, and tells the model what hooks say then', async () => {
    const { agent, hooks, run } = newAgent({ systemPrompt: 'You help.' });
    hooks.on('Setup', { matcher: 'init' }, () => inject('The folder is new.'));
    await agent.setup();
    const { requests } = await run();
    expect(requests[0]?.system).toBe('You help.\n\nThe folder is new.');
  });

  it('gives every input the base fields of the session', async () => {
    const { agent, hooks, run, scratch } = newAgent({ turns: [echo('a')], sessionId: 's-1' });
    const inputs: unknown[] = [];
    const note = (input: unknown): void => void inputs.push(input);
    hooks.on('SessionStart', note);
    hooks.on('PreToolUse', note);
    hooks.on('Stop', note);
    hooks.on('SessionEnd', note);
    await run();
    await agent.end();
    const base = {
      session_id: 's-1',
      transcript_path: `${scratch.path}/sessions/s-1.jsonl`,
      cwd: scratch.path,
      permission_mode: 'bypassPermissions',
    };
    expect(inputs).toMatchObject([
      { ...base, source: 'startup', model: 'scripted' },
      { ...base, tool_name: 'echo', tool_input: { text: 'a' }, tool_use_id: 'call-1' },
      { ...base, stop_hook_active: false },
      { ...base, reason: 'other' },
    ]);
    expect(inputs[1]).not.toHaveProperty('agent_id');
  });
});

describe('the events of a run', () => {
  it('tell each model call, answer and result in order, and the result last', async () => {
    const { run } = newAgent({ turns: [{ text: 'Looking.', ...echo('a') }, { text: 'Done.' }] });
    const { events } = await run();
    expect(events.filter(({ type }) => type !== 'phase').map(({ type }) => type)).toEqual([
      'model_request',
      'assistant',
      'tool_result',
      'model_request',
      'assistant',
      'result',
    ]);
    expect(events).toContainEqual({
      type: 'tool_result',
      tool_use_id: 'call-1',
      tool_name: 'echo',
      content: 'echo: a',
      is_error: false,
    });
    expect(events).toContainEqual(expect.objectContaining({ type: 'model_request', turn: 2, system: '' }));
  });

  it('include the hook messages when asked to, SessionEnd before the result of the last run', async () => {
    const { agent, hooks } = newAgent({ hookMessages: true });
    hooks.on('SessionStart', { name: 'first' }, () => {});
    hooks.on('SessionEnd', { name: 'last' }, () => {});
    const events: AgentEvent[] = [];
    for await (const event of agent.run('Do it', { end: true })) events.push(event);
    const told = described(events).events.filter((event) => event.type === 'system');
    expect(told.map(({ subtype, hook_name }) => `${subtype} ${hook_name}`)).toEqual([
      'hook_started first',
      'hook_response first',
      'hook_started last',
      'hook_response last',
    ]);
  });

  it('show hooks’ notices to the person', async () => {
    const { hooks, run } = newAgent({ turns: [echo('a')] });
    hooks.on('PreToolUse', { name: 'teller' }, () => ({
      type: 'notify',
      message: 'careful',
      level: 'warning',
    }));
    const { events } = await run();
    expect(events).toContainEqual({
      type: 'notice',
      level: 'warning',
      message: 'careful',
      hook: 'teller',
      point: 'PreToolUse',
    });
  });
});
