import { describe, expect, it } from 'vitest';
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
} from '../../../src/entries/index.ts';
import { claudeCode } from '../../../src/protocols/claude-code/claude-code.ts';
import { callAt, outcomeOf, readBoth, said, stdoutOf } from '../support.ts';

/** A resume that counts rounds as the product does. */
const block = (reason?: string) => ({ ...resume(reason), countsUntilTool: true });

describe('the claude-code input', () => {
  const subagent = {
    effort: { level: 'medium' },
    agent_type: 'explore',
    agent_id: 'sub-1',
    prompt_id: 'p1',
  };

  it.each([
    [
      'PreToolUse',
      { ...subagent, mcp_server: { name: 'fake' } },
      'prompt_id permission_mode agent_id agent_type effort hook_event_name tool_name tool_input tool_use_id mcp_server',
    ],
    [
      'PostToolUse',
      { mcp_server: { name: 'fake' }, duration_ms: 3, prompt_id: 'p1' },
      'prompt_id permission_mode hook_event_name tool_name tool_input tool_response tool_use_id duration_ms mcp_server',
    ],
    [
      'PostToolUseFailure',
      { duration_ms: 3 },
      'permission_mode hook_event_name tool_name tool_input tool_use_id error is_interrupt duration_ms',
    ],
    [
      'PermissionRequest',
      { tool_use_id: 'call-1' },
      'permission_mode hook_event_name tool_name tool_input permission_suggestions',
    ],
    ['SessionStart', { agent_type: undefined }, 'hook_event_name source model'],
    ['SessionEnd', { prompt_id: 'p1' }, 'prompt_id hook_event_name reason'],
    ['Setup', {}, 'hook_event_name trigger'],
    ['PreCompact', { prompt_id: 'p1' }, 'prompt_id hook_event_name trigger custom_instructions'],
    ['SubagentStart', {}, 'agent_id agent_type hook_event_name'],
    [
      'SubagentStop',
      { session_crons: [], background_tasks: [], last_assistant_message: 'done' },
      'permission_mode agent_id agent_type hook_event_name stop_hook_active agent_transcript_path last_assistant_message background_tasks session_crons',
    ],
    [
      'Stop',
      { last_assistant_message: 'done', background_tasks: [], session_crons: [] },
      'permission_mode hook_event_name stop_hook_active last_assistant_message background_tasks session_crons',
    ],
    ['UserPromptSubmit', {}, 'permission_mode hook_event_name prompt'],
    ['UserPromptSubmit', { brand_new: 1 }, 'permission_mode hook_event_name prompt brand_new'],
  ])('of %s with %j has the observed fields in the observed order', (event, more, fields) => {
    expect(Object.keys(claudeCode.encode(callAt(event, more)))).toEqual([
      'session_id',
      'transcript_path',
      'cwd',
      ...fields.split(' '),
    ]);
  });
});

const specific = (hookEventName: string, more: object): object => ({
  hookSpecificOutput: { hookEventName, ...more },
});

