import { describe, expect, it } from 'vitest';
import type { Approver } from '../../../src/agent/tool-call/permissions.ts';
import {
  allow,
  ask,
  deny,
  halt,
  inject,
  modify,
  notify,
  resume,
  suppress,
} from '../../../src/entries/index.ts';
import { echo, newAgent, textOf } from '../support.ts';

const twoTurns = { turns: [echo('a'), { text: 'Done.' }], systemPrompt: 'You help.' };
const note = 'Remember: verbose output';
const injected = `You help.\n\n${note}`;

describe('PreToolUse', () => {
  it('denies: the tool does not run, and the model gets the reason and the hook’s name', async () => {
    const { hooks, run, ran } = newAgent(twoTurns);
    hooks.on('PreToolUse', { name: 'no-echo' }, () => deny('too loud'));
    const { events, requests } = await run();
    expect(ran).toEqual([]);
    const result = 'Denied by the PreToolUse hook "no-echo": too loud';
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'tool_result', content: result, is_error: true }),
    );
    expect(requests[1]?.messages.at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'call-1', content: result, is_error: true },
    ]);
  });

  it('injects into the next system prompt, once', async () => {
    const { hooks, run } = newAgent({ ...twoTurns, turns: [echo('a'), { text: '' }, {}] });
    hooks.once('PreToolUse', () => inject(note));
    hooks.once('Stop', () => resume('go on'));
    const { requests } = await run();
    expect(requests.map(({ system }) => system)).toEqual(['You help.', injected, 'You help.']);
  });

  it('keeps the injections of hooks that ran before a deny', async () => {
    const { hooks, run } = newAgent(twoTurns);
    hooks.on('PreToolUse', () => inject(note));
    hooks.on('PreToolUse', () => deny('no'));
    const { requests } = await run();
    expect(requests[1]?.system).toBe(injected);
  });

  it('modifies the input that the tool runs with', async () => {
    const { hooks, run, ran } = newAgent(twoTurns);
    hooks.on('PreToolUse', () => modify({ text: 'b' }));
    const { results } = await run();
    expect(ran).toEqual([{ text: 'b' }]);
    expect(results).toEqual(['echo: b']);
  });

  it('does not suppress: the effect is dropped and logged, and the tool runs', async () => {
    const { hooks, run, log } = newAgent(twoTurns);
    hooks.on('PreToolUse', () => suppress() as never);
    const { results } = await run();
    expect(results).toEqual(['echo: a']);
    expect(log).toHaveLength(1);
  });
});

describe('PostToolUse', () => {
  it('suppresses: model, events and transcript get the same text instead, and injections still follow', async () => {
    const { hooks, run, scratch, agent } = newAgent({ turns: [echo('secret'), {}] });
    hooks.on('PostToolUse', () => [suppress(), inject('Ask the user.', { into: 'tool_result' })]);
    const { results, requests } = await run();
    expect(results).toEqual(['[output suppressed by hook]\nAsk the user.']);
    expect(textOf(requests[1]?.messages[2] as never)).toContain('[output suppressed by hook]');
    expect(textOf(requests[1]?.messages[2] as never)).not.toContain('echo: secret');
    const transcript = scratch.lines(`sessions/${agent.sessionId}.jsonl`).join('\n');
    expect(transcript).toContain('[output suppressed by hook]');
    expect(transcript).not.toContain('echo: secret');
  });

  it('injects in each place: system prompt, tool result, and a user message after the result', async () => {
    const { hooks, run } = newAgent(twoTurns);
    hooks.on('PostToolUse', () => [
      inject(note),
      inject('in the result', { into: 'tool_result' }),
      inject('after it', { into: 'user_message' }),
    ]);
    const { requests } = await run();
    expect(requests[1]?.system).toBe(injected);
    expect(requests[1]?.messages.slice(-2)).toEqual([
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'call-1', content: 'echo: a\nin the result' }],
      },
      { role: 'user', content: 'after it' },
    ]);
  });

  it('modifies the result, and nothing carries the original', async () => {
    const { hooks, run, scratch, agent } = newAgent(twoTurns);
    hooks.on('PostToolUse', ({ tool_response }) => modify(String(tool_response).replace('a', '*')));
    const { events } = await run();
    const transcript = scratch.lines(`sessions/${agent.sessionId}.jsonl`).join('\n');
    for (const text of [JSON.stringify(events), transcript]) {
      expect(text).toContain('echo: *');
      expect(text).not.toContain('echo: a');
    }
  });
});

