import { describe, expect, it } from 'vitest';
import { allPoints, deny, modify, notify } from '../../../src/entries/index.ts';
import { armament } from '../../../src/protocols/armament/armament.ts';
import { callAt, outcomeOf, readBoth, said, stdoutOf } from '../support.ts';

describe('the armament context', () => {
  it.each([
    ['pre:message', { prompt: 'Hello' }],
    ['post:message', { output: 'Hi' }],
    ['PreToolUse', { tool: 'shell', args: 'ls' }],
    ['PostToolUse', { tool: 'shell', args: 'ls', result: { stdout: 'a.txt', stderr: '' } }],
    ['pre:agent:spawn', { agent: 'sub-1', config: { model: 'small' } }],
    ['post:agent:complete', { agent: 'sub-1', result: 'done' }],
    ['pre:session:phase', { phase: 'review' }],
    ['post:session:phase', { phase: 'review' }],
    ['pre:git:write', { path: 'a.txt', content: 'one' }],
    ['post:git:write', { path: 'a.txt', content: 'one' }],
    ['pre:view:render', { view: 'main', data: { rows: 2 } }],
    ['UserPromptSubmit', { prompt: 'Tidy up' }],
  ])('of %s', (point, context) => {
    expect(armament.encode(callAt(point))).toEqual(context);
  });

  it('has the whole input as args where there is no command', () => {
    const tool_input = { file_path: 'a.txt' };
    expect(armament.encode(callAt('PreToolUse', { tool_name: 'Read', tool_input }))).toEqual({
      tool: 'Read',
      args: tool_input,
    });
  });
});

describe('an armament reply', () => {
  it.each([
    ['PreToolUse', {}, []],
    ['PreToolUse', { abort: true, reason: 'Destructive command' }, [deny('Destructive command')]],
    ['PreToolUse', { abort: true }, [deny()]],
    ['PreToolUse', { abort: false, reason: 'fine' }, []],
    ['PreToolUse', { modify: { args: 'pwd' } }, [modify({ command: 'pwd', description: 'List files' })]],
    ['PostToolUse', { modify: { result: 'redacted' } }, [modify('redacted')]],
    ['pre:message', { modify: { prompt: '[Project]\nHello' } }, [modify('[Project]\nHello')]],
    ['post:message', { modify: { output: '***' } }, [modify('***')]],
    ['pre:agent:spawn', { modify: { config: {} } }, [modify({})]],
    ['pre:git:write', { modify: { content: 'two' } }, [modify('two')]],
    ['pre:view:render', { modify: { data: null } }, [modify(null)]],
    ['pre:message', { abort: true, modify: { prompt: 'x' } }, [deny(), modify('x')]],
    [
      'PreToolUse',
      { modify: { tool: 'Read', args: 'pwd' } },
      [
        notify('modify of "tool" was dropped: only "args" can be modified here', 'warning'),
        modify({ command: 'pwd', description: 'List files' }),
      ],
    ],
    [
      'pre:message',
      { modify: { promt: 'x' } },
      [
        notify(
          'modify of "promt" was dropped: only "prompt" can be modified here, did you mean "prompt"?',
          'warning',
        ),
      ],
    ],
    [
      'pre:session:phase',
      { modify: { phase: 'x' } },
      [notify('modify of "phase" was dropped: nothing can be modified here', 'warning')],
    ],
  ])('at %s: %j', (point, reply, effects) => {
    expect(readBoth(armament, point, reply)).toEqual({ effects, failure: null, message: '' });
  });

  it.each([
    [{ abort: 'yes' }, 'unclear', [], 'abort "yes"'],
    [{ aborted: true }, 'unclear', [], 'aborted'],
    [{ Abort: true, reason: 'no' }, 'unclear', [deny('no')], 'did you mean "abort"?'],
    [{ decision: 'deny', reason: 'no' }, 'unclear', [deny('no')], 'decision'],
    [{ abort: true, modify: 'x' }, 'invalid', [deny()], 'modify "x" instead of an object'],
    [{ abort: true, reason: 7 }, 'invalid', [deny()], 'reason 7'],
    [{ modified: { args: 'x' } }, 'unclear', [], 'did you mean "modify"?'],
    ['abort', 'invalid', [], '"abort"'],
  ])('%j fails and says why', (reply, failure, effects, message) => {
    const read = readBoth(armament, 'PreToolUse', reply);
    expect(read).toMatchObject({ failure, effects });
    expect(read.message).toContain(message);
  });

  it('replaces the whole input by args where there is no command', () => {
    const call = callAt('PreToolUse', { tool_name: 'Read', tool_input: { file_path: 'a' } });
    const reply = { modify: { args: { file_path: 'b' } } };
    expect(outcomeOf(() => armament.readValue(reply, call)).effects).toEqual([modify({ file_path: 'b' })]);
  });

  it('aborts by exit code 2, with stderr as the reason unless the output gives one', () => {
    const stderr = 'not on a Friday\n';
    const said2 = (stdout: string) => stdoutOf(armament, 'PreToolUse', said(stdout, { exitCode: 2, stderr }));
    expect(said2('').effects).toEqual([deny('not on a Friday')]);
    expect(said2('no JSON').effects).toEqual([deny('not on a Friday')]);
    expect(said2('{"abort": true, "reason": "mine"}').effects).toEqual([deny('mine')]);
    expect(said2('{"abort": false}').effects).toEqual([deny('not on a Friday')]);
  });

  it('fails by another exit code', () => {
    expect(stdoutOf(armament, 'PreToolUse', said('', { exitCode: 3 })).failure).toBe('exit');
  });
});

it('armament has the rights of the table in seed 003', () => {
  const rights = allPoints().map((point) => [point.name, armament.rights(point)] as const);
  expect(Object.fromEntries(rights.filter(([, types]) => types.length > 0))).toEqual({
    PreToolUse: ['deny', 'modify'],
    PostToolUse: ['modify'],
    PostToolUseFailure: ['modify'],
    'pre:message': ['deny', 'modify'],
    'post:message': ['modify'],
    'pre:agent:spawn': ['deny', 'modify'],
    'pre:session:phase': ['deny'],
    'pre:git:write': ['deny', 'modify'],
    'pre:view:render': ['modify'],
  });
});
