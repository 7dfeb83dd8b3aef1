import { describe, expect, it } from 'vitest';
import { pointTable } from '../../../src/engine/points/points.ts';
import {
  allow,
  allPoints,
  ask,
  deny,
  halt,
  inject,
  modify,
  notify,
  resume,
  suppress,
} from '../../../src/entries/index.ts';
import { hookline } from '../../../src/protocols/hookline/hookline.ts';
import { callAt, outcomeOf, readBoth, said, stdoutOf } from '../support.ts';

describe('the hookline input', () => {
  it("is Claude Code's with MassGen's fields added", () => {
    const input = hookline.encode(
      callAt('PreToolUse', { orchestrator_id: 'o1', prompt_id: 'p1' }, { agent: 'agent1' }),
    );
    expect(input).toEqual({
      session_id: 'session-1',
      transcript_path: '/home/dev/.transcripts/session-1.jsonl',
      cwd: '/home/dev/project',
      prompt_id: 'p1',
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls', description: 'List files' },
      tool_use_id: 'call-1',
      hook_type: 'PreToolUse',
      orchestrator_id: 'o1',
      agent_id: 'agent1',
      timestamp: expect.stringMatching(/^\d{4}-.*\+00:00$/),
      tool_output: null,
    });
  });

  it('has the response of the tool both as it is and as text', () => {
    expect(hookline.encode(callAt('PostToolUse'))).toMatchObject({
      tool_response: { stdout: 'a.txt', stderr: '' },
      tool_output: 'a.txt',
      agent_id: null,
    });
  });

  it.each(Object.keys(pointTable))('at %s carries the fields of the point', (name) => {
    const call = callAt(name);
    const input = hookline.encode(call);
    for (const field of call.point.fields) {
      if (!field.endsWith('?')) expect(input).toHaveProperty([field]);
    }
    expect(input).toMatchObject({ hook_event_name: name, hook_type: name, session_id: 'session-1' });
  });
});

