import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/agent/loop/events.ts';
import { agentFolder, bash, keepsIn, runAgent, says } from '../../support/command-line/run-agent.ts';

const inject = (content: string, strategy?: string): object => ({
  inject: { content, ...(strategy !== undefined && { strategy }) },
});
const context = (event: string, additionalContext: string): object => ({
  hookSpecificOutput: { hookEventName: event, additionalContext },
});

/** The events that a hook kept. */
function kept(cwd: string, file: string): readonly Record<string, unknown>[] {
  return readFileSync(join(cwd, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

describe('the lines of hookline run --json', () => {
  it('are exactly these, without hooks', async () => {
    const use = { type: 'tool_use', id: 'call-1', name: 'Bash', input: { command: 'echo a; echo b >&2' } };
    const { lines, code, stderr } = await runAgent({
      script: {
        prompt: 'Say a',
        turns: [
          { text: 'Looking.', ...bash('echo a; echo b >&2') },
          { text: 'Done.', usage: { input_tokens: 7, output_tokens: 2 } },
        ],
      },
      words: ['--session', 'mine'],
    });
    const said = { role: 'assistant', content: [{ type: 'text', text: 'Looking.' }, use] };
    const got = { type: 'tool_result', tool_use_id: 'call-1', content: 'a\nb' };
    expect(lines).toEqual([
      { type: 'phase', phase: 'plan' },
      { type: 'model_request', turn: 1, system: '', messages: [{ role: 'user', content: 'Say a' }] },
      { type: 'assistant', text: 'Looking.', content: said.content },
      { type: 'phase', phase: 'act' },
      { type: 'tool_result', tool_use_id: 'call-1', tool_name: 'Bash', content: 'a\nb', is_error: false },
      {
        type: 'model_request',
        turn: 2,
        system: '',
        messages: [{ role: 'user', content: 'Say a' }, said, { role: 'user', content: [got] }],
      },
      { type: 'assistant', text: 'Done.', content: [{ type: 'text', text: 'Done.' }] },
      { type: 'phase', phase: 'review' },
      { type: 'phase', phase: 'done' },
      {
        type: 'result',
        session_id: 'mine',
        stop_reason: 'end_turn',
        turns: 2,
        result: 'Done.',
        usage: { input_tokens: 7, output_tokens: 2 },
      },
    ]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('tell every run of a hook, from SessionStart to SessionEnd', async () => {
    const points = ['SessionStart', 'Setup', 'PreToolUse', 'Stop', 'SessionEnd'];
    const { of, result } = await runAgent({
      hooks: Object.fromEntries(points.map((point) => [point, [says({}, { name: `at ${point}` })]])),
      script: { turns: [bash('true')] },
      words: ['--init'],
    });
    const messages = of('system');
    const told = points.flatMap((event) =>
      ['hook_started', 'hook_progress', 'hook_response'].map((subtype) => [event, subtype]),
    );
    expect(messages.map(({ hook_event, subtype }) => [hook_event, subtype])).toEqual(told);
    expect(new Set(messages.map(({ session_id }) => session_id))).toEqual(new Set([result.session_id]));
    const { uuid, session_id, hook_id, ...response } = messages.at(-1) ?? {};
    expect(response).toEqual({
      type: 'system',
      subtype: 'hook_response',
      hook_name: 'at SessionEnd',
      hook_event: 'SessionEnd',
      stdout: '{}',
      stderr: '',
      output: '{}',
      outcome: 'success',
      exit_code: 0,
    });
  });

  it('have notices: what hooks want a person to know', async () => {
    const { of } = await runAgent({
      config: { hooks: { scripts: ['log.arma'] } },
      files: { 'log.arma': 'hook pre:tool /log warning "about to run $tool"\n' },
      script: { turns: [bash('true')] },
    });
    expect(of('notice')).toEqual([
      {
        type: 'notice',
        level: 'warning',
        message: 'about to run shell',
        hook: 'log.arma:1',
        point: 'PreToolUse',
      },
    ]);
  });
});

describe('the system prompt', () => {
  it('has what hooks inject, in order, once', async () => {
    const { of } = await runAgent({
      hooks: {
        SessionStart: [says(context('SessionStart', 'It is Monday.'))],
        UserPromptSubmit: [says(context('UserPromptSubmit', 'Be kind.'))],
        PreToolUse: [says({ systemMessage: 'Tools are slow.' })],
      },
      script: { turns: [bash('true'), { tools: [{ name: 'Glob', input: { pattern: '*' } }] }, {}] },
    });
    expect(of('model_request').map(({ system }) => system)).toEqual([
      'It is Monday.\nBe kind.',
      'Tools are slow.',
      'Tools are slow.',
    ]);
  });

  it('is empty again when nothing is pending', async () => {
    const { of } = await runAgent({
      hooks: { UserPromptSubmit: [says(context('UserPromptSubmit', 'Be kind.'))] },
      script: { turns: [bash('true'), {}] },
    });
    expect(of('model_request').map(({ system }) => system)).toEqual(['Be kind.', '']);
  });
});

describe('a tool result', () => {
  it('has injections behind it, and a user message follows it', async () => {
    const { of, results } = await runAgent({
      hooks: {
        PostToolUse: [
          says(inject('May be stale.', 'tool_result')),
          says(inject('And then?', 'user_message')),
        ],
      },
      script: { turns: [bash('echo a'), {}] },
    });
    expect(results).toEqual(['a\nMay be stale.']);
    const content = [{ type: 'tool_result', tool_use_id: 'call-1', content: 'a\nMay be stale.' }];
    expect(of('model_request')[1]?.messages.slice(-2)).toEqual([
      { role: 'user', content },
      { role: 'user', content: 'And then?' },
    ]);
  });

  it('of a denied call is an error with the reason and the name of the hook', async () => {
    const { of, cwd } = await runAgent({
      hooks: {
        PreToolUse: [
          says(inject('Ask first.', 'tool_result')),
          says({ decision: 'deny', reason: 'not here' }, { name: 'no-touch', matcher: 'Bash' }),
          { name: 'exit-2', type: 'command', handler: 'echo "no reading" >&2; exit 2', matcher: 'Read' },
        ],
      },
      script: {
        turns: [{ tools: [...tools(bash('touch made')), { name: 'Read', input: { file_path: 'x' } }] }, {}],
      },
    });
    const call = { type: 'tool_result', is_error: true };
    expect(of('tool_result')).toEqual([
      {
        ...call,
        tool_use_id: 'call-1',
        tool_name: 'Bash',
        content: 'Denied by the PreToolUse hook "no-touch": not here\nAsk first.',
      },
      {
        ...call,
        tool_use_id: 'call-2',
        tool_name: 'Read',
        content: 'Denied by the PreToolUse hook "exit-2": no reading\nAsk first.',
      },
    ]);
    const blocks = of('model_request')[1]?.messages.at(-1)?.content;
    expect(blocks).toMatchObject([{ is_error: true }, { is_error: true }]);
    expect(() => readFileSync(join(cwd, 'made'))).toThrow('ENOENT');
  });

  it('is that of the input as hooks changed it, and later hooks see that input', async () => {
    const { results, cwd } = await runAgent({
      hooks: {
        PreToolUse: [
          says({
            hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'echo HELLO' } },
          }),
          keepsIn('pre.jsonl'),
        ],
        PostToolUse: [keepsIn('post.jsonl')],
      },
      script: { turns: [bash('echo hello')] },
    });
    expect(results).toEqual(['HELLO']);
    expect(kept(cwd, 'pre.jsonl')).toMatchObject([{ tool_input: { command: 'echo HELLO' } }]);
    expect(kept(cwd, 'post.jsonl')).toMatchObject([
      { tool_input: { command: 'echo HELLO' }, tool_response: { stdout: 'HELLO\n' } },
    ]);
  });

  it('is an error when hooks made an input of it that does not fit the tool', async () => {
    const { of } = await runAgent({
      hooks: {
        PreToolUse: [says({ updated_input: { cmd: 'echo hi' } }, { name: 'typo', protocol: 'massgen' })],
      },
      script: { turns: [bash('echo hello')] },
    });
    expect(of('tool_result')).toMatchObject([
      { is_error: true, content: expect.stringContaining('as the hook "typo" changed it, does not fit') },
    ]);
  });

  it('is what PostToolUse hooks make of it, for everybody', async () => {
    const secret = 'hunter2';
    const run = await runAgent({
      files: {
        'redact.mjs': `export default ({ tool_response: { stdout } }) => ({ modify: { result: stdout.replace(/hunter\\d/, '***') } });`,
      },
      hooks: { PostToolUse: [{ type: 'module', handler: './redact.mjs' }] },
      script: { turns: [bash(`echo hun$(echo ter2)`), {}] },
    });
    expect(run.results).toEqual(['***\n']);
    const transcript = readFileSync(
      join(run.cwd, 'state/hookline/sessions', `${run.result.session_id}.jsonl`),
    );
    expect(transcript.toString()).not.toContain(secret);
    expect(JSON.stringify(run.of('model_request'))).not.toContain(secret);
  });

  it('that a hook suppressed says so, and injections still follow', async () => {
    const { of, results } = await runAgent({
      hooks: { PostToolUse: [says({ suppressOutput: true, ...inject('It was long.', 'tool_result') })] },
      script: { turns: [bash('echo secret'), {}] },
    });
    expect(results).toEqual(['[output suppressed by hook]\nIt was long.']);
    expect(JSON.stringify(of('model_request')[1]?.messages.at(-1))).not.toContain('secret');
  });

  it('of a failed command is an error that hooks hear of', async () => {
    const { of, cwd } = await runAgent({
      hooks: { PostToolUseFailure: [keepsIn('failed.jsonl'), says({ systemMessage: 'Try again.' })] },
      script: { turns: [bash('echo oh; exit 3'), {}] },
    });
    expect(of('tool_result')).toMatchObject([{ content: 'Exit code 3\noh', is_error: true }]);
    expect(kept(cwd, 'failed.jsonl')).toMatchObject([{ tool_name: 'Bash', error: 'Exit code 3\noh' }]);
    expect(of('model_request')[1]?.system).toBe('Try again.');
  });
});

describe('Stop', () => {
  it('hooks resume with their reason as a user message, and know that they did', async () => {
    const { of, result, cwd } = await runAgent({
      files: {
        'once.sh':
          '#!/bin/sh\ngrep -q \'"stop_hook_active":true\' || echo \'{"decision":"block","reason":"Tests are missing."}\'\n',
      },
      hooks: { Stop: [keepsIn('stop.jsonl'), { name: 'once', type: 'command', handler: './once.sh' }] },
      script: { turns: [{ text: 'Done.' }, { text: 'Now it is.' }] },
    });
    expect(of('model_request')[1]?.messages.at(-1)).toEqual({ role: 'user', content: 'Tests are missing.' });
    expect(result).toMatchObject({ stop_reason: 'end_turn', turns: 2, result: 'Now it is.' });
    expect(kept(cwd, 'stop.jsonl').map(({ stop_hook_active }) => stop_hook_active)).toEqual([false, true]);
  });

  it('hooks resume at most 8 times in a row', async () => {
    const { of, result } = await runAgent({
      hooks: { Stop: [says({ decision: 'block', reason: 'more' }, { name: 'never' })] },
      script: { turns: [] },
    });
    expect(result).toMatchObject({ stop_reason: 'stop_limit', turns: 9 });
    expect(result.reason).toContain('"never" wants to go on: it did so 8 times in a row');
    expect(of('model_request').map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('a run that hooks end', () => {
  it.each([
    [
      'UserPromptSubmit',
      { decision: 'block', reason: 'no' },
      'denied',
      'Denied by the UserPromptSubmit hook "gate": no',
    ],
    ['UserPromptSubmit', { continue: false, stopReason: 'enough' }, 'halted', 'enough'],
    ['pre:message', { abort: true, reason: 'no' }, 'denied', 'Denied by the pre:message hook "gate": no'],
  ] as const)('at %s by %j makes no model call and tells why', async (point, reply, stop_reason, reason) => {
    const { of, result, code } = await runAgent({
      hooks: { [point]: [says(reply, { name: 'gate' })] },
      script: { turns: [{ text: 'x' }] },
    });
    expect(of('model_request')).toEqual([]);
    expect(result).toMatchObject({ stop_reason, reason, turns: 0 });
    expect(of('notice')).toMatchObject([{ level: 'warning', message: reason }]);
    expect(code).toBe(0);
  });

  it('by a halt does not run what is left, and gives every call a result', async () => {
    const { results, result, cwd } = await runAgent({
      hooks: { PreToolUse: [says({ continue: false, stopReason: 'enough' }, { matcher: 'Glob' })] },
      script: {
        turns: [
          { tools: [{ name: 'Glob', input: { pattern: '*' } }, ...tools(bash('touch made'))] },
          { text: 'never' },
        ],
      },
    });
    expect(results).toEqual(['Not run: a hook ended the turn: enough', 'Not run: a hook ended the turn']);
    expect(result).toMatchObject({ stop_reason: 'halted', reason: 'enough', turns: 1 });
    expect(() => readFileSync(join(cwd, 'made'))).toThrow('ENOENT');
  });
});

describe('agents', () => {
  it.each([
    ['the script', { agent: 'agent1' }, []],
    ['the call', {}, ['--agent', 'agent1']],
  ])('%s names the agent whose own hooks run', async (_, script, words) => {
    const { results, of } = await runAgent({
      config: {
        hooks: { PreToolUse: [says({ systemMessage: 'global' }, { name: 'global' })] },
        agents: [
          {
            id: 'agent1',
            backend: { hooks: { PreToolUse: [says({ decision: 'deny', reason: 'mine' }, { name: 'own' })] } },
          },
          { id: 'agent2', backend: { hooks: { PreToolUse: [says({ decision: 'deny', reason: 'other' })] } } },
        ],
      },
      script: { ...script, turns: [bash('true'), {}] },
      words,
    });
    expect(results).toEqual(['Denied by the PreToolUse hook "own": mine']);
    expect(of('model_request')[1]?.system).toBe('global');
  });

  it('that override a point do without its global hooks', async () => {
    const { results } = await runAgent({
      config: {
        hooks: { PreToolUse: [says({ decision: 'deny' })] },
        agents: [{ id: 'free', backend: { hooks: { PreToolUse: { override: true, hooks: [] } } } }],
      },
      script: { agent: 'free', turns: [bash('echo ran')] },
    });
    expect(results).toEqual(['ran']);
  });

  it('hand work to subagents, which play their own part and are told apart', async () => {
    const task = { name: 'Task', input: { prompt: 'Find it', subagent_type: 'explore' } };
    const { lines, results, cwd } = await runAgent({
      hooks: {
        SubagentStart: [keepsIn('sub.jsonl'), says(context('SubagentStart', 'You are small.'))],
        SubagentStop: [keepsIn('sub.jsonl')],
        'pre:agent:spawn': [keepsIn('sub.jsonl', { matcher: 'explore' })],
        'post:agent:complete': [keepsIn('sub.jsonl')],
      },
      script: {
        turns: [{ tools: [task] }, {}],
        subagents: { explore: [bash('echo deep'), { text: 'Found it.' }] },
      },
    });
    expect(results).toEqual(['deep', 'Found it.']);
    const own = lines.filter((line) => 'agent_type' in line && line.agent_type === 'explore');
    expect(own.map(({ type }) => type)).toEqual([
      'model_request',
      'assistant',
      'tool_result',
      'model_request',
      'assistant',
    ]);
    expect(own.filter(isRequest).map(({ turn, system }) => [turn, system])).toEqual([
      [1, 'You are small.'],
      [2, ''],
    ]);
    expect(kept(cwd, 'sub.jsonl').map(({ hook_event_name }) => hook_event_name)).toEqual([
      'pre:agent:spawn',
      'SubagentStart',
      'SubagentStop',
      'post:agent:complete',
    ]);
  });

  it('can always start one of general purpose', async () => {
    const task = { name: 'Task', input: { prompt: 'Go', subagent_type: 'general-purpose' } };
    const { of } = await runAgent({ script: { turns: [{ tools: [task] }] } });
    expect(of('tool_result')).toMatchObject([{ is_error: false }]);
  });
});

describe('a session', () => {
  it('is resumed by its id with all that was said', async () => {
    const cwd = agentFolder({ script: { prompt: 'One', turns: [{ text: 'First.' }] } });
    await runAgent({ cwd, words: ['--session', 'again'] });
    const { of } = await runAgent({ cwd, words: ['--resume', 'again', 'Two'] });
    expect(of('model_request')[0]?.messages.map(({ content }) => content)).toEqual([
      'One',
      [{ type: 'text', text: 'First.' }],
      'Two',
    ]);
  });
});

function tools(turn: object): readonly object[] {
  return 'tools' in turn && Array.isArray(turn.tools) ? turn.tools : [];
}

function isRequest(event: AgentEvent): event is Extract<AgentEvent, { readonly type: 'model_request' }> {
  return event.type === 'model_request';
}