describe('PostToolUseFailure', () => {
  it('is told the error and injects', async () => {
    const { hooks, run } = newAgent({ ...twoTurns, turns: [echo('a', { fail: true })] });
    const errors: string[] = [];
    hooks.on('PostToolUseFailure', ({ error }) => {
      errors.push(error);
      return inject(note);
    });
    const { requests, events } = await run();
    expect(errors).toEqual(['failed on a']);
    expect(requests[1]?.system).toBe(injected);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'tool_result', content: 'failed on a', is_error: true }),
    );
  });
});

describe('Stop', () => {
  it('resumes with its reason as a user message', async () => {
    const { hooks, run } = newAgent({ turns: [{ text: 'Done.' }, { text: 'Really done.' }] });
    hooks.once('Stop', () => resume('the tests fail'));
    const { requests, result } = await run();
    expect(requests[1]?.messages.at(-1)).toEqual({ role: 'user', content: 'the tests fail' });
    expect(result).toMatchObject({ stop_reason: 'end_turn', turns: 2, result: 'Really done.' });
  });

  it('injects for the next model call, be it after the next prompt', async () => {
    const { hooks, run } = newAgent({ systemPrompt: 'You help.' });
    hooks.once('Stop', () => inject(note));
    await run('first');
    const { requests } = await run('second');
    expect(requests.map(({ system }) => system)).toEqual([injected]);
  });
});

describe('PermissionRequest', () => {
  const asking = { turns: [echo('a')], permissionMode: 'default' as const };
  const unwilling: Approver = () => false;

  it('denies', async () => {
    const { hooks, run, ran } = newAgent({ ...asking, approver: () => true });
    hooks.on('PermissionRequest', { name: 'warden' }, () => deny('not today'));
    const { results } = await run();
    expect(ran).toEqual([]);
    expect(results).toEqual(['Denied by the PermissionRequest hook "warden": not today']);
  });

  it('grants in the place of the person', async () => {
    const { hooks, run, ran } = newAgent({ ...asking, approver: unwilling });
    hooks.on('PermissionRequest', () => allow());
    await run();
    expect(ran).toEqual([{ text: 'a' }]);
  });

  it('halts: the tool does not run and the whole loop stops', async () => {
    const { hooks, run, ran } = newAgent({ ...asking, approver: () => true });
    hooks.on('PermissionRequest', () => halt('stop everything'));
    const { result, requests } = await run();
    expect(ran).toEqual([]);
    expect(result).toMatchObject({ stop_reason: 'halted', reason: 'stop everything', turns: 1 });
    expect(requests).toHaveLength(1);
  });

  it('changes the input, which must then pass PreToolUse as well', async () => {
    const { hooks, run, ran } = newAgent({ ...asking, approver: () => true });
    hooks.on('PermissionRequest', () => [allow(), modify({ text: 'forbidden' })]);
    hooks.on('PreToolUse', { guard: true, name: 'guard' }, ({ tool_input }) =>
      tool_input['text'] === 'forbidden' ? deny('never') : undefined,
    );
    const { results } = await run();
    expect(ran).toEqual([]);
    expect(results).toEqual(['Denied by the PreToolUse hook "guard": never']);
  });
});

describe('SessionStart', () => {
  it('injects into the first model call', async () => {
    const { hooks, run } = newAgent({ systemPrompt: 'You help.' });
    hooks.on('SessionStart', () => inject(note));
    expect((await run()).requests[0]?.system).toBe(injected);
  });

  it('takes a message for the user’s side too', async () => {
    const { hooks, run } = newAgent();
    hooks.on('SessionStart', () => inject('It is Monday.', { into: 'user_message' }));
    const { requests } = await run('Hello');
    expect(requests[0]?.messages.map(({ content }) => content)).toEqual(['It is Monday.', 'Hello']);
  });
});

describe('SessionEnd', () => {
  it('only hears of it', async () => {
    const { agent, hooks, run, log } = newAgent();
    const reasons: string[] = [];
    hooks.on('SessionEnd', ({ reason }) => {
      reasons.push(reason);
      return inject('too late') as never;
    });
    await run();
    await agent.end('prompt_input_exit');
    await agent.end();
    expect(reasons).toEqual(['prompt_input_exit']);
    expect(log.map(({ message }) => message)).toEqual([
      expect.stringContaining('SessionEnd does not admit inject'),
    ]);
  });
});

