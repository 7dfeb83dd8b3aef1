import { describe, expect, it } from 'vitest';
import { allow, ask, deny, halt, inject, modify, notify, resume } from '../../../src/entries/index.ts';
import { claudeCode } from '../../../src/protocols/claude-code/claude-code.ts';
import { fromClaudeInput } from '../../../src/protocols/claude-code/input.ts';
import { callAt, outcomeOf, readBoth, said, stdoutOf } from '../support.ts';

const specific = (hookEventName: string, more: object): object => ({
  hookSpecificOutput: { hookEventName, ...more },
});

describe('an output at an event that only Claude Code fires', () => {
  it.each([
    ['PostToolBatch', { decision: 'block', reason: 'enough' }, [halt('enough')]],
    ['PostToolBatch', specific('PostToolBatch', { additionalContext: 'note' }), [inject('note')]],
    ['PostToolBatch', { continue: false, stopReason: 'enough' }, [halt('enough')]],
    ['UserPromptExpansion', { decision: 'block', reason: 'no' }, [deny('no')]],
    ['UserPromptExpansion', specific('UserPromptExpansion', { additionalContext: 'note' }), [inject('note')]],
    ['StopFailure', { systemMessage: 'unheard', continue: false }, []],
    ['PostCompact', { systemMessage: 'unheard', continue: false }, []],
    ['PreModelSwitch', specific('PreModelSwitch', { permissionDecision: 'allow' }), [allow()]],
    [
      'PreModelSwitch',
      specific('PreModelSwitch', { permissionDecision: 'deny', permissionDecisionReason: 'dear' }),
      [deny('dear')],
    ],
    ['PreModelSwitch', specific('PreModelSwitch', { permissionDecision: 'ask' }), [ask()]],
    ['PostModelSwitch', specific('PostModelSwitch', { additionalContext: 'note' }), [inject('note')]],
    ['PermissionDenied', specific('PermissionDenied', { retry: true }), [resume()]],
    ['PermissionDenied', specific('PermissionDenied', { retry: false }), []],
    // It would grant nothing: the call that is tried again is judged anew.
    ['PermissionDenied', specific('PermissionDenied', { permissionDecision: 'allow' }), []],
    ['TaskCreated', { decision: 'block', reason: 'twice' }, [deny('twice')]],
    ['TaskCreated', { continue: false, systemMessage: 'look' }, [notify('look')]],
    ['Elicitation', specific('Elicitation', { action: 'decline' }), [deny()]],
    ['Elicitation', specific('Elicitation', { action: 'cancel' }), [deny()]],
    [
      'Elicitation',
      specific('Elicitation', { action: 'accept', content: { name: 'Ada' } }),
      [allow(), modify({ name: 'Ada' })],
    ],
    ['ElicitationResult', specific('ElicitationResult', { action: 'decline' }), [deny()]],
    ['ElicitationResult', specific('ElicitationResult', { content: { name: '…' } }), [modify({ name: '…' })]],
    ['ConfigChange', { decision: 'block', reason: 'locked' }, [deny('locked')]],
    ['ConfigChange', { continue: false, systemMessage: 'unheard' }, []],
    ['WorktreeCreate', specific('WorktreeCreate', { worktreePath: '/w/fix' }), [modify('/w/fix')]],
    ['WorktreeRemove', { systemMessage: 'unheard', continue: false }, []],
    ['InstructionsLoaded', { systemMessage: 'unheard', continue: false }, []],
    ['CwdChanged', { systemMessage: 'look', continue: false }, [notify('look')]],
    ['CwdChanged', specific('CwdChanged', { watchPaths: ['/a'] }), []],
    ['FileChanged', { systemMessage: 'look', continue: false }, [notify('look')]],
    ['DirectoryAdded', { systemMessage: 'look', continue: false }, [notify('look')]],
    ['MessageDisplay', specific('MessageDisplay', { displayContent: 'Hi' }), [modify('Hi')]],
  ])('%s: %j', (event, output, effects) => {
    expect(readBoth(claudeCode, event, output)).toEqual({ effects, failure: null, message: '' });
  });

  it.each([
    ['Elicitation', specific('Elicitation', { action: 'deny' }), [deny()]],
    ['Elicitation', specific('Elicitation', { action: 'yes' }), []],
    ['PreModelSwitch', specific('PreModelSwitch', { permissionDecision: 'block' }), [deny()]],
  ])('that is not understood holds back what it may have meant to: %s %j', (event, output, effects) => {
    expect(readBoth(claudeCode, event, output)).toMatchObject({ effects, failure: 'unclear' });
  });

  it.each([
    [
      'PreModelSwitch',
      specific('PreModelSwitch', { permissionDecision: 'deny', permissionDecisionReason: 'x' }),
    ],
    ['Elicitation', specific('Elicitation', { action: 'decline' })],
    ['WorktreeCreate', specific('WorktreeCreate', { worktreePath: '/w/fix' })],
  ])('is understood from a guard too: %s %j', (event, output) => {
    const call = callAt(event, {}, { guard: true });
    expect(outcomeOf(() => claudeCode.readValue(output, call)).failure).toBeNull();
  });
});

