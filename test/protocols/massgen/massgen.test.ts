import { describe, expect, it } from 'vitest';
import { allPoints, ask, deny, inject, modify, notify } from '../../../src/entries/index.ts';
import { massgen } from '../../../src/protocols/massgen/massgen.ts';
import { callAt, outcomeOf, readBoth, said, stdoutOf } from '../support.ts';

describe('the massgen input', () => {
  it('has exactly the fields of a HookEvent, in their order', () => {
    const event = massgen.encode(callAt('PreToolUse', { orchestrator_id: 'o1' }, { agent: 'agent1' }));
    expect(Object.keys(event)).toEqual([
      'hook_type',
      'session_id',
      'orchestrator_id',
      'agent_id',
      'timestamp',
      'tool_name',
      'tool_input',
      'tool_output',
    ]);
    expect(event).toMatchObject({
      hook_type: 'PreToolUse',
      session_id: 'session-1',
      orchestrator_id: 'o1',
      agent_id: 'agent1',
      tool_name: 'Bash',
      tool_input: { command: 'ls', description: 'List files' },
      tool_output: null,
    });
  });

  it('has an ISO timestamp in UTC, as Python writes it', () => {
    const { timestamp } = massgen.encode(callAt('PreToolUse'));
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    expect(Math.abs(Date.now() - Date.parse(String(timestamp)))).toBeLessThan(60_000);
  });

  it('keeps the timestamp of a host that gave one, and sends other points without a tool', () => {
    const timestamp = '2026-01-05T09:30:00+00:00';
    expect(massgen.encode(callAt('Stop', { timestamp }))).toMatchObject({
      hook_type: 'Stop',
      timestamp,
      tool_name: '',
      tool_input: {},
      tool_output: null,
    });
  });

  it('has a null agent without one, and with every scope', () => {
    expect(massgen.encode(callAt('PreToolUse'))).toMatchObject({ agent_id: null, orchestrator_id: '' });
    expect(massgen.encode(callAt('PreToolUse', {}, { agent: '*' }))).toMatchObject({ agent_id: null });
  });

  it.each([
    ['text', 'a.txt', 'a.txt'],
    ['an object', { rows: 3 }, '{"rows":3}'],
    ['what a shell wrote', { stdout: 'a.txt\n', stderr: 'b' }, 'a.txt\nb'],
    [
      'text blocks of an MCP server',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      'a\nb',
    ],
    ['other blocks', [{ type: 'image', data: '…' }], '[{"type":"image","data":"…"}]'],
    ['nothing', null, ''],
    ['an empty list', [], '[]'],
    ['what JSON cannot carry', 5n, '5'],
  ])('gives a response that is %s as text', (_, tool_response, text) => {
    expect(massgen.encode(callAt('PostToolUse', { tool_response }))).toMatchObject({ tool_output: text });
  });
});