describe('a hookline reply', () => {
  it.each([
    ['PreToolUse', {}, []],
    ['PreToolUse', null, []],
    // decisions, in everybody's words
    ['PreToolUse', { decision: 'allow' }, []],
    ['PreToolUse', { decision: 'approve', reason: 'fine' }, [allow('fine')]],
    ['PreToolUse', { decision: 'deny', reason: 'no' }, [deny('no')]],
    ['PreToolUse', { decision: 'block', reason: 'no' }, [deny('no')]],
    ['PreToolUse', { decision: 'ask', reason: 'sure?' }, [ask('sure?')]],
    ['PreToolUse', { allowed: false, decision: 'allow', reason: 'no' }, [deny('no')]],
    ['PreToolUse', { abort: true, reason: 'no' }, [deny('no')]],
    ['PreToolUse', { hookSpecificOutput: { permissionDecision: 'allow' } }, [allow()]],
    [
      'PreToolUse',
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } },
      [deny()],
    ],
    ['PreToolUse', { type: 'deny', reason: 'no' }, [deny('no')]],
    ['PreToolUse', { type: 'result', decision: 'deny' }, [deny()]],
    ['PreToolUse', [{ type: 'inject', content: 'a' }, { type: 'allow' }], [inject('a'), allow()]],
    // what a refusal is at other points
    [
      'PostToolUse',
      { decision: 'block', reason: 'secret' },
      [suppress(), inject('secret', { into: 'tool_result' })],
    ],
    ['PostToolUse', { decision: 'deny' }, [suppress()]],
    [
      'PostToolUseFailure',
      { decision: 'block', reason: 'try x' },
      [suppress(), inject('try x', { into: 'tool_result' })],
    ],
    ['UserPromptSubmit', { decision: 'block', reason: 'no' }, [deny('no')]],
    ['Stop', { decision: 'block', reason: 'tests fail' }, [resume('tests fail')]],
    ['Stop', { allowed: false, reason: 'tests fail' }, [resume('tests fail')]],
    ['Stop', { continue: true }, [resume()]],
    ['TeammateIdle', { continue: false, reason: 'one more' }, [resume('one more')]],
    ['pre:git:write', { abort: true, reason: 'no' }, [deny('no')]],
    ['SessionStart', { decision: 'block', reason: 'no' }, [deny('no')]],
    ['Stop', { decision: 'approve' }, []],
    // the rest
    ['PreToolUse', { continue: false, stopReason: 'enough' }, [halt('enough')]],
    ['PermissionRequest', { continue: false }, [halt(), deny('interrupted by hook')]],
    ['PostToolUse', { suppressOutput: true }, [suppress()]],
    ['PreToolUse', { systemMessage: 'Remember' }, [inject('Remember')]],
    ['PreToolUse', { inject: { content: 'note' } }, [inject('note')]],
    [
      'PostToolUse',
      { inject: { content: 'note', strategy: 'tool_result' } },
      [inject('note', { into: 'tool_result' })],
    ],
    ['PreToolUse', { updated_input: { command: 'pwd' } }, [modify({ command: 'pwd' })]],
    [
      'PreToolUse',
      { hookSpecificOutput: { updatedInput: { command: 'pwd' } } },
      [modify({ command: 'pwd' })],
    ],
    ['PreToolUse', { modify: { args: 'pwd' } }, [modify({ command: 'pwd', description: 'List files' })]],
    ['PreToolUse', { modify: { tool_input: { command: 'pwd' } } }, [modify({ command: 'pwd' })]],
    ['pre:message', { modify: { prompt: 'x' } }, [modify('x')]],
    ['PostToolUse', { hookSpecificOutput: { updatedToolOutput: 'x' } }, [modify('x')]],
    ['PreCompact', { hookSpecificOutput: { custom_instructions: 'short' } }, [modify('short')]],
    ['PreToolUse', { hook_errors: ['slow'] }, [notify('slow', 'warning')]],
  ])('at %s: %j', (point, reply, effects) => {
    expect(readBoth(hookline, point, reply)).toEqual({ effects, failure: null, message: '' });
  });

  it.each([
    [{ decision: 'Deny' }, 'unclear', [], 'did you mean "deny"?'],
    [{ decision: 'reject' }, 'unclear', [], '"reject"'],
    [{ type: 'Deny' }, 'unclear', [], 'Deny'],
    [{ type: 'deny', decision: 'allow', reason: 'no' }, 'unclear', [deny('no')], 'in one object'],
    [{ type: 'allow', decision: 'deny' }, 'unclear', [deny()], 'in one object'],
    [{ hookSpecificOutput: { decision: 'deny' } }, 'unclear', [deny()], 'has no behavior'],
    [{ suppress: true }, 'unclear', [], 'suppress'],
    [{ Decision: 'deny' }, 'unclear', [deny()], 'did you mean "decision"?'],
    [{ deciison: 'deny' }, 'unclear', [deny()], 'did you mean "decision"?'],
    [{ descision: 'deny' }, 'unclear', [deny()], 'did you mean "decision"?'],
    [{ permisionDecison: 'deny' }, 'unclear', [deny()], 'permisionDecison'],
    [{ 'permission-decision': 'deny' }, 'unclear', [deny()], 'in hookSpecificOutput'],
    [{ async: true, decision: 'deny' }, 'invalid', [deny()], 'beside a decision'],
    [{ denied: true }, 'unclear', [], 'denied'],
    [{ decision: 'deny', updated_input: 5 }, 'invalid', [deny()], 'updated_input 5'],
    [{ hookSpecificOutput: { hookEventName: 'Stop', permissionDecision: 'allow' } }, 'invalid', [], 'Stop'],
    [[{ decision: 'deny', reason: 'no' }], 'invalid', [deny('no')], 'a list'],
    [[{ type: 'deny' }, { type: 'inject' }], 'invalid', [deny()], 'content'],
    [true, 'invalid', [], 'true instead of an object'],
  ])('%j fails and says why', (reply, failure, effects, message) => {
    const read = readBoth(hookline, 'PreToolUse', reply);
    expect(read).toMatchObject({ failure, effects });
    expect(read.message).toContain(message);
  });

  it.each(['region', 'about', 'precision', 'revision', 'version', 'context', 'content', 'injected', 'model'])(
    'may carry %s, which only looks a little like a field',
    (name) => {
      expect(readBoth(hookline, 'PreToolUse', { decision: 'allow', [name]: 'x' })).toEqual({
        effects: [],
        failure: null,
        message: '',
      });
    },
  );

  it('may be the input itself, echoed with a decision added', () => {
    for (const { name } of allPoints()) {
      const call = callAt(name);
      const { reason: _, ...echo } = hookline.encode(call);
      expect(outcomeOf(() => hookline.readValue({ ...echo, decision: 'allow' }, call))).toMatchObject({
        failure: null,
      });
    }
  });

  it('may announce a second run', () => {
    const reply = outcomeOf(() => hookline.readValue({ async: true, asyncTimeout: 5 }, callAt('Stop')));
    expect(reply.effects).toEqual({ async: true, asyncTimeout: 5 });
  });
});

