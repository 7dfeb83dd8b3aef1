import { describe, expect } from 'vitest';
import type { EffectType } from '../../../src/engine/outcome/effects.ts';
import { deny, inject, modify, resume, suppress } from '../../../src/entries/index.ts';
import {
  collectAdditionalContext,
  processPreToolUseResults,
  processStopResults,
} from '../../../src/front-doors/runner/decisions.ts';
import type { AgentSdkEvent } from '../../../src/protocols/agent-sdk/types.ts';
import { goat } from '../catalogue/goat.ts';
import { others, refusing } from '../catalogue/goat-matrix.ts';
import { conforms } from '../line.ts';
import { answering, dropped, specific } from './support.ts';

const effects = {
  deny: deny('no'),
  suppress: suppress(),
  inject: inject('note'),
  modify: modify({ command: 'pwd' }),
  resume: resume('go on'),
};

/** A cell that is not ticked: the effect is not obeyed, is not in the results, and the record names hook and point. */
async function expectDropped(event: AgentSdkEvent, type: keyof typeof effects & EffectType): Promise<void> {
  const { results, log } = await answering(event, effects[type]);
  expect(results).toEqual([{}]);
  expect(dropped(results)).toEqual([type]);
  expect(log).toHaveLength(1);
  expect(log[0]).toMatchObject({ level: 'warning', point: event, hook: `runner.${event}[0].hooks[0]` });
  expect(log[0]?.message).toMatch(new RegExp(`^${type} was not obeyed: .*${event}`));
  expect(results.outcome).toMatchObject({
    decision: null,
    modified: false,
    injections: [],
    suppressed: false,
    resume: false,
  });
}

async function expectContext(event: AgentSdkEvent): Promise<void> {
  const { results, log } = await answering(event, { systemMessage: 'note' });
  expect(results.outcome.injections).toMatchObject([{ content: 'note' }]);
  expect(collectAdditionalContext(results)).toBe('note');
  expect(log).toEqual([]);
}

/** `suppressOutput` in the SDK's words, where there is no output to hide. */
async function expectNothingSuppressed(event: AgentSdkEvent): Promise<void> {
  await expectDropped(event, 'suppress');
  const { results } = await answering(event, { suppressOutput: true });
  expect(results).toEqual([{}]);
  expect(dropped(results)).toEqual(['suppress']);
}

/** A rewrite in the SDK's words, where there is no tool input: it is not obeyed, and the person is told. */
async function expectNothingModified(event: AgentSdkEvent): Promise<void> {
  const { results } = await answering(event, specific(event, { updatedInput: { command: 'pwd' } }));
  expect(results.outcome.modified).toBe(false);
  expect(results.outcome.notices).toMatchObject([
    { message: `updatedInput was dropped: ${event} has no tool_input to replace`, level: 'warning' },
  ]);
}

/** `continue: true` is what every hook may say and asks for nothing; a real wish to go on is not obeyed. */
async function expectNoResume(event: AgentSdkEvent): Promise<void> {
  await expectDropped(event, 'resume');
  const { results, log } = await answering(event, { continue: true });
  expect(results.outcome.resume).toBe(false);
  expect(log).toEqual([]);
}

describe('seed 002, hook capabilities matrix: PreToolUse', () => {
  conforms(goat, '002.matrix.PreToolUse.deny', 'hookline/runner', async () => {
    const { results } = await answering('PreToolUse', { decision: 'block', reason: 'no' });
    expect(results.outcome).toMatchObject({ decision: 'deny', reason: 'no' });
    expect(processPreToolUseResults(results)).toBe('deny');
  });
  conforms(goat, '002.matrix.PreToolUse.suppress', 'hookline/runner', () =>
    expectNothingSuppressed('PreToolUse'),
  );
  conforms(goat, '002.matrix.PreToolUse.context', 'hookline/runner', () => expectContext('PreToolUse'));
  conforms(goat, '002.matrix.PreToolUse.modify', 'hookline/runner', async () => {
    const answer = specific('PreToolUse', { updatedInput: { command: 'pwd' } });
    const { results } = await answering('PreToolUse', answer);
    expect(results.outcome).toMatchObject({ modified: true, value: { command: 'pwd' } });
  });
  conforms(goat, '002.matrix.PreToolUse.continue', 'hookline/runner', () => expectNoResume('PreToolUse'));
});