describe('a claude-code output', () => {
  it.each([
    ['PreToolUse', {}, []],
    ['PreToolUse', { continue: true, suppressOutput: true }, []],
    ['PreToolUse', { decision: 'approve' }, [allow()]],
    ['PreToolUse', { decision: 'block', reason: 'no' }, [deny('no')]],
    ['PreToolUse', specific('PreToolUse', { permissionDecision: 'allow' }), [allow()]],
    [
      'PreToolUse',
      specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
      [deny('no')],
    ],
    ['PreToolUse', specific('PreToolUse', { permissionDecision: 'ask' }), [ask()]],
    [
      'PreToolUse',
      specific('PreToolUse', { updatedInput: { command: 'pwd' } }),
      [modify({ command: 'pwd' })],
    ],
    ['PreToolUse', specific('PreToolUse', { additionalContext: 'note' }), [inject('note')]],
    ['PreToolUse', { systemMessage: 'look' }, [notify('look')]],
    ['PreToolUse', { continue: false, stopReason: 'enough' }, [halt('enough')]],
    ['PreToolUse', { continue: true, additionalContext: 'at the top level', whatever: 1 }, []],
    ['PreToolUse', specific('PreToolUse', { whatever: 1 }), []],
    ['PreToolUse', { async: true, asyncTimeout: 5000 }, []],
    ['PostToolUse', { decision: 'block', reason: 'lint fails' }, [inject('lint fails')]],
    ['PostToolUse', { suppressOutput: true }, []],
    ['PostToolUse', specific('PostToolUse', { permissionDecision: 'maybe' }), []],
    ['PreToolUse', specific('PreToolUse', { decision: 'whatever' }), []],
    ['PostToolUse', specific('PostToolUse', { updatedToolOutput: 'x' }), [modify('x')]],
    ['PostToolUseFailure', { decision: 'block', reason: 'try x' }, [inject('try x')]],
    ['UserPromptSubmit', { decision: 'block', reason: 'no' }, [deny('no')]],
    ['UserPromptSubmit', specific('UserPromptSubmit', { additionalContext: 'note' }), [inject('note')]],
    ['SessionStart', specific('SessionStart', { additionalContext: 'note' }), [inject('note')]],
    ['Stop', { continue: true }, []],
    ['Stop', { decision: 'block', reason: 'tests fail' }, [block('tests fail')]],
    ['Stop', { decision: 'approve' }, []],
    ['Stop', specific('Stop', { additionalContext: 'one more' }), [inject('one more'), resume()]],
    ['SubagentStop', { decision: 'block' }, [block()]],
    ['PreCompact', { decision: 'block', systemMessage: 'unheard', continue: false }, [deny()]],
    ['Notification', { systemMessage: 'unheard' }, []],
    ['TaskCompleted', { decision: 'block', reason: 'no' }, [deny('no')]],
    [
      'PermissionRequest',
      specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no', interrupt: true } }),
      [deny('no'), halt('no')],
    ],
    [
      'PermissionRequest',
      specific('PermissionRequest', { decision: { behavior: 'allow', updatedInput: { command: 'pwd' } } }),
      [allow(), modify({ command: 'pwd' })],
    ],
    ['PermissionRequest', { decision: 'approve' }, []],
  ])('at %s: %j', (event, output, effects) => {
    expect(readBoth(claudeCode, event, output)).toEqual({ effects, failure: null, message: '' });
  });

  it('replaces the output of MCP tools by the older field too, and the newer one wins', () => {
    const call = callAt('PostToolUse', { tool_name: 'mcp__fake__echo' });
    const read = (more: object) =>
      outcomeOf(() => claudeCode.readValue(specific('PostToolUse', more), call)).effects;
    expect(read({ updatedMCPToolOutput: 'old' })).toEqual([modify('old')]);
    expect(read({ updatedMCPToolOutput: 'old', updatedToolOutput: 'new' })).toEqual([
      modify('old'),
      modify('new'),
    ]);
    expect(
      readBoth(claudeCode, 'PostToolUse', specific('PostToolUse', { updatedMCPToolOutput: 'x' })).effects,
    ).toEqual([notify('updatedMCPToolOutput was dropped: it is for the tools of MCP servers', 'warning')]);
  });

  it.each([
    [{ decision: 'deny', reason: 'no' }, 'unclear', [deny('no')], 'instead of one of approve, block'],
    [{ decision: 'allow' }, 'unclear', [], '"allow"'],
    [specific('PreToolUse', { permissionDecision: 'maybe' }), 'unclear', [], '"maybe"'],
    [specific('PreToolUse', { permissionDecision: 'defer' }), 'unclear', [], '"defer"'],
    [specific('PreToolUse', { permissionDecision: 'DENY' }), 'unclear', [], 'did you mean "deny"?'],
    [{ continue: 0 }, 'unclear', [], 'continue 0'],
    [{ hookSpecificOutput: { permissionDecision: 'deny' } }, 'invalid', [deny()], 'without hookEventName'],
    [specific('Stop', { permissionDecision: 'deny' }), 'invalid', [deny()], 'hookEventName "Stop"'],
    [{ async: true, decision: 'block' }, 'invalid', [deny()], 'beside a decision'],
    [{ systemMessage: 1 }, 'invalid', [], 'systemMessage 1'],
  ])('%j fails and says why', (output, failure, effects, message) => {
    const read = readBoth(claudeCode, 'PreToolUse', output);
    expect(read).toMatchObject({ failure, effects });
    expect(read.message).toContain(message);
  });

  it('that was not written has to be an object', () => {
    const read = (value: unknown) => outcomeOf(() => claudeCode.readValue(value, callAt('SessionStart')));
    expect(read('text')).toMatchObject({ failure: 'invalid', effects: [] });
    expect(read([])).toMatchObject({ failure: 'invalid' });
    expect(read(undefined)).toMatchObject({ failure: null, effects: [] });
  });
});

