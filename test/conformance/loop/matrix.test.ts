import { describe, expect } from 'vitest';
import { deny, type Effect, inject, modify, resume, suppress } from '../../../src/entries/index.ts';
import type { AgentSdkEvent } from '../../../src/protocols/agent-sdk/types.ts';
import { echo } from '../../agent/support.ts';
import { goat } from '../catalogue/goat.ts';
import { others, refusing } from '../catalogue/goat-matrix.ts';
import { specific } from '../goat/support.ts';
import { conforms } from '../line.ts';
import { type Answers, type Journal, type JournalSetting, journal, task } from './journal.ts';

const setting: JournalSetting = {
  turns: [echo('a'), echo('b', { fail: true }), task, { text: 'Done.' }, { text: 'Again.' }],
  scripts: { explore: [echo('in'), {}] },
  subagents: { explore: { prompt: 'You explore.' } },
  permissionMode: 'default',
  approver: () => true,
};

interface Whole extends Journal {
  /** All that a model and a person get to see. */
  readonly seen: string;
  readonly results: readonly string[];
}

/** A session and a team in which all fifteen events happen. */
async function whole(answers: Answers = {}): Promise<Whole> {
  const told = journal(answers, setting);
  await told.agent.setup();
  const first = await told.run();
  await told.agent.notify('Waiting', 'idle_prompt');
  await told.agent.compact('Keep the names.');
  const second = await told.run('And now?');
  await told.agent.end();
  const tasks = await told.runTeam();
  const { ran, entries } = told;
  const steps = entries.filter((entry) => entry.startsWith('['));
  const seen = JSON.stringify([
    first.requests,
    first.result,
    first.results,
    second.requests,
    tasks,
    ran,
    steps,
  ]);
  return {
    ...told,
    // Ids are made up anew every time.
    seen: seen.replaceAll(/explore-[0-9a-f]{8}|[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'),
    results: first.results,
  };
}

const effects: Readonly<Record<string, Effect>> = {
  deny: deny('no'),
  suppress: suppress(),
  inject: inject('note'),
  modify: modify({ text: 'changed' }),
  resume: resume('go on'),
};

let plainSeen: string | null = null;

/** The same session without an answer of any hook. */
async function plain(): Promise<string> {
  plainSeen ??= (await whole()).seen;
  return plainSeen;
}

/** A cell that is not ticked: the session goes on as if the hook had said nothing, and the log says why. */
async function expectNoEffect(event: AgentSdkEvent, type: keyof typeof effects): Promise<void> {
  const { seen, log, entries } = await whole({ [event]: effects[type] });
  expect(entries).toContain(event);
  expect(seen).toBe(await plain());
  const dropped = log.filter(({ message }) => message.startsWith(`${type} was not obeyed`));
  expect(dropped.length).toBeGreaterThan(0);
  expect(dropped.every(({ point }) => point === event)).toBe(true);
}

async function expectContext(event: AgentSdkEvent): Promise<void> {
  const { seen } = await whole({ [event]: { systemMessage: `note at ${event}` } });
  expect(await plain()).not.toContain('note at');
  expect(seen).toMatch(new RegExp(`You (help|explore)\\.\\\\n\\\\n[^"]*note at ${event}`));
}

describe('seed 002, hook capabilities matrix: PreToolUse', () => {
  conforms(goat, '002.matrix.PreToolUse.deny', 'the loop', async () => {
    const { ran, results } = await whole({ PreToolUse: { decision: 'block', reason: 'no' } });
    expect(ran).toEqual([]);
    for (const result of results) expect(result).toMatch(/^Denied by the PreToolUse hook .*: no$/);
  });
  conforms(goat, '002.matrix.PreToolUse.suppress', 'the loop', () =>
    expectNoEffect('PreToolUse', 'suppress'),
  );
  conforms(goat, '002.matrix.PreToolUse.context', 'the loop', () => expectContext('PreToolUse'));
  conforms(goat, '002.matrix.PreToolUse.modify', 'the loop', async () => {
    const { ran } = await whole({
      PreToolUse: ({ tool_name }) =>
        tool_name === 'echo' ? specific('PreToolUse', { updatedInput: { text: 'changed' } }) : {},
    });
    expect(ran).toEqual([{ text: 'changed' }, { text: 'changed' }, { text: 'changed' }]);
  });
  conforms(goat, '002.matrix.PreToolUse.continue', 'the loop', () => expectNoEffect('PreToolUse', 'resume'));
});

describe('seed 002, hook capabilities matrix: PostToolUse', () => {
  conforms(goat, '002.matrix.PostToolUse.deny', 'the loop', () => expectNoEffect('PostToolUse', 'deny'));
  conforms(goat, '002.matrix.PostToolUse.suppress', 'the loop', async () => {
    const { results, seen } = await whole({ PostToolUse: { suppressOutput: true } });
    expect(results[0]).toBe('[output suppressed by hook]');
    expect(seen).not.toContain('echo: a');
  });
  conforms(goat, '002.matrix.PostToolUse.context', 'the loop', () => expectContext('PostToolUse'));
  conforms(goat, '002.matrix.PostToolUse.modify', 'the loop', async () => {
    const answer = specific('PostToolUse', { updatedInput: { text: 'changed' } });
    expect((await whole({ PostToolUse: answer })).seen).toBe(await plain());
  });
  conforms(goat, '002.matrix.PostToolUse.continue', 'the loop', () =>
    expectNoEffect('PostToolUse', 'resume'),
  );
});

describe('seed 002, hook capabilities matrix: PostToolUseFailure', () => {
  conforms(goat, '002.matrix.PostToolUseFailure.deny', 'the loop', async () => {
    await expectNoEffect('PostToolUseFailure', 'deny');
    const { seen, log } = await whole({ PostToolUseFailure: { decision: 'block', reason: 'no' } });
    expect(seen).toBe(await plain());
    expect(log[0]?.message).toMatch(/^deny was not obeyed: PostToolUseFailure/);
  });
  conforms(goat, '002.matrix.PostToolUseFailure.suppress', 'the loop', () =>
    expectNoEffect('PostToolUseFailure', 'suppress'),
  );
  conforms(goat, '002.matrix.PostToolUseFailure.context', 'the loop', () =>
    expectContext('PostToolUseFailure'),
  );
  conforms(goat, '002.matrix.PostToolUseFailure.modify', 'the loop', () =>
    expectNoEffect('PostToolUseFailure', 'modify'),
  );
  conforms(goat, '002.matrix.PostToolUseFailure.continue', 'the loop', () =>
    expectNoEffect('PostToolUseFailure', 'resume'),
  );
});

describe('seed 002, hook capabilities matrix: Stop', () => {
  conforms(goat, '002.matrix.Stop.deny', 'the loop', () => expectNoEffect('Stop', 'deny'));
  conforms(goat, '002.matrix.Stop.suppress', 'the loop', () => expectNoEffect('Stop', 'suppress'));
  conforms(goat, '002.matrix.Stop.context', 'the loop', () => expectContext('Stop'));
  conforms(goat, '002.matrix.Stop.modify', 'the loop', () => expectNoEffect('Stop', 'modify'));
  conforms(goat, '002.matrix.Stop.continue', 'the loop', async () => {
    const { seen } = await whole({
      Stop: (_, count) => (count === 0 ? { continue: true, reason: 'not done' } : {}),
    });
    expect(seen).toContain('not done');
  });
});

describe('seed 002, hook capabilities matrix: PermissionRequest', () => {
  conforms(goat, '002.matrix.PermissionRequest.deny', 'the loop', async () => {
    const { ran, results } = await whole({ PermissionRequest: { decision: 'deny', reason: 'no' } });
    expect(ran).toEqual([]);
    expect(results[0]).toMatch(/^Denied by the PermissionRequest hook .*: no$/);
  });
  conforms(goat, '002.matrix.PermissionRequest.suppress', 'the loop', () =>
    expectNoEffect('PermissionRequest', 'suppress'),
  );
  conforms(goat, '002.matrix.PermissionRequest.context', 'the loop', () =>
    expectNoEffect('PermissionRequest', 'inject'),
  );
  conforms(goat, '002.matrix.PermissionRequest.modify', 'the loop', async () => {
    const decision = { behavior: 'allow', updatedInput: { text: 'changed' } };
    const { ran } = await whole({
      PermissionRequest: ({ tool_name }) =>
        tool_name === 'echo' ? specific('PermissionRequest', { decision }) : {},
    });
    expect(ran[0]).toEqual({ text: 'changed' });
  });
  conforms(goat, '002.matrix.PermissionRequest.continue', 'the loop', async () => {
    const going = await whole({ PermissionRequest: { decision: 'allow', continue: true } });
    expect(going.ran).toHaveLength(3);
    const stopped = await whole({ PermissionRequest: { decision: 'allow', continue: false } });
    expect(stopped.ran).toEqual([]);
  });
  conforms(goat, '002.matrix.PermissionRequest.interrupt', 'the loop', async () => {
    const { ran, run } = journal({ PermissionRequest: { continue: false } }, setting);
    const { requests, result } = await run();
    expect(ran).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(result.stop_reason).toBe('halted');
  });
});

describe('seed 002, hook capabilities matrix: SessionStart', () => {
  conforms(goat, '002.matrix.SessionStart.deny', 'the loop', () => expectNoEffect('SessionStart', 'deny'));
  conforms(goat, '002.matrix.SessionStart.suppress', 'the loop', () =>
    expectNoEffect('SessionStart', 'suppress'),
  );
  conforms(goat, '002.matrix.SessionStart.context', 'the loop', () => expectContext('SessionStart'));
  conforms(goat, '002.matrix.SessionStart.modify', 'the loop', () =>
    expectNoEffect('SessionStart', 'modify'),
  );
  conforms(goat, '002.matrix.SessionStart.continue', 'the loop', () =>
    expectNoEffect('SessionStart', 'resume'),
  );
});

describe('seed 002, hook capabilities matrix: SessionEnd', () => {
  conforms(goat, '002.matrix.SessionEnd.deny', 'the loop', () => expectNoEffect('SessionEnd', 'deny'));
  conforms(goat, '002.matrix.SessionEnd.suppress', 'the loop', () =>
    expectNoEffect('SessionEnd', 'suppress'),
  );
  conforms(goat, '002.matrix.SessionEnd.context', 'the loop', () => expectNoEffect('SessionEnd', 'inject'));
  conforms(goat, '002.matrix.SessionEnd.modify', 'the loop', () => expectNoEffect('SessionEnd', 'modify'));
  conforms(goat, '002.matrix.SessionEnd.continue', 'the loop', () => expectNoEffect('SessionEnd', 'resume'));
});

describe('seed 002, hook capabilities matrix: others', () => {
  conforms(goat, '002.matrix.Others.deny', 'the loop', async () => {
    for (const event of others) if (!refusing.includes(event)) await expectNoEffect(event, 'deny');
  });
  conforms(goat, '002.matrix.Others.suppress', 'the loop', async () => {
    for (const event of others) await expectNoEffect(event, 'suppress');
  });
  conforms(goat, '002.matrix.Others.context', 'the loop', async () => {
    // What a subagent or a teammate would be told next, when it has stopped, nobody hears.
    const last: readonly AgentSdkEvent[] = ['SubagentStop', 'TeammateIdle', 'TaskCompleted'];
    for (const event of others) if (!last.includes(event)) await expectContext(event);
  });
  conforms(goat, '002.matrix.Others.modify', 'the loop', async () => {
    for (const event of others) if (event !== 'PreCompact') await expectNoEffect(event, 'modify');
    const { summaries } = await whole({
      PreCompact: specific('PreCompact', { custom_instructions: 'Be short.' }),
    });
    expect(summaries).toEqual([expect.stringMatching(/\n\nBe short\.$/)]);
  });
  conforms(goat, '002.matrix.Others.continue', 'the loop', async () => {
    const going: readonly AgentSdkEvent[] = ['SubagentStop', 'TeammateIdle'];
    for (const event of others) if (!going.includes(event)) await expectNoEffect(event, 'resume');
    const { entries } = await whole({ SubagentStop: (_, count) => ({ continue: count === 0 }) });
    expect(entries.filter((entry) => entry === '[explore]')).toHaveLength(3);
  });
});
