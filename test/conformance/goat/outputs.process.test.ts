import { describe, expect } from 'vitest';
import {
  collectAdditionalContext,
  processPreToolUseResults,
  processStopResults,
} from '../../../src/front-doors/runner/decisions.ts';
import type { AgentSdkEvent } from '../../../src/protocols/agent-sdk/types.ts';
import { goat } from '../catalogue/goat.ts';
import { conforms } from '../line.ts';
import { answering, fireGroups, printing, returning, specific } from './support.ts';

/** A callback and a command that answer the same come to the same. */
async function bothAnswering(event: AgentSdkEvent, answer: object) {
  const { results: callback } = await answering(event, answer);
  const { results: command } = await fireGroups(event, { commands: [printing(answer)] });
  expect(command).toEqual(callback);
  const { decision, value, suppressed, resume, halted, haltReason } = callback.outcome;
  expect(command.outcome).toMatchObject({ decision, value, suppressed, resume, halted, haltReason });
  return callback;
}

async function expectContext(event: AgentSdkEvent): Promise<void> {
  const answer = specific(event, { additionalContext: 'note' });
  const results = await bothAnswering(event, answer);
  expect(results).toEqual([answer]);
  expect(results.outcome.injections).toMatchObject([{ content: 'note', into: 'system' }]);
  expect(collectAdditionalContext(results)).toBe('note');
}

describe('seed 001, section 4.1: sync output', () => {
  conforms(goat, '001.4.1.continue', 'hookline/runner', async () => {
    expect((await bothAnswering('PreToolUse', { continue: false })).outcome.halted).toBe(false);
    expect((await bothAnswering('PermissionRequest', { continue: false })).outcome.halted).toBe(true);
    expect((await bothAnswering('PreToolUse', { continue: true })).outcome.halted).toBe(false);
    expect((await bothAnswering('Stop', { continue: true })).outcome.resume).toBe(true);
  });
  conforms(goat, '001.4.1.suppressOutput', 'hookline/runner', async () => {
    const results = await bothAnswering('PostToolUse', { suppressOutput: true });
    expect(results.outcome.suppressed).toBe(true);
    expect((await bothAnswering('PostToolUse', { suppressOutput: false })).outcome.suppressed).toBe(false);
  });
  conforms(goat, '001.4.1.stopReason', 'hookline/runner', async () => {
    const results = await bothAnswering('Stop', { continue: false, stopReason: 'enough' });
    expect(results.outcome).toMatchObject({ halted: true, haltReason: 'enough' });
  });
  conforms(goat, '001.4.1.decision', 'hookline/runner', async () => {
    expect((await bothAnswering('PreToolUse', { decision: 'approve' })).outcome.decision).toBe('allow');
    expect((await bothAnswering('PreToolUse', { decision: 'block' })).outcome.decision).toBe('deny');
  });
  conforms(goat, '001.4.1.systemMessage', 'hookline/runner', async () => {
    const results = await bothAnswering('PreToolUse', { systemMessage: 'Remember: always use --verbose' });
    expect(results.outcome.injections).toMatchObject([
      { content: 'Remember: always use --verbose', into: 'system' },
    ]);
  });
  conforms(goat, '001.4.1.reason', 'hookline/runner', async () => {
    const results = await bothAnswering('PreToolUse', { decision: 'block', reason: 'no shell' });
    expect(results.outcome.reason).toBe('no shell');
  });
  conforms(goat, '001.4.1.hookSpecificOutput', 'hookline/runner', async () => {
    const answer = specific('PreToolUse', { permissionDecision: 'ask' });
    expect(await bothAnswering('PreToolUse', answer)).toEqual([answer]);
    // It has to be the event's own: one of another event is a failure, and what it holds back counts.
    const { results } = await answering('PreToolUse', specific('Stop', { permissionDecision: 'deny' }));
    expect(processPreToolUseResults(results)).toBe('deny');
    expect(results.runs[0]).toMatchObject({ failure: 'invalid' });
  });
});