describe('the others', () => {
  it.each(['UserPromptSubmit', 'pre:message'] as const)(
    '%s injects into the model call that follows',
    async (point) => {
      const { hooks, run } = newAgent({ systemPrompt: 'You help.' });
      hooks.on(point, () => inject(note));
      expect((await run()).requests[0]?.system).toBe(injected);
    },
  );

  it('UserPromptSubmit adds a user message behind the prompt', async () => {
    const { hooks, run } = newAgent();
    hooks.on('UserPromptSubmit', () => inject('(from a phone)', { into: 'user_message' }));
    const { requests } = await run('Hello');
    expect(requests[0]?.messages.map(({ content }) => content)).toEqual(['Hello', '(from a phone)']);
  });

  it('SubagentStart and SubagentStop inject into the subagent, not into the session', async () => {
    const { hooks, run } = newAgent({
      turns: [{ tools: [{ name: 'Task', input: { prompt: 'Find', subagent_type: 'explore' } }] }],
      subagents: { explore: { prompt: 'You explore.' } },
      systemPrompt: 'You help.',
    });
    hooks.on('SubagentStart', () => inject('start'));
    hooks.once('SubagentStop', () => [resume('again'), inject('stop')]);
    const { requests } = await run();
    expect(requests.map(({ system }) => system)).toEqual([
      'You help.',
      'You explore.\n\nstart',
      'You explore.\n\nstop',
      'You help.',
    ]);
  });

  it('PreCompact and SessionStart inject into the call after the compaction', async () => {
    const { agent, hooks, run } = newAgent({ systemPrompt: 'You help.' });
    await run('first');
    hooks.on('PreCompact', () => inject('before'));
    hooks.on('SessionStart', { matcher: 'compact' }, () => inject('after'));
    expect(await agent.compact()).toBe(true);
    expect((await run('second')).requests[0]?.system).toBe('You help.\n\nbefore\nafter');
  });

  it('Notification injects, and every point may notify', async () => {
    const { agent, hooks, run } = newAgent({ systemPrompt: 'You help.' });
    hooks.on('Notification', { matcher: 'idle_prompt' }, () => [inject(note), notify('heard')]);
    await agent.notify('Waiting for you.', 'idle_prompt');
    expect((await run()).requests[0]?.system).toBe(injected);
  });
});

describe('injections', () => {
  it('are joined by newlines in the order of the hooks, and belong to one agent', async () => {
    const { hooks, run } = newAgent({ turns: [echo('a')] });
    hooks.on('PreToolUse', () => [inject('one'), inject('two')]);
    hooks.on('PostToolUse', () => inject('three'));
    const { requests } = await run();
    expect(requests[1]?.system).toBe('one\ntwo\nthree');
  });
});

describe('post:message', () => {
  it('changes what everybody gets: events, messages, transcript and result', async () => {
    const { hooks, run, scratch, agent } = newAgent({
      turns: [{ text: 'The key is s3cr3t.', ...echo('x') }, { text: 'Again s3cr3t.' }],
    });
    hooks.on('post:message', ({ output }) => modify(output.replaceAll('s3cr3t', '***')));
    const { events, requests, result } = await run();
    expect(result.result).toBe('Again ***.');
    expect(requests[1]?.messages[1]?.content).toMatchObject([
      { type: 'text', text: 'The key is ***.' },
      { type: 'tool_use', name: 'echo' },
    ]);
    const transcript = scratch.lines(`sessions/${agent.sessionId}.jsonl`).join('\n');
    expect(`${JSON.stringify(events)}${transcript}`).not.toContain('s3cr3t');
  });
});

describe('pre:message', () => {
  it('changes the prompt that the model gets, from the original at every call', async () => {
    const { hooks, run, scratch, agent } = newAgent({ turns: [echo('a')] });
    hooks.on('pre:message', ({ prompt }) => modify(`[Project: x]\n${prompt}`));
    const { requests } = await run('Hello');
    for (const { messages } of requests) expect(messages[0]?.content).toBe('[Project: x]\nHello');
    const lines = scratch.lines(`sessions/${agent.sessionId}.jsonl`).filter((line) => line.includes('Hello'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('[Project: x]');
  });
});

describe('ask', () => {
  it('goes to the approver with the final input', async () => {
    const asked: unknown[] = [];
    const approver: Approver = ({ toolName, input, reason }) => {
      asked.push({ toolName, input, reason });
      return true;
    };
    const { hooks, run, ran } = newAgent({ turns: [echo('a')], approver });
    hooks.on('PreToolUse', { name: 'asks' }, () => ask('look at it'));
    hooks.on('PreToolUse', () => modify({ text: 'b' }));
    await run();
    expect(asked).toEqual([
      { toolName: 'echo', input: { text: 'b' }, reason: 'the hook "asks" asks for approval: look at it' },
    ]);
    expect(ran).toEqual([{ text: 'b' }]);
  });

  it('is a deny that says so where nobody can be asked', async () => {
    const { hooks, run, ran } = newAgent({ turns: [echo('a')] });
    hooks.on('PreToolUse', { name: 'asks' }, () => ask('look at it'));
    const { results } = await run();
    expect(ran).toEqual([]);
    expect(results[0]).toBe(
      'Permission denied: there is no person to ask, and the hook "asks" asks for approval: look at it',
    );
  });
});