describe('seed 002, hook capabilities matrix: PostToolUse', () => {
  conforms(goat, '002.matrix.PostToolUse.deny', 'hookline/runner', async () => {
    await expectDropped('PostToolUse', 'deny');
    const { results } = await answering('PostToolUse', { decision: 'block', reason: 'no' });
    expect(results).toEqual([{}]);
    expect(dropped(results)).toEqual(['deny']);
  });
  conforms(goat, '002.matrix.PostToolUse.suppress', 'hookline/runner', async () => {
    const { results } = await answering('PostToolUse', { suppressOutput: true });
    expect(results).toEqual([{ suppressOutput: true }]);
    expect(results.outcome.suppressed).toBe(true);
  });
  conforms(goat, '002.matrix.PostToolUse.context', 'hookline/runner', () => expectContext('PostToolUse'));
  // The tool's input is past changing; its output is not (seed 001, section 4.3).
  conforms(goat, '002.matrix.PostToolUse.modify', 'hookline/runner', () =>
    expectNothingModified('PostToolUse'),
  );
  conforms(goat, '002.matrix.PostToolUse.continue', 'hookline/runner', () => expectNoResume('PostToolUse'));
});

describe('seed 002, hook capabilities matrix: PostToolUseFailure', () => {
  conforms(goat, '002.matrix.PostToolUseFailure.deny', 'hookline/runner', () =>
    expectDropped('PostToolUseFailure', 'deny'),
  );
  conforms(goat, '002.matrix.PostToolUseFailure.suppress', 'hookline/runner', () =>
    expectNothingSuppressed('PostToolUseFailure'),
  );
  conforms(goat, '002.matrix.PostToolUseFailure.context', 'hookline/runner', () =>
    expectContext('PostToolUseFailure'),
  );
  conforms(goat, '002.matrix.PostToolUseFailure.modify', 'hookline/runner', async () => {
    await expectDropped('PostToolUseFailure', 'modify');
    await expectNothingModified('PostToolUseFailure');
  });
  conforms(goat, '002.matrix.PostToolUseFailure.continue', 'hookline/runner', () =>
    expectNoResume('PostToolUseFailure'),
  );
});

describe('seed 002, hook capabilities matrix: Stop', () => {
  conforms(goat, '002.matrix.Stop.deny', 'hookline/runner', async () => {
    await expectDropped('Stop', 'deny');
    const { results } = await answering('Stop', specific('Stop', { permissionDecision: 'deny' }));
    expect(dropped(results)).toEqual(['deny']);
  });
  conforms(goat, '002.matrix.Stop.suppress', 'hookline/runner', () => expectNothingSuppressed('Stop'));
  conforms(goat, '002.matrix.Stop.context', 'hookline/runner', () => expectContext('Stop'));
  conforms(goat, '002.matrix.Stop.modify', 'hookline/runner', async () => {
    await expectDropped('Stop', 'modify');
    await expectNothingModified('Stop');
  });
  conforms(goat, '002.matrix.Stop.continue', 'hookline/runner', async () => {
    const { results } = await answering('Stop', { continue: true });
    expect(results.outcome.resume).toBe(true);
    expect(processStopResults(results)).toBe(true);
  });
});

describe('seed 002, hook capabilities matrix: PermissionRequest', () => {
  conforms(goat, '002.matrix.PermissionRequest.deny', 'hookline/runner', async () => {
    const { results } = await answering('PermissionRequest', { decision: 'deny', reason: 'no' });
    expect(results.outcome).toMatchObject({ decision: 'deny', reason: 'no', halted: false });
  });
  conforms(goat, '002.matrix.PermissionRequest.suppress', 'hookline/runner', () =>
    expectNothingSuppressed('PermissionRequest'),
  );
  conforms(goat, '002.matrix.PermissionRequest.context', 'hookline/runner', async () => {
    await expectDropped('PermissionRequest', 'inject');
    const { results } = await answering('PermissionRequest', { systemMessage: 'note' });
    expect(collectAdditionalContext(results)).toBe('');
  });
  // Not ticked in the seed, but its Spec 06 and the SDK have `updatedInput` beside an allow; DESIGN admits it.
  conforms(goat, '002.matrix.PermissionRequest.modify', 'hookline/runner', async () => {
    const decision = { behavior: 'allow', updatedInput: { command: 'pwd' } };
    const { results } = await answering('PermissionRequest', specific('PermissionRequest', { decision }));
    expect(results.outcome).toMatchObject({ decision: 'allow', value: { command: 'pwd' } });
  });
  conforms(goat, '002.matrix.PermissionRequest.continue', 'hookline/runner', async () => {
    const { results } = await answering('PermissionRequest', { decision: 'allow', continue: true });
    expect(results.outcome).toMatchObject({ decision: 'allow', halted: false });
    const stopped = await answering('PermissionRequest', { decision: 'allow', continue: false });
    expect(stopped.results.outcome).toMatchObject({ decision: 'allow', halted: true });
  });
  conforms(goat, '002.matrix.PermissionRequest.interrupt', 'hookline/runner', async () => {
    const { results } = await answering('PermissionRequest', { continue: false });
    expect(results).toEqual([{ continue: false }]);
    expect(results.outcome).toMatchObject({
      halted: true,
      decision: 'deny',
      reason: 'interrupted by hook',
    });
  });
});