describe('seed 001, section 4.2: async output', () => {
  conforms(goat, '001.4.2.async', 'hookline/runner', async () => {
    const answers: object[] = [{ async: true }, { systemMessage: 'done' }];
    const { results } = await fireGroups('Stop', { hooks: [() => answers.shift() ?? {}] });
    expect(results).toEqual([{ systemMessage: 'done' }]);
  });
  conforms(goat, '001.4.2.asyncTimeout', 'hookline/runner', async () => {
    const startedAt = performance.now();
    let calls = 0;
    const hook = (): Promise<object> | object => {
      calls += 1;
      return calls === 1 ? { async: true, asyncTimeout: 0.2 } : new Promise<never>(() => {});
    };
    const { results } = await fireGroups('Stop', { hooks: [hook] });
    expect(results.outcome.runs).toMatchObject([
      { failure: 'timeout', error: 'did not answer within 200 ms' },
    ]);
    expect(performance.now() - startedAt).toBeGreaterThan(190);
  });
});

describe('seed 001, section 4.3: event-specific outputs', () => {
  conforms(goat, '001.4.3.PreToolUse.permissionDecision', 'hookline/runner', async () => {
    for (const permissionDecision of ['allow', 'deny', 'ask'] as const) {
      const answer = specific('PreToolUse', { permissionDecision });
      const results = await bothAnswering('PreToolUse', answer);
      expect(results).toEqual([answer]);
      expect(results.outcome.decision).toBe(permissionDecision);
      expect(processPreToolUseResults(results)).toBe(permissionDecision);
    }
  });
  conforms(goat, '001.4.3.PreToolUse.permissionDecisionReason', 'hookline/runner', async () => {
    const fields = { permissionDecision: 'deny', permissionDecisionReason: 'no shell' };
    const results = await bothAnswering('PreToolUse', specific('PreToolUse', fields));
    expect(results.outcome).toMatchObject({ decision: 'deny', reason: 'no shell' });
  });
  conforms(goat, '001.4.3.PreToolUse.updatedInput', 'hookline/runner', async () => {
    const answer = specific('PreToolUse', { updatedInput: { command: 'pwd' } });
    const results = await bothAnswering('PreToolUse', answer);
    expect(results).toEqual([answer]);
    expect(results.outcome).toMatchObject({ modified: true, value: { command: 'pwd' } });
  });
  conforms(goat, '001.4.3.PreToolUse.additionalContext', 'hookline/runner', () =>
    expectContext('PreToolUse'),
  );
  conforms(goat, '001.4.3.PostToolUse.additionalContext', 'hookline/runner', () =>
    expectContext('PostToolUse'),
  );
  conforms(goat, '001.4.3.PostToolUse.updatedMCPToolOutput', 'hookline/runner', async () => {
    const results = await bothAnswering(
      'PostToolUse',
      specific('PostToolUse', { updatedMCPToolOutput: 'x' }),
    );
    expect(results.outcome).toMatchObject({ modified: true, value: 'x' });
  });
  conforms(goat, '001.4.3.PostToolUseFailure', 'hookline/runner', () => expectContext('PostToolUseFailure'));
  conforms(goat, '001.4.3.SessionStart', 'hookline/runner', () => expectContext('SessionStart'));
  conforms(goat, '001.4.3.SubagentStart', 'hookline/runner', () => expectContext('SubagentStart'));
  conforms(goat, '001.4.3.Setup', 'hookline/runner', () => expectContext('Setup'));
  conforms(goat, '001.4.3.Notification', 'hookline/runner', () => expectContext('Notification'));
  conforms(goat, '001.4.3.UserPromptSubmit', 'hookline/runner', async () => {
    const results = await bothAnswering('UserPromptSubmit', { decision: 'block', reason: 'a secret' });
    expect(results.outcome).toMatchObject({ decision: 'deny', reason: 'a secret' });
    // The SDK that the seed cites had context there too.
    await expectContext('UserPromptSubmit');
  });
  // Spec 06 is not among the seeds; this is the SDK's PermissionRequestHookSpecificOutput.
  conforms(goat, '001.4.3.PermissionRequest', 'hookline/runner', async () => {
    const grant = { behavior: 'allow', updatedInput: { command: 'pwd' } };
    const granted = await bothAnswering(
      'PermissionRequest',
      specific('PermissionRequest', { decision: grant }),
    );
    expect(granted.outcome).toMatchObject({ decision: 'allow', value: { command: 'pwd' } });
    const refusal = { behavior: 'deny', message: 'no', interrupt: true };
    const refused = await bothAnswering(
      'PermissionRequest',
      specific('PermissionRequest', { decision: refusal }),
    );
    expect(refused.outcome).toMatchObject({ decision: 'deny', reason: 'no', halted: true });
  });
});

