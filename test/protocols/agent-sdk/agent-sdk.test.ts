import { describe, expect, it } from 'vitest';
import { type Effect, endChain } from '../../../src/engine/outcome/effects.ts';
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
import { agentSdk } from '../../../src/protocols/agent-sdk/agent-sdk.ts';
import { callAt, outcomeOf, readBoth, said, stdoutOf } from '../support.ts';

const base = ['session_id', 'transcript_path', 'cwd', 'permission_mode', 'hook_event_name'];

/** Seed 001, section 3; PermissionRequest after its specification 06. */
const fields: readonly (readonly [string, readonly string[]])[] = [
  ['PreToolUse', ['tool_name', 'tool_input', 'tool_use_id']],
  ['PostToolUse', ['tool_name', 'tool_input', 'tool_response', 'tool_use_id']],
  ['PostToolUseFailure', ['tool_name', 'tool_input', 'tool_use_id', 'error', 'is_interrupt']],
  ['SessionStart', ['source', 'agent_type', 'model']],
  ['SessionEnd', ['reason']],
  ['Stop', ['stop_hook_active']],
  ['SubagentStart', ['agent_id', 'agent_type']],
  ['SubagentStop', ['stop_hook_active', 'agent_id', 'agent_transcript_path', 'agent_type']],
  ['PreCompact', ['trigger', 'custom_instructions']],
  ['Notification', ['message', 'title', 'notification_type']],
  ['UserPromptSubmit', ['prompt']],
  ['Setup', ['trigger']],
  ['TaskCompleted', ['task_id', 'task_subject', 'task_description', 'teammate_name', 'team_name']],
  ['TeammateIdle', ['teammate_name', 'team_name']],
  ['PermissionRequest', ['tool_name', 'tool_input', 'permission_suggestions']],
];

describe('the agent-sdk input', () => {
  it.each(fields)('of %s has exactly the fields of the seed', (event, own) => {
    const input = agentSdk.encode(callAt(event, { orchestrator_id: 'not on this wire', extra: 1 }));
    expect(Object.keys(input)).toEqual([...base, ...own]);
    expect(input['hook_event_name']).toBe(event);
  });

  it('leaves out the fields that may be absent', () => {
    const call = callAt('Notification', { title: undefined, permission_mode: undefined });
    expect(Object.keys(agentSdk.encode(call))).toEqual([
      'session_id',
      'transcript_path',
      'cwd',
      'hook_event_name',
      'message',
      'notification_type',
    ]);
  });

  it('takes the id of the tool call from the firing where the input has none', () => {
    const call = callAt('PreToolUse', { tool_use_id: undefined }, { toolUseId: 'call-9' });
    expect(agentSdk.encode(call)).toMatchObject({ tool_use_id: 'call-9' });
    expect(agentSdk.encode(callAt('PreToolUse', { tool_use_id: undefined }))).toMatchObject({
      tool_use_id: '',
    });
  });
});

const specific = (hookEventName: string, more: object): object => ({
  hookSpecificOutput: { hookEventName, ...more },
});

