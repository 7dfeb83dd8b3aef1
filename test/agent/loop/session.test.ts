import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../../src/agent/conversation/transcript.ts';
import { deny, inject, modify, notify } from '../../../src/entries/index.ts';
import { echo, newAgent, textOf } from '../support.ts';

describe('the transcript', () => {
  it('is JSON lines of everything that was said, readable by its owner only', async () => {
    const { agent, run } = newAgent({ turns: [{ text: 'Looking.', ...echo('a') }, { text: 'Done.' }] });
    const { requests, result } = await run('Hello');
    await agent.end();
    const lines = readFileSync(agent.transcriptPath, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual([
      'session',
      'user',
      'assistant',
      'user',
      'assistant',
      'end',
    ]);
    expect(new Set(lines.map(({ session_id }) => session_id))).toEqual(new Set([agent.sessionId]));
    const stored = readTranscript(agent.transcriptPath).map(({ message }) => message);
    expect(stored.slice(0, 3)).toEqual(requests[1]?.messages);
    expect(textOf(stored[3] as never)).toContain(result.result);
    expect(statSync(agent.transcriptPath).mode & 0o077).toBe(0);
  });

  it('takes the last spelling of a message, and begins anew where the session was cleared', async () => {
    const { agent, run } = newAgent({ turns: [{ text: 'One.' }, { text: 'Two.' }] });
    await run('first');
    await agent.clear();
    await run('second');
    expect(readTranscript(agent.transcriptPath).map(({ message }) => message.content)).toEqual([
      'second',
      [{ type: 'text', text: 'Two.' }],
    ]);
  });

  it('is refused an id that leads elsewhere', () => {
    expect(() => newAgent({ sessionId: '../x' })).toThrow('a session id is letters, digits');
  });
});

describe('a resumed session', () => {
  it('goes on where the transcript ends', async () => {
    const first = newAgent({ turns: [{ text: 'One.' }], sessionId: 's' });
    await first.run('first');
    await first.agent.end();
    const transcripts = `${first.scratch.path}/sessions`;
    const second = newAgent({ turns: [{ text: 'Two.' }], sessionId: 's', resume: true, transcripts });
    const sources: string[] = [];
    second.hooks.on('SessionStart', ({ source }) => void sources.push(source));
    const { requests } = await second.run('second');
    expect(sources).toEqual(['resume']);
    expect(requests[0]?.messages.map(({ content }) => content)).toEqual([
      'first',
      [{ type: 'text', text: 'One.' }],
      'second',
    ]);
    await second.agent.end();
    const third = newAgent({ sessionId: 's', resume: true, transcripts });
    expect((await third.run('third')).requests[0]?.messages).toHaveLength(5);
    await third.agent.end();
  });

  it('passes over a torn last line, takes it off, and answers calls whose results were lost', async () => {
    const first = newAgent({ turns: [echo('a'), { text: 'Done.' }], sessionId: 's' });
    await first.run('first');
    await first.agent.end();
    const path = first.agent.transcriptPath;
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    // As after a kill in the middle of the tool call.
    writeFileSync(path, `${lines.slice(0, 3).join('\n')}\n`);
    appendFileSync(path, lines[3]?.slice(0, 40) ?? '');
    const transcripts = `${first.scratch.path}/sessions`;
    const second = newAgent({ turns: [{ text: 'Two.' }], sessionId: 's', resume: true, transcripts });
    const { requests } = await second.run('go on');
    await second.agent.end();
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'user']);
    expect(textOf(requests[0]?.messages[2] as never)).toContain('whether it had an effect is not known');
    for (const line of readFileSync(path, 'utf8').trimEnd().split('\n'))
      expect(() => JSON.parse(line)).not.toThrow();
  });

  it('must exist', () => {
    expect(() => newAgent({ sessionId: 'nobody', resume: true })).toThrow(
      'there is no session "nobody" to resume',
    );
  });
});