describe('a claude-code process', () => {
  const exit2 = said('', { exitCode: 2, stderr: 'not here\n' });

  it.each([
    ['PreToolUse', [deny('not here')]],
    ['UserPromptSubmit', [deny('not here')]],
    ['Stop', [block('not here')]],
    ['SubagentStop', [block('not here')]],
    ['TeammateIdle', [block('not here')]],
    ['TaskCompleted', [deny('not here')]],
    ['PreCompact', [deny('not here')]],
    ['PostToolUse', [inject('not here')]],
    ['PostToolUseFailure', [inject('not here')]],
    ['SessionStart', [notify('not here', 'warning')]],
    ['SessionEnd', [notify('not here', 'warning')]],
    ['Setup', [notify('not here', 'warning')]],
    ['SubagentStart', [notify('not here', 'warning')]],
    ['pre:git:write', [deny('not here')]],
  ])('at %s: exit code 2', (event, effects) => {
    expect(stdoutOf(claudeCode, event, exit2)).toEqual({ effects, failure: null, message: '' });
  });

  it.each(['PermissionRequest', 'Notification'])('is not honoured by exit code 2 at %s', (event) => {
    expect(stdoutOf(claudeCode, event, exit2)).toMatchObject({ effects: [], failure: 'exit' });
  });

  it('is blocked by exit code 2 whatever it writes', () => {
    const at = (event: string, stdout: string) =>
      stdoutOf(claudeCode, event, said(stdout, { exitCode: 2, stderr: 'no' })).effects;
    expect(at('PreToolUse', JSON.stringify(specific('PreToolUse', { permissionDecision: 'allow' })))).toEqual(
      [deny('no')],
    );
    expect(at('PreToolUse', '{"decision":"block","reason":"because"}')).toEqual([deny('because')]);
    expect(at('PreToolUse', '{"decision":')).toEqual([deny('no')]);
    expect(at('PostToolUse', '{"decision":"block","reason":"because"}')).toEqual([inject('because')]);
    expect(at('PostToolUse', JSON.stringify(specific('PostToolUse', { additionalContext: 'note' })))).toEqual(
      [inject('no'), inject('note')],
    );
  });

  it('is judged by its JSON alone at any other exit code', () => {
    const at = (stdout: string, exitCode: number) =>
      stdoutOf(claudeCode, 'PreToolUse', said(stdout, { exitCode, stderr: 'oops' }));
    const granted = JSON.stringify(specific('PreToolUse', { permissionDecision: 'allow' }));
    expect(at(granted, 1)).toMatchObject({ effects: [allow()], failure: null });
    expect(at('{"decision":"block"}', 1)).toMatchObject({ effects: [deny()], failure: null });
    expect(at('', 1)).toMatchObject({ effects: [], failure: 'exit', message: 'exited with code 1: oops' });
    expect(at('text', 1)).toMatchObject({ effects: [], failure: 'exit' });
    expect(at('', 127)).toMatchObject({ failure: 'missing' });
  });

  it.each(['SessionStart', 'UserPromptSubmit'])('gives plain text to the model at %s', (event) => {
    expect(stdoutOf(claudeCode, event, said('Today is Monday\n')).effects).toEqual([
      inject('Today is Monday'),
    ]);
    expect(stdoutOf(claudeCode, event, said('"quoted"')).effects).toEqual([inject('"quoted"')]);
  });

  it('that is a guard has to decide: text says nothing of that', () => {
    const read = outcomeOf(() =>
      claudeCode.readOutput(said('all good'), callAt('PreToolUse', {}, { guard: true })),
    );
    expect(read).toMatchObject({ failure: 'unclear', effects: [] });
    expect(read.message).toContain('all good');
  });

  it('may write plain text elsewhere, which nobody reads', () => {
    expect(stdoutOf(claudeCode, 'PreToolUse', said('Checking…'))).toMatchObject({
      effects: [],
      failure: null,
    });
    expect(stdoutOf(claudeCode, 'PreToolUse', said('[1]'))).toMatchObject({ effects: [], failure: null });
  });

  it.each(['PreToolUse', 'UserPromptSubmit', 'SessionStart'])(
    'is invalid at %s where it set out to write JSON and did not',
    (event) => {
      for (const stdout of ['{ half', '{"decision":', '{"decision":"block","reason":"no']) {
        expect(stdoutOf(claudeCode, event, said(stdout))).toMatchObject({ effects: [], failure: 'invalid' });
      }
    },
  );

  it.each([
    ['Checking…\n{"decision":"block","reason":"no"}'],
    ['{"decision":"block","reason":"no"}\nDone.'],
    ['{}\n{"decision":"block","reason":"no"}'],
    ['[{"decision":"block","reason":"no"}]'],
  ])('denies by %j, although the product would lose it', (stdout) => {
    expect(stdoutOf(claudeCode, 'PreToolUse', said(stdout))).toMatchObject({
      effects: [deny('no')],
      failure: 'invalid',
    });
  });

  it('that goes on behind a first line { async: true } can tell the model something', () => {
    const late = `{"async":true}\n${JSON.stringify({
      systemMessage: 'built',
      ...specific('PostToolUse', { additionalContext: 'in 3 s', updatedToolOutput: 'x' }),
    })}`;
    expect(stdoutOf(claudeCode, 'PostToolUse', said(late)).effects).toEqual([
      inject('built'),
      inject('in 3 s'),
    ]);
    expect(stdoutOf(claudeCode, 'PostToolUse', said('{"async":true}\nworking…')).effects).toEqual([]);
  });

  it.each([
    ['PreToolUse', '{"decision":"block","reason":"no"}', [deny('no')]],
    ['PreToolUse', 'working…\n{"decision":"block","reason":"no"}', [deny('no')]],
    ['PreToolUse', '[{"decision":"block","reason":"no"}]', [deny('no')]],
    ['PreToolUse', JSON.stringify(specific('PreToolUse', { permissionDecision: 'deny' })), [deny()]],
    ['PreToolUse', JSON.stringify(specific('PreToolUse', { permissionDecision: 'allow' })), []],
    ['PreToolUse', '{"continue":false}', [halt()]],
    ['PostToolUse', '{"decision":"block","reason":"lint"}', [inject('lint')]],
    ['Stop', '{"decision":"block","reason":"tests"}', [block('tests')]],
  ])('at %s is held to what it says late: %s', (event, late, effects) => {
    expect(stdoutOf(claudeCode, event, said(`{"async":true}\n${late}`)).effects).toEqual(effects);
  });

  const killed = { exitCode: null, signal: 'SIGKILL' };

  it.each([
    ['{}', killed, [], 'exit'],
    ['{}', { exitCode: 1 }, [], 'exit'],
    ['{"continue":true}', { exitCode: 1 }, [], 'exit'],
    ['{}', { exitCode: 127 }, [], 'missing'],
    ['{"decision":"block","reason":"no"}', killed, [deny('no')], 'exit'],
    ['{"decision":"deny","reason":"no"}', killed, [deny('no')], 'exit'],
    ['{"decision":"approve"}', killed, [], 'exit'],
    ['{"systemMessage":"look"}', { exitCode: 1 }, [notify('look')], null],
  ])('that wrote %s and ended with %j decides only what it says', (stdout, ending, effects, failure) => {
    expect(stdoutOf(claudeCode, 'PreToolUse', said(stdout, ending))).toMatchObject({ effects, failure });
  });
});

it('claude-code has the rights that the product honours', () => {
  const rights = Object.fromEntries(allPoints().map((point) => [point.name, claudeCode.rights(point)]));
  expect(rights).toMatchObject({
    PostToolUse: ['modify', 'inject', 'halt'],
    PreCompact: ['deny'],
    SessionEnd: [],
    'pre:git:write': ['deny', 'modify'],
  });
  expect(claudeCode.inheritsEnvironment).toBe(true);
});