describe('seed 001, section 8: hook result processing', () => {
  const allowed = specific('PreToolUse', { permissionDecision: 'allow' });
  const denied = specific('PreToolUse', { permissionDecision: 'deny' });

  // The seed's code lets the first decision win; DESIGN: a deny wins wherever it stands.
  conforms(goat, '001.8.1', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', { hooks: [returning(allowed), returning(denied)] });
    expect(processPreToolUseResults(results)).toBe('deny');
    expect(processPreToolUseResults([denied, allowed])).toBe('deny');
  });
  conforms(goat, '001.8.2', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', { hooks: [returning({}), returning(allowed)] });
    expect(processPreToolUseResults(results)).toBe('allow');
  });
  conforms(goat, '001.8.3', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', {
      hooks: [returning(allowed), returning({ decision: 'block' })],
    });
    expect(processPreToolUseResults(results)).toBe('deny');
  });
  conforms(goat, '001.8.4', 'hookline/runner', async () => {
    expect(processPreToolUseResults([])).toBe('ask');
    const { results } = await answering('PreToolUse', { systemMessage: 'note' });
    expect(processPreToolUseResults(results)).toBe('ask');
    expect(results.outcome.decision).toBeNull();
  });
  conforms(goat, '001.8.5', 'hookline/runner', () => {
    expect(processPreToolUseResults([{ async: true }, denied])).toBe('deny');
    expect(processStopResults([{ async: true }])).toBe(false);
    expect(collectAdditionalContext([{ async: true }, { systemMessage: 'a' }])).toBe('a');
  });
  conforms(goat, '001.8.6', 'hookline/runner', async () => {
    expect(processStopResults((await answering('Stop', { continue: true })).results)).toBe(true);
    // DESIGN: `decision: "block"` resumes too, as it does in the SDK.
    expect(processStopResults((await answering('Stop', { decision: 'block', reason: 'x' })).results)).toBe(
      true,
    );
  });
  conforms(goat, '001.8.7', 'hookline/runner', async () => {
    expect(processStopResults([])).toBe(false);
    expect(processStopResults((await answering('Stop', { continue: false })).results)).toBe(false);
    expect(processStopResults((await answering('Stop', { systemMessage: 'note' })).results)).toBe(false);
  });
});

describe('seed 001, section 9: additional context injection', () => {
  conforms(goat, '001.9.1', 'hookline/runner', () => {
    expect(collectAdditionalContext([{ systemMessage: 'a' }, {}, { systemMessage: '' }])).toBe('a');
  });
  conforms(goat, '001.9.2', 'hookline/runner', async () => {
    const events = [
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'SessionStart',
      'SubagentStart',
    ] as const;
    for (const event of [...events, 'Setup', 'Notification', 'UserPromptSubmit'] as const) {
      const { results } = await answering(event, specific(event, { additionalContext: event }));
      expect(collectAdditionalContext(results)).toBe(event);
    }
  });
  conforms(goat, '001.9.3', 'hookline/runner', async () => {
    const both = { systemMessage: 'b', ...specific('PreToolUse', { additionalContext: 'c' }) };
    const { results } = await fireGroups('PreToolUse', {
      hooks: [returning({ systemMessage: 'a' }), returning(both)],
      commands: [printing({ systemMessage: 'd' })],
    });
    expect(collectAdditionalContext(results)).toBe('a\nb\nc\nd');
  });
});