describe('a massgen result', () => {
  it.each([
    [{}, []],
    [{ decision: 'allow' }, []],
    [{ allowed: true, decision: 'allow', reason: null, updated_input: null, inject: null, metadata: {} }, []],
    [{ decision: 'deny', reason: 'no' }, [deny('no')]],
    [{ decision: 'deny' }, [deny()]],
    [{ allowed: false }, [deny()]],
    [{ allowed: false, decision: 'allow', reason: 'no' }, [deny('no')]],
    [{ allowed: false, decision: 'ask' }, [deny()]],
    [{ allowed: false, metadata: { reason: 'legacy' } }, [deny('legacy')]],
    [{ decision: 'ask', reason: 'sure?' }, [ask('sure?')]],
    [{ updated_input: { command: 'pwd' } }, [modify({ command: 'pwd' })]],
    [{ updated_input: {} }, [modify({})]],
    [{ modified_args: '{"command":"pwd"}', updated_input: { command: 'no' } }, [modify({ command: 'pwd' })]],
    [{ inject: { content: 'note' } }, [inject('note', { into: 'tool_result' })]],
    [{ inject: { content: 'note', strategy: 'user_message' } }, [inject('note', { into: 'user_message' })]],
    [{ inject: { content: '' } }, []],
    [{ hook_errors: ['slow disk'] }, [notify('slow disk', 'warning')]],
    [{ hook_name: 'h', hook_type: 'PreToolUse', execution_time_ms: 3, executed_hooks: [] }, []],
    [{ decision: 'allow', confidence: 0.9 }, []],
  ])('%j asks for the right effects', (result, effects) => {
    expect(readBoth(massgen, 'PreToolUse', result)).toEqual({ effects, failure: null, message: '' });
  });

  it.each([
    [{ decision: 'DENY' }, 'unclear', [], 'did you mean "deny"?'],
    [{ decision: 'block' }, 'unclear', [deny()], 'instead of one of allow, deny, ask'],
    [{ decision: 'approve' }, 'unclear', [], 'approve'],
    [{ decision: 1 }, 'unclear', [], 'decision 1'],
    [{ decision: ['deny'] }, 'unclear', [], 'a list'],
    [{ allowed: 'false' }, 'unclear', [], 'instead of true or false'],
    [{ allow: false }, 'unclear', [], 'allow'],
    [{ decison: 'deny', reason: 'no' }, 'unclear', [deny('no')], 'did you mean "decision"?'],
    [{ permission_decision: 'deny' }, 'unclear', [deny()], 'permission_decision'],
    [{ hookSpecificOutput: { permissionDecision: 'deny' } }, 'unclear', [deny()], 'hookSpecificOutput'],
    [{ hookSpecificOutput: { decision: { behavior: 'deny' } } }, 'unclear', [deny()], 'hookSpecificOutput'],
    [{ abort: true, reason: 'no' }, 'unclear', [deny('no')], 'abort'],
    [{ continue: false }, 'unclear', [], 'continue'],
    [{ decision: 'deny', reason: 5 }, 'invalid', [deny()], 'reason 5 instead of text'],
    [{ decision: 'deny', updated_input: 'x' }, 'invalid', [deny()], 'updated_input "x" instead of an object'],
    [{ updated_input: [1] }, 'invalid', [], 'updated_input a list'],
    [{ updatedInput: { a: 1 } }, 'unclear', [], 'did you mean "updated_input"?'],
    [{ modified_args: '[1]' }, 'invalid', [], 'modified_args'],
    [{ modified_args: 'ls' }, 'invalid', [], 'modified_args'],
    [{ inject: 'note' }, 'invalid', [], 'inject "note" instead of an object'],
    [{ inject: { content: 'a', strategy: 'toolresult' } }, 'invalid', [], 'did you mean "tool_result"?'],
    [[{ decision: 'deny' }], 'invalid', [deny()], 'a list instead of an object'],
    ['deny', 'invalid', [], '"deny" instead of an object'],
    [42, 'invalid', [], '42'],
  ])('%j fails and says why', (result, failure, effects, message) => {
    const read = readBoth(massgen, 'PreToolUse', result);
    expect(read).toMatchObject({ failure, effects });
    expect(read.message).toContain(message);
  });

  it('replaces the output after the tool ran, and nothing before', () => {
    const result = { updated_output: 'hidden' };
    expect(readBoth(massgen, 'PostToolUse', result).effects).toEqual([modify('hidden')]);
    const message = 'updated_output was dropped: PreToolUse has no output to replace';
    expect(readBoth(massgen, 'PreToolUse', result).effects).toEqual([notify(message, 'warning')]);
    // Of a guard nobody knows then what it decides.
    expect(
      outcomeOf(() => massgen.readValue(result, callAt('PreToolUse', {}, { guard: true }))),
    ).toMatchObject({
      failure: 'unclear',
      message,
    });
  });

  it('cannot replace the input after the tool ran', () => {
    expect(readBoth(massgen, 'PostToolUse', { updated_input: { command: 'x' } }).effects).toEqual([
      notify('updated_input was dropped: PostToolUse has no tool_input to replace', 'warning'),
    ]);
  });
});

describe('a massgen process', () => {
  it('that says nothing asks for nothing', () => {
    expect(stdoutOf(massgen, 'PreToolUse', said(' \r\n'))).toMatchObject({ effects: [], failure: null });
  });

  it('fails open when it exits with any other code than 0, 2 included', () => {
    const read = stdoutOf(massgen, 'PreToolUse', said('', { exitCode: 2, stderr: 'boom\nmore' }));
    expect(read).toEqual({ effects: [], failure: 'exit', message: 'exited with code 2: boom' });
  });

  it('is missing when the shell could not run or find it', () => {
    for (const exitCode of [126, 127]) {
      expect(stdoutOf(massgen, 'PreToolUse', said('', { exitCode })).failure).toBe('missing');
    }
  });

  it('that was ended by a signal says so', () => {
    expect(stdoutOf(massgen, 'PreToolUse', said('', { exitCode: null, signal: 'SIGKILL' }))).toMatchObject({
      failure: 'exit',
      message: 'was ended by SIGKILL',
    });
    expect(stdoutOf(massgen, 'PreToolUse', said('', { exitCode: null })).message).toBe('was ended');
  });

  it('denies all the same if its output did', () => {
    const output = said('{"decision":"deny","reason":"no"}', { exitCode: 1 });
    expect(stdoutOf(massgen, 'PreToolUse', output)).toMatchObject({ effects: [deny('no')], failure: 'exit' });
  });
});

it('massgen has rights at its two events, and where a tool failed those after a tool', () => {
  const rights = allPoints().map((point) => [point.name, massgen.rights(point)] as const);
  expect(rights.filter(([, types]) => types.length > 0)).toEqual([
    ['PreToolUse', ['deny', 'ask', 'modify']],
    ['PostToolUse', ['modify', 'inject']],
    ['PostToolUseFailure', ['modify', 'inject']],
  ]);
});