describe('a hookline process', () => {
  const blocked = said('', { exitCode: 2, stderr: 'not here\n' });

  it.each([
    ['PreToolUse', [deny('not here')]],
    ['UserPromptSubmit', [deny('not here')]],
    ['Stop', [resume('not here')]],
    ['TeammateIdle', [resume('not here')]],
    ['TaskCompleted', [deny('not here')]],
    ['PostToolUse', [suppress(), inject('not here', { into: 'tool_result' })]],
    ['PostToolUseFailure', [suppress(), inject('not here', { into: 'tool_result' })]],
    ['SessionStart', [deny('not here')]],
  ])('at %s refuses by exit code 2, with standard error as the reason', (point, effects) => {
    expect(stdoutOf(hookline, point, blocked)).toEqual({ effects, failure: null, message: '' });
  });

  it('has no reason without standard error', () => {
    expect(stdoutOf(hookline, 'PreToolUse', said('', { exitCode: 2 })).effects).toEqual([deny()]);
  });

  it('cannot lift exit code 2 by what it writes, but can give the reason and more', () => {
    const with2 = (stdout: string) =>
      stdoutOf(hookline, 'PreToolUse', said(stdout, { exitCode: 2, stderr: 'no' })).effects;
    expect(with2('{"hookSpecificOutput":{"permissionDecision":"allow"}}')).toEqual([deny('no')]);
    expect(with2('{"decision":"deny","reason":"because"}')).toEqual([deny('because')]);
    expect(with2('{"systemMessage":"note"}')).toEqual([deny('no'), inject('note')]);
    expect(with2('not json')).toEqual([deny('no')]);
    expect(with2('{"async":true}')).toEqual([deny('no')]);
  });

  it('fails by any other code, but what holds back still counts', () => {
    expect(
      stdoutOf(hookline, 'PreToolUse', said('{"decision":"ask"}', { exitCode: 1, stderr: 'oops' })),
    ).toEqual({ effects: [ask()], failure: 'exit', message: 'exited with code 1: oops' });
    expect(stdoutOf(hookline, 'PreToolUse', said('{"decision":"approve"}', { exitCode: 1 })).effects).toEqual(
      [],
    );
  });

  it('may not write plain text', () => {
    expect(stdoutOf(hookline, 'SessionStart', said('Welcome'))).toMatchObject({
      effects: [],
      failure: 'invalid',
      message: 'answered text that is not one JSON value: "Welcome"',
    });
  });
});

it('hookline has every right that the point admits', () => {
  for (const point of allPoints()) expect(hookline.rights(point)).toEqual(point.admits);
});