describe('an agent-sdk output', () => {
  it.each<readonly [string, object, readonly Effect[]]>([
    ['PreToolUse', {}, []],
    ['PreToolUse', { continue: true, suppressOutput: true }, [suppress()]],
    ['PreToolUse', { decision: 'approve', reason: 'fine' }, [allow('fine')]],
    ['PreToolUse', { decision: 'allow' }, [allow()]],
    ['PreToolUse', { decision: 'block', reason: 'no' }, [deny('no')]],
    ['PreToolUse', { decision: 'deny', reason: 'no' }, [deny('no')]],
    ['PreToolUse', specific('PreToolUse', { permissionDecision: 'allow' }), [allow()]],
    [
      'PreToolUse',
      specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
      [deny('no')],
    ],
    ['PreToolUse', { reason: 'why', ...specific('PreToolUse', { permissionDecision: 'ask' }) }, [ask('why')]],
    [
      'PreToolUse',
      specific('PreToolUse', { updatedInput: { command: 'pwd' }, additionalContext: 'note' }),
      [modify({ command: 'pwd' }), inject('note')],
    ],
    ['PreToolUse', { systemMessage: 'Remember' }, [inject('Remember')]],
    ['PreToolUse', { continue: false, stopReason: 'enough' }, [endChain('enough')]],
    ['PostToolUse', { continue: false }, [endChain()]],
    [
      'PreToolUse',
      { decision: 'approve', ...specific('PreToolUse', { permissionDecision: 'deny' }) },
      [allow(), deny()],
    ],
    ['PostToolUse', { suppressOutput: true }, [suppress()]],
    ['PostToolUse', { suppressOutput: false }, []],
    [
      'PostToolUse',
      specific('PostToolUse', { updatedMCPToolOutput: [1], additionalContext: 'note' }),
      [modify([1]), inject('note')],
    ],
    ['PostToolUse', { decision: 'block', reason: 'no' }, [deny('no')]],
    ['PostToolUseFailure', specific('PostToolUseFailure', { additionalContext: 'note' }), [inject('note')]],
    ['SessionStart', specific('SessionStart', { additionalContext: 'note' }), [inject('note')]],
    ['SubagentStart', specific('SubagentStart', { additionalContext: 'note' }), [inject('note')]],
    ['Setup', specific('Setup', { additionalContext: 'note' }), [inject('note')]],
    ['Notification', specific('Notification', { additionalContext: 'note' }), [inject('note')]],
    ['UserPromptSubmit', { decision: 'block', reason: 'no' }, [deny('no')]],
    ['UserPromptSubmit', { decision: 'approve' }, []],
    ['Stop', {}, []],
    ['Stop', { continue: true, reason: 'go on' }, [resume('go on')]],
    ['Stop', { decision: 'block', reason: 'tests fail' }, [resume('tests fail')]],
    ['Stop', { decision: 'approve' }, []],
    ['Stop', { continue: false, stopReason: 'done' }, [halt('done')]],
    ['SubagentStop', { continue: true }, [resume()]],
    ['SubagentStop', { decision: 'block' }, [resume()]],
    ['PreCompact', specific('PreCompact', { custom_instructions: 'short' }), [modify('short')]],
    ['PreCompact', specific('PreCompact', { customInstructions: 'short' }), [modify('short')]],
    ['TeammateIdle', { continue: false, reason: 'one more' }, [resume('one more')]],
    ['TeammateIdle', { continue: false }, [halt()]],
    ['TeammateIdle', { continue: true }, []],
    ['TaskCompleted', { continue: false, reason: 'no tests' }, [deny('no tests')]],
    ['TaskCompleted', { continue: false, stopReason: 'no tests' }, [deny('no tests')]],
    ['PermissionRequest', { decision: 'approve' }, [allow()]],
    ['PermissionRequest', { continue: false }, [halt(), deny('interrupted by hook')]],
    ['PermissionRequest', { decision: 'deny', continue: false, reason: 'no' }, [deny('no'), halt('no')]],
    [
      'PermissionRequest',
      specific('PermissionRequest', { decision: { behavior: 'allow', updatedInput: { command: 'pwd' } } }),
      [allow(), modify({ command: 'pwd' })],
    ],
    [
      'PermissionRequest',
      specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no', interrupt: true } }),
      [deny('no'), halt('no')],
    ],
  ])('at %s: %j', (event, output, effects) => {
    expect(readBoth(agentSdk, event, output)).toEqual({ effects, failure: null, message: '' });
  });

  it.each([
    ['PreToolUse', { decision: 'DENY' }, 'unclear', [], 'did you mean "deny"?'],
    ['PreToolUse', { decision: 'ask' }, 'unclear', [ask()], '"ask"'],
    ['PreToolUse', { decision: true }, 'unclear', [], 'decision true'],
    ['PreToolUse', { continue: 'false' }, 'unclear', [], 'continue "false"'],
    ['PreToolUse', specific('PreToolUse', { permissionDecision: 'maybe' }), 'unclear', [], '"maybe"'],
    ['PreToolUse', specific('PreToolUse', { permissionDecision: 'defer' }), 'unclear', [], '"defer"'],
    [
      'PreToolUse',
      specific('PreToolUse', { permissiondecision: 'deny' }),
      'unclear',
      [deny()],
      'did you mean',
    ],
    ['PreToolUse', { permissionDecision: 'deny' }, 'unclear', [deny()], 'in hookSpecificOutput'],
    ['PreToolUse', { allowed: false }, 'unclear', [deny()], 'allowed'],
    [
      'PreToolUse',
      specific('PostToolUse', { permissionDecision: 'deny' }),
      'invalid',
      [deny()],
      'hookEventName "PostToolUse" instead of "PreToolUse"',
    ],
    ['PreToolUse', specific('PostToolUse', { permissionDecision: 'allow' }), 'invalid', [], 'PostToolUse'],
    [
      'PreToolUse',
      { hookSpecificOutput: { permissionDecision: 'deny' } },
      'invalid',
      [deny()],
      'without hookEventName',
    ],
    ['PreToolUse', { hookSpecificOutput: 'deny' }, 'unclear', [deny()], 'instead of an object'],
    [
      'PreToolUse',
      { updatedInput: { a: 1 } },
      'unclear',
      [],
      'instead of updatedInput in hookSpecificOutput',
    ],
    ['PreToolUse', { additional_context: 'x' }, 'unclear', [], 'instead of additionalContext'],
    ['PreToolUse', { systemMesage: 'x' }, 'unclear', [], 'did you mean "systemMessage"?'],
    ['PreToolUse', specific('PreToolUse', { updatedInput: 'ls' }), 'invalid', [], 'updatedInput "ls"'],
    ['PreToolUse', { decision: 'block', systemMessage: 5 }, 'invalid', [deny()], 'systemMessage 5'],
    ['PreToolUse', { continue: false, stopReason: {} }, 'invalid', [halt()], 'stopReason'],
    [
      'PermissionRequest',
      specific('PermissionRequest', { decision: { behavior: 'maybe' } }),
      'unclear',
      [],
      'behavior "maybe"',
    ],
    [
      'PermissionRequest',
      specific('PermissionRequest', { decision: {} }),
      'unclear',
      [],
      'without a behavior',
    ],
    ['PermissionRequest', specific('PermissionRequest', { decision: 'allow' }), 'unclear', [], 'no behavior'],
    ['PreToolUse', { async: 'true' }, 'invalid', [], 'async'],
    ['PreToolUse', { async: true, asyncTimeout: '5' }, 'invalid', [], 'asyncTimeout'],
    ['PreToolUse', { async: true, decision: 'block' }, 'invalid', [deny()], 'beside a decision'],
  ])('at %s %j fails and says why', (event, output, failure, effects, message) => {
    const read = readBoth(agentSdk, event, output);
    expect(read).toMatchObject({ failure, effects });
    expect(read.message).toContain(message);
  });

  it('may announce a second run', () => {
    const read = (value: unknown) => outcomeOf(() => agentSdk.readValue(value, callAt('PreToolUse'))).effects;
    expect(read({ async: true, asyncTimeout: 60 })).toEqual({ async: true, asyncTimeout: 60 });
    expect(read({ async: true })).toEqual({ async: true });
    expect(read({ async: true, asyncTimeout: 0 })).toEqual({ async: true });
    expect(read({ async: false })).toEqual([]);
  });

  it('cannot replace what the event does not have', () => {
    expect(
      readBoth(agentSdk, 'PostToolUse', specific('PostToolUse', { updatedInput: { command: 'x' } })).effects,
    ).toEqual([notify('updatedInput was dropped: PostToolUse has no tool_input to replace', 'warning')]);
  });
});

describe('an agent-sdk process', () => {
  it('gives exit code 2 no meaning, but its deny counts', () => {
    expect(stdoutOf(agentSdk, 'PreToolUse', said('', { exitCode: 2, stderr: 'no' }))).toEqual({
      effects: [],
      failure: 'exit',
      message: 'exited with code 2: no',
    });
    expect(stdoutOf(agentSdk, 'PreToolUse', said('{"decision":"block"}', { exitCode: 2 }))).toMatchObject({
      effects: [deny()],
      failure: 'exit',
    });
  });

  it('does not grant by an output beside a bad exit code', () => {
    const output = said('{"decision":"approve"}', { exitCode: 1 });
    expect(stdoutOf(agentSdk, 'PreToolUse', output)).toMatchObject({ effects: [], failure: 'exit' });
  });
});

it('agent-sdk has no rights beyond its events and what they admit', () => {
  for (const point of allPoints()) {
    const rights = agentSdk.rights(point);
    expect(rights.filter((type) => !point.admits.includes(type))).toEqual([]);
    expect(rights.length > 0).toBe(
      fields.some(([event]) => event === point.name) && point.name !== 'SessionEnd',
    );
  }
});