describe('compaction', () => {
  it('puts a summary of the model in the place of the conversation, and starts the session anew', async () => {
    const { agent, hooks, run } = newAgent({ turns: [{ text: 'One.' }, { text: 'Two.' }] });
    await run('first');
    const seen: unknown[] = [];
    hooks.on(
      'PreCompact',
      ({ trigger, custom_instructions }) => void seen.push([trigger, custom_instructions]),
    );
    hooks.on('SessionStart', ({ source }) => void seen.push(source));
    expect(await agent.compact('keep the names')).toBe(true);
    expect(seen).toEqual([['manual', 'keep the names'], 'compact']);
    const { requests } = await run('second');
    expect(requests[0]?.messages.map(({ content }) => content)).toEqual([
      'This is a summary of the conversation so far:\n\nA summary of 2 messages.',
      'second',
    ]);
    expect(readTranscript(agent.transcriptPath)).toHaveLength(3);
  });

  it('asks the model with the instructions as hooks left them, under pre:message and post:message', async () => {
    const asked: string[] = [];
    const { agent, hooks, run } = newAgent({
      onEvent(event) {
        if (event.type === 'model_request') asked.push(textOf(event.messages.at(-1) as never));
      },
    });
    await run('first');
    hooks.on('PreCompact', () => modify('in French'));
    hooks.on('post:message', () => modify('Un résumé.'));
    await agent.compact();
    expect(asked.at(-1)).toMatch(/^Summarise the conversation[\s\S]*in French$/);
    expect((await run('second')).requests[0]?.messages[0]?.content).toContain('Un résumé.');
  });

  it('happens by itself when the conversation has grown too large, before the next call', async () => {
    const { hooks, run } = newAgent({
      turns: [echo('x'.repeat(2000)), { text: 'Done.' }],
      compactAt: 600,
    });
    const seen: string[] = [];
    hooks.on('PreCompact', ({ trigger }) => void seen.push(trigger));
    hooks.on('SessionStart', { matcher: 'compact' }, () => void seen.push('compact'));
    hooks.on('pre:message', ({ prompt }) => modify(`[x] ${prompt}`));
    const { result, requests } = await run('Hello');
    expect(seen).toEqual(['auto', 'compact']);
    expect(result).toMatchObject({ stop_reason: 'end_turn', result: 'Done.' });
    expect(requests.at(-1)?.messages.map(({ content }) => content)).toEqual([
      '[x] This is a summary of the conversation so far:\n\nA summary of 3 messages.',
    ]);
  });

  it('keeps the prompt that is about to be sent', async () => {
    const { hooks, run } = newAgent({ turns: [echo('x'.repeat(2000)), {}], compactAt: 600 });
    hooks.once('PreCompact', () => deny('later'));
    await run('first');
    const { requests } = await run('second');
    expect(requests.at(-1)?.messages.map(({ content }) => content)).toEqual([
      expect.stringContaining('A summary of'),
      'second',
    ]);
  });

  it('has nothing to do in an empty conversation', async () => {
    expect(await newAgent().agent.compact()).toBe(false);
  });
});

describe('clear', () => {
  it('ends the session and starts it anew without its conversation', async () => {
    const { agent, hooks, run } = newAgent({ systemPrompt: 'You help.' });
    await run('first');
    const seen: string[] = [];
    hooks.on('SessionEnd', ({ reason }) => void seen.push(`end ${reason}`));
    hooks.on('SessionStart', ({ source }) => {
      seen.push(`start ${source}`);
      return inject('Fresh.');
    });
    await agent.clear();
    expect(seen).toEqual(['end clear', 'start clear']);
    const { requests } = await run('second');
    expect(requests[0]).toMatchObject({
      system: 'You help.\n\nFresh.',
      messages: [{ role: 'user', content: 'second' }],
    });
  });
});

describe('usage', () => {
  it('is summed over the calls of a run, those of subagents included', async () => {
    const usage = { input_tokens: 10, output_tokens: 1 };
    const { run } = newAgent({
      turns: [
        { tools: [{ name: 'Task', input: { prompt: 'x', subagent_type: 'explore' } }], usage },
        { text: 'Done.', usage },
        { text: 'Again.', usage },
      ],
      scripts: { explore: [{ text: 'Found.', usage: { input_tokens: 100, output_tokens: 10 } }] },
      subagents: { explore: {} },
    });
    expect((await run()).result.usage).toEqual({ input_tokens: 120, output_tokens: 12 });
    expect((await run()).result.usage).toEqual(usage);
  });
});

describe('an agent', () => {
  it('runs one prompt at a time, and none after its end', async () => {
    const { agent, run } = newAgent({ turns: [echo('a')] });
    const running = agent.run('first');
    await running.next();
    await expect(run('second')).rejects.toThrow('at work on a prompt');
    await running.return();
    await agent.end();
    await expect(run('third')).rejects.toThrow('has ended; resume it in a new agent');
  });

  it('stops at the limit of turns', async () => {
    const { run } = newAgent({ turns: Array.from({ length: 5 }, () => echo('a')), maxTurns: 3 });
    expect((await run()).result).toMatchObject({ stop_reason: 'max_turns', turns: 3 });
  });

  it('gives only the result to whoever wants only that', async () => {
    const { agent } = newAgent({ turns: [{ text: 'Hi.' }] });
    expect(await agent.ask('Hello', { end: true })).toMatchObject({ result: 'Hi.', stop_reason: 'end_turn' });
  });
});

describe('a warning for the person', () => {
  it('is a Notification for hooks, which add to what the model is told next', async () => {
    const { hooks, run } = newAgent();
    const told: unknown[] = [];
    hooks.once('UserPromptSubmit', () => notify('Disk almost full', 'warning'));
    hooks.on('Notification', ({ message, notification_type }) => {
      told.push([message, notification_type]);
      return notify('heard', 'warning');
    });
    await run();
    expect(told).toEqual([['Disk almost full', 'warning']]);
  });
});
