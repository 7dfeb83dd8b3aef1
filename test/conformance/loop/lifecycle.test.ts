import { describe, expect } from 'vitest';
import { echo } from '../../agent/support.ts';
import { goat } from '../catalogue/goat.ts';
import { specific } from '../goat/support.ts';
import { conforms } from '../line.ts';
import { journal, task } from './journal.ts';

const exploring = {
  turns: [task, { text: 'Done.' }],
  scripts: { explore: [echo('in'), {}] },
  subagents: { explore: {} },
};

/** The entries from one to another, both included. */
function between(entries: readonly string[], first: string, last: string): readonly string[] {
  return entries.slice(entries.indexOf(first), entries.lastIndexOf(last) + 1);
}

describe('seed 001, section 7: hook lifecycle in the agentic loop', () => {
  conforms(goat, '001.7.1', 'the loop', async () => {
    const { entries, run, told } = journal();
    await run();
    await run();
    expect(entries[0]).toBe('SessionStart');
    expect(told('SessionStart')).toMatchObject([{ source: 'startup' }]);
  });
  conforms(goat, '001.7.2', 'the loop', async () => {
    const { run, told } = journal();
    await run('first');
    await run('second');
    expect(told('UserPromptSubmit')).toMatchObject([{ prompt: 'first' }, { prompt: 'second' }]);
  });
  conforms(goat, '001.7.3', 'the loop', async () => {
    const { entries, run } = journal({}, { turns: [{ text: 'Done.' }] });
    await run();
    expect(entries).toEqual(['SessionStart', 'UserPromptSubmit', '[model]', 'Stop']);
  });
  conforms(goat, '001.7.4', 'the loop', async () => {
    const turns = [{ tools: ['a', 'b'].map((text) => ({ name: 'echo', input: { text } })) }, {}];
    const { entries, run, told } = journal({}, { turns, permissionMode: 'default', approver: () => true });
    await run();
    const call = ['PreToolUse', 'PermissionRequest', 'Notification', '[tool]', 'PostToolUse'];
    expect(between(entries, 'PreToolUse', 'PostToolUse')).toEqual([...call, ...call]);
    expect(told('PreToolUse')).toMatchObject([{ tool_input: { text: 'a' } }, { tool_input: { text: 'b' } }]);
  });
  conforms(goat, '001.7.5', 'the loop', async () => {
    const answer = specific('PreToolUse', { permissionDecision: 'allow' });
    // The allow is what lets it run: nobody could be asked.
    const { entries, ran, run } = journal({ PreToolUse: answer }, { permissionMode: 'default' });
    const { results } = await run();
    expect(between(entries, 'PreToolUse', 'PostToolUse')).toEqual(['PreToolUse', '[tool]', 'PostToolUse']);
    expect(ran).toEqual([{ text: 'a' }]);
    expect(results).toEqual(['echo: a']);
  });
  conforms(goat, '001.7.6', 'the loop', async () => {
    const { entries, ran, run } = journal({ PreToolUse: { decision: 'block', reason: 'not now' } });
    const { results } = await run();
    expect(ran).toEqual([]);
    expect(results).toEqual([expect.stringMatching(/^Denied by the PreToolUse hook .*: not now$/)]);
    expect(entries).toEqual(['SessionStart', 'UserPromptSubmit', '[model]', 'PreToolUse', '[model]', 'Stop']);
  });
  conforms(goat, '001.7.7', 'the loop', async () => {
    const { entries, run, told } = journal({}, { turns: [echo('a', { fail: true }), {}] });
    await run();
    expect(between(entries, 'PreToolUse', 'PostToolUseFailure')).toEqual([
      'PreToolUse',
      '[tool]',
      'PostToolUseFailure',
    ]);
    expect(entries).not.toContain('PostToolUse');
    expect(told('PostToolUseFailure')).toMatchObject([{ error: 'failed on a' }]);
  });
  conforms(goat, '001.7.8', 'the loop', async () => {
    const { entries, run } = journal({}, exploring);
    await run();
    expect(between(entries, 'SubagentStart', 'SubagentStop')).toEqual([
      'SubagentStart',
      ...['[explore]', 'PreToolUse', '[tool]', 'PostToolUse', '[explore]'],
      'SubagentStop',
    ]);
    expect(entries.filter((entry) => entry === 'SubagentStop')).toHaveLength(1);
  });
  conforms(goat, '001.7.9', 'the loop', async () => {
    const turns = [echo('a'.repeat(900)), echo('b'), { text: 'Done.' }];
    const { entries, run, told } = journal({}, { turns, compactAt: 200 });
    const { requests } = await run();
    const inside = between(entries, 'PreCompact', '[model]').slice(0, 4);
    expect(inside).toEqual(['PreCompact', '[compact]', 'SessionStart', '[model]']);
    expect(told('PreCompact')[0]).toMatchObject({ trigger: 'auto' });
    expect(told('SessionStart')).toMatchObject([{ source: 'startup' }, { source: 'compact' }]);
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain('A summary of');
  });
  conforms(goat, '001.7.10', 'the loop', async () => {
    const once = (_: object, count: number): object =>
      count === 0 ? { continue: true, reason: 'the tests fail' } : {};
    const { entries, run, told } = journal({ Stop: once }, { turns: [{ text: 'One.' }, { text: 'Two.' }] });
    const { requests, result } = await run();
    expect(entries.slice(2)).toEqual(['[model]', 'Stop', '[model]', 'Stop']);
    expect(told('Stop')).toMatchObject([{ stop_hook_active: false }, { stop_hook_active: true }]);
    expect(requests[1]?.messages.at(-1)).toEqual({ role: 'user', content: 'the tests fail' });
    expect(result).toMatchObject({ stop_reason: 'end_turn', result: 'Two.' });
  });
  conforms(goat, '001.7.11', 'the loop', async () => {
    const { runTeam, told } = journal();
    expect(await runTeam()).toEqual(['completed']);
    expect(told('TaskCompleted')).toMatchObject([{ task_subject: 'Fix it', teammate_name: 'ann' }]);
  });
  conforms(goat, '001.7.12', 'the loop', async () => {
    const { entries, runTeam, told } = journal();
    await runTeam();
    expect(told('TeammateIdle')).toMatchObject([{ teammate_name: 'ann', team_name: 'crew' }]);
    expect(entries.indexOf('TeammateIdle')).toBeGreaterThan(entries.indexOf('TaskCompleted'));
  });
  conforms(goat, '001.7.13', 'the loop', async () => {
    const { agent, run, told } = journal({}, { permissionMode: 'default', approver: () => true });
    await run();
    await agent.notify('Waiting for you', 'idle_prompt');
    expect(told('Notification')).toMatchObject([
      { notification_type: 'permission_prompt', message: expect.stringContaining('echo') },
      { notification_type: 'idle_prompt', message: 'Waiting for you' },
    ]);
  });
  conforms(goat, '001.7.14', 'the loop', async () => {
    const { agent, entries, run, told } = journal();
    await run();
    expect(entries).not.toContain('SessionEnd');
    await agent.end();
    expect(entries.at(-1)).toBe('SessionEnd');
    expect(told('SessionEnd')).toMatchObject([{ reason: 'other' }]);
  });
});