describe('seed 002, hook capabilities matrix: SessionStart', () => {
  conforms(goat, '002.matrix.SessionStart.deny', 'hookline/runner', async () => {
    await expectDropped('SessionStart', 'deny');
    const { results } = await answering('SessionStart', { decision: 'block', reason: 'no' });
    expect(dropped(results)).toEqual(['deny']);
  });
  conforms(goat, '002.matrix.SessionStart.suppress', 'hookline/runner', () =>
    expectNothingSuppressed('SessionStart'),
  );
  conforms(goat, '002.matrix.SessionStart.context', 'hookline/runner', () => expectContext('SessionStart'));
  conforms(goat, '002.matrix.SessionStart.modify', 'hookline/runner', async () => {
    await expectDropped('SessionStart', 'modify');
    await expectNothingModified('SessionStart');
  });
  conforms(goat, '002.matrix.SessionStart.continue', 'hookline/runner', () => expectNoResume('SessionStart'));
});

describe('seed 002, hook capabilities matrix: SessionEnd', () => {
  conforms(goat, '002.matrix.SessionEnd.deny', 'hookline/runner', () => expectDropped('SessionEnd', 'deny'));
  conforms(goat, '002.matrix.SessionEnd.suppress', 'hookline/runner', () =>
    expectNothingSuppressed('SessionEnd'),
  );
  conforms(goat, '002.matrix.SessionEnd.context', 'hookline/runner', async () => {
    await expectDropped('SessionEnd', 'inject');
    const { results } = await answering('SessionEnd', { systemMessage: 'note' });
    expect(collectAdditionalContext(results)).toBe('');
  });
  conforms(goat, '002.matrix.SessionEnd.modify', 'hookline/runner', async () => {
    await expectDropped('SessionEnd', 'modify');
    await expectNothingModified('SessionEnd');
  });
  conforms(goat, '002.matrix.SessionEnd.continue', 'hookline/runner', () => expectNoResume('SessionEnd'));
});

describe('seed 002, hook capabilities matrix: others', () => {
  // There is no tool to deny at any of them. What DESIGN lets two of them refuse is the prompt (seed 001, section 4.3)
  // and the completion of the task.
  conforms(goat, '002.matrix.Others.deny', 'hookline/runner', async () => {
    for (const event of others) {
      if (!refusing.includes(event)) await expectDropped(event, 'deny');
    }
    for (const event of refusing) {
      expect((await answering(event, { decision: 'block' })).results.outcome.decision).toBe('deny');
    }
  });
  conforms(goat, '002.matrix.Others.suppress', 'hookline/runner', async () => {
    for (const event of others) await expectNothingSuppressed(event);
  });
  conforms(goat, '002.matrix.Others.context', 'hookline/runner', async () => {
    for (const event of others) await expectContext(event);
  });
  // There is no tool input either. What Goat reads at PreCompact are new instructions.
  conforms(goat, '002.matrix.Others.modify', 'hookline/runner', async () => {
    for (const event of others) await expectNothingModified(event);
    for (const event of others) if (event !== 'PreCompact') await expectDropped(event, 'modify');
    const answer = specific('PreCompact', { custom_instructions: 'short' });
    const { results } = await answering('PreCompact', answer);
    expect(results).toEqual([answer]);
    expect(results.outcome.value).toBe('short');
  });
  // DESIGN lets a subagent that would stop, and a teammate that would go idle, be kept going as the main agent can be.
  conforms(goat, '002.matrix.Others.continue', 'hookline/runner', async () => {
    const going: readonly AgentSdkEvent[] = ['SubagentStop', 'TeammateIdle'];
    for (const event of others) if (!going.includes(event)) await expectNoResume(event);
    expect((await answering('SubagentStop', { continue: true })).results.outcome.resume).toBe(true);
    const idle = await answering('TeammateIdle', { continue: false, reason: 'one more' });
    expect(idle.results.outcome).toMatchObject({ resume: true, reason: 'one more' });
  });
});