describe('exit code 2 at an event that only Claude Code fires', () => {
  const stopped = said('', { exitCode: 2, stderr: 'no\n' });

  it.each([
    ['PostToolBatch', [halt('no')]],
    ['UserPromptExpansion', [deny('no')]],
    ['PreModelSwitch', [deny('no')]],
    ['TaskCreated', [deny('no')]],
    ['Elicitation', [deny('no')]],
    ['ElicitationResult', [deny('no')]],
    ['ConfigChange', [deny('no')]],
    ['WorktreeCreate', [deny('no')]],
    ['PostCompact', [notify('no', 'warning')]],
    ['PostModelSwitch', [notify('no', 'warning')]],
    ['CwdChanged', [notify('no', 'warning')]],
    ['FileChanged', [notify('no', 'warning')]],
  ])('%s', (event, effects) => {
    expect(stdoutOf(claudeCode, event, stopped)).toEqual({ effects, failure: null, message: '' });
  });

  it.each(['StopFailure', 'PermissionDenied', 'WorktreeRemove', 'InstructionsLoaded', 'DirectoryAdded'])(
    'is only a failure at %s',
    (event) => {
      expect(stdoutOf(claudeCode, event, stopped)).toMatchObject({ effects: [], failure: 'exit' });
    },
  );

  it('shows the text of the model as it is', () => {
    const output = said(JSON.stringify(specific('MessageDisplay', { displayContent: 'Hi' })), {
      exitCode: 2,
    });
    expect(stdoutOf(claudeCode, 'MessageDisplay', output)).toMatchObject({ effects: [], failure: 'exit' });
  });
});

describe('a command that creates a worktree', () => {
  it('prints the path in its last line', () => {
    const output = said('Preparing…\n/w/fix\n\n');
    expect(stdoutOf(claudeCode, 'WorktreeCreate', output)).toMatchObject({ effects: [modify('/w/fix')] });
  });

  it.each([1, 3, 127, null])('refuses by exit code %j', (exitCode) => {
    const output = said('/w/fix\n', { exitCode, stderr: 'disk full' });
    expect(stdoutOf(claudeCode, 'WorktreeCreate', output)).toEqual({
      effects: [deny('disk full')],
      failure: null,
      message: '',
    });
  });
});

it('plain text is context where a command expands', () => {
  expect(stdoutOf(claudeCode, 'UserPromptExpansion', said('note'))).toMatchObject({
    effects: [inject('note')],
  });
});

describe('the name of a changed file', () => {
  it('is not on the wire, and comes from the path', () => {
    const { file_name: _, ...written } = callAt('FileChanged').input;
    expect(claudeCode.encode(callAt('FileChanged'))).toEqual(written);
    expect(fromClaudeInput('FileChanged', written)).toMatchObject({ file_name: '.envrc' });
    expect(fromClaudeInput('CwdChanged', written)).toBe(written);
  });
});