describe('seed 002, 15 hook events: when they fire', () => {
  conforms(goat, '002.events.SessionStart', 'the loop', async () => {
    const { agent, entries, run, told } = journal();
    await run();
    await agent.compact();
    expect(entries[0]).toBe('SessionStart');
    expect(entries.slice(-3)).toEqual(['PreCompact', '[compact]', 'SessionStart']);
    expect(told('SessionStart').map(({ source }) => source)).toEqual(['startup', 'compact']);
  });
  conforms(goat, '002.events.PreCompact', 'the loop', async () => {
    const { agent, entries, run, told } = journal();
    await run();
    expect(await agent.compact('Keep the names.')).toBe(true);
    expect(entries.indexOf('PreCompact')).toBe(entries.indexOf('[compact]') - 1);
    expect(told('PreCompact')).toMatchObject([{ trigger: 'manual', custom_instructions: 'Keep the names.' }]);
  });
  conforms(goat, '002.events.Setup', 'the loop', async () => {
    const { agent, entries, run, told } = journal();
    await agent.setup('maintenance');
    await run();
    expect(entries.slice(0, 3)).toEqual(['SessionStart', 'Setup', 'UserPromptSubmit']);
    expect(told('Setup')).toMatchObject([{ trigger: 'maintenance' }]);
  });
  conforms(goat, '002.events.UserPromptSubmit', 'the loop', async () => {
    const { entries, run } = journal({ UserPromptSubmit: { decision: 'block', reason: 'a secret' } });
    const { result, requests } = await run();
    expect(entries).toEqual(['SessionStart', 'UserPromptSubmit', 'Notification']);
    expect(requests).toEqual([]);
    expect(result).toMatchObject({ stop_reason: 'denied', reason: expect.stringContaining('a secret') });
  });
  // The diagram has it above PreToolUse; seed 001 draws the permission check behind it, and so it is.
  conforms(goat, '002.events.PermissionRequest', 'the loop', async () => {
    const asking = { permissionMode: 'default', approver: () => false } as const;
    const grant = specific('PermissionRequest', { decision: { behavior: 'allow' } });
    const { entries, ran, run } = journal({ PermissionRequest: grant }, asking);
    await run();
    expect(entries.slice(3, 6)).toEqual(['PreToolUse', 'PermissionRequest', '[tool]']);
    expect(ran).toHaveLength(1);
    const free = journal();
    await free.run();
    expect(free.entries).not.toContain('PermissionRequest');
  });
  conforms(goat, '002.events.PreToolUse', 'the loop', async () => {
    const answer = {
      ...specific('PreToolUse', { updatedInput: { text: 'b' }, additionalContext: 'changed' }),
    };
    const { entries, ran, run } = journal({ PreToolUse: answer });
    const { requests } = await run();
    expect(entries.indexOf('PreToolUse')).toBe(entries.indexOf('[tool]') - 1);
    expect(ran).toEqual([{ text: 'b' }]);
    expect(requests[1]?.system).toBe('You help.\n\nchanged');
  });
  conforms(goat, '002.events.PostToolUse', 'the loop', async () => {
    const answer = { suppressOutput: true, systemMessage: 'hidden' };
    const { entries, run } = journal({ PostToolUse: answer });
    const { requests, results } = await run();
    expect(entries.indexOf('PostToolUse')).toBe(entries.indexOf('[tool]') + 1);
    expect(results).toEqual(['[output suppressed by hook]']);
    expect(JSON.stringify(requests)).not.toContain('echo: a');
    expect(requests[1]?.system).toBe('You help.\n\nhidden');
  });
  conforms(goat, '002.events.PostToolUseFailure', 'the loop', async () => {
    const { entries, run } = journal({}, { turns: [echo('a', { fail: true }), echo('b'), {}] });
    await run();
    const after = entries.filter((_, index) => entries[index - 1] === '[tool]');
    expect(after).toEqual(['PostToolUseFailure', 'PostToolUse']);
  });
  conforms(goat, '002.events.Stop', 'the loop', async () => {
    const { entries, run } = journal();
    await run();
    expect(entries.slice(-2)).toEqual(['[model]', 'Stop']);
    const going = journal({ Stop: (_, count) => ({ continue: count < 2 }) });
    const { requests } = await going.run();
    expect(requests).toHaveLength(4);
  });
  conforms(goat, '002.events.Notification', 'the loop', async () => {
    const { agent, told } = journal();
    await agent.notify('Signed in', 'auth_success', 'Title');
    expect(told('Notification')).toMatchObject([
      { message: 'Signed in', notification_type: 'auth_success', title: 'Title' },
    ]);
  });
  conforms(goat, '002.events.SessionEnd', 'the loop', async () => {
    const { agent, entries } = journal();
    for await (const event of agent.run('Do it', { end: true })) {
      if (event.type === 'result') expect(entries.slice(-2)).toEqual(['Stop', 'SessionEnd']);
    }
    expect(entries.filter((entry) => entry === 'SessionEnd')).toHaveLength(1);
  });
  conforms(goat, '002.events.SubagentStart', 'the loop', async () => {
    const { entries, run, told } = journal({}, exploring);
    await run();
    expect(entries.indexOf('SubagentStart')).toBe(entries.indexOf('[explore]') - 1);
    expect(told('SubagentStart')).toMatchObject([{ agent_type: 'explore', agent_id: expect.any(String) }]);
  });
  conforms(goat, '002.events.SubagentStop', 'the loop', async () => {
    const { entries, run, told } = journal({}, exploring);
    await run();
    expect(entries.indexOf('SubagentStop')).toBe(entries.lastIndexOf('[explore]') + 1);
    expect(told('SubagentStop')).toMatchObject([
      { agent_type: 'explore', stop_hook_active: false, agent_transcript_path: expect.any(String) },
    ]);
    // Also when it does not stop by itself.
    const cut = journal({}, { ...exploring, subagents: { explore: { maxTurns: 1 } } });
    await cut.run();
    expect(cut.entries.filter((entry) => entry === 'SubagentStop')).toHaveLength(1);
  });
  conforms(goat, '002.events.TeammateIdle', 'the loop', async () => {
    const { entries, runTeam } = journal({
      TeammateIdle: (_, count) => (count === 0 ? { continue: false, reason: 'Look twice.' } : {}),
    });
    await runTeam();
    expect(entries.filter((entry) => entry === 'TeammateIdle')).toHaveLength(2);
    expect(entries.filter((entry) => entry === '[teammate]')).toHaveLength(2);
    expect(entries.slice(-2)).toEqual(['TeammateIdle', 'SessionEnd']);
  });
  conforms(goat, '002.events.TaskCompleted', 'the loop', async () => {
    const { entries, runTeam } = journal({
      TaskCompleted: (_, count) => (count === 0 ? { decision: 'block', reason: 'tests fail' } : {}),
    });
    expect(await runTeam()).toEqual(['completed']);
    // The deny held it open: the teammate went on, and it was completed once more.
    expect(entries.filter((entry) => entry === 'TaskCompleted')).toHaveLength(2);
    expect(entries.filter((entry) => entry === '[teammate]')).toHaveLength(2);
  });
});
