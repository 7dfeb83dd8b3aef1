import { describe, expect } from 'vitest';
import { echo } from '../../agent/support.ts';
import { goat } from '../catalogue/goat.ts';
import { returning, specific } from '../goat/support.ts';
import { conforms } from '../line.ts';
import { type Answer, journal, task } from './journal.ts';

const asking = { permissionMode: 'default', approver: () => false } as const;

/** What the tool ran with, and what the model got of it. */
async function called(PreToolUse: Answer, setting: object = {}): Promise<readonly unknown[]> {
  const { ran, run } = journal({ PreToolUse }, setting);
  const { results } = await run();
  return [ran.length, ...results];
}

describe('seed 001, section 4: what an output does in the loop', () => {
  conforms(goat, '001.4.1.continue', 'the loop', async () => {
    const { run, ran } = journal({ PreToolUse: { continue: false } });
    expect((await run()).result).toMatchObject({ stop_reason: 'end_turn', turns: 2 });
    expect(ran).toHaveLength(1);
    const stopped = journal({ UserPromptSubmit: { continue: false, stopReason: 'enough' } });
    expect((await stopped.run()).result).toMatchObject({ stop_reason: 'halted', turns: 0, reason: 'enough' });
  });
  conforms(goat, '001.4.1.suppressOutput', 'the loop', async () => {
    const { run } = journal({ PostToolUse: { suppressOutput: true } });
    const { results, requests } = await run();
    expect(results).toEqual(['[output suppressed by hook]']);
    expect(JSON.stringify(requests)).not.toContain('echo: a');
  });
  conforms(goat, '001.4.1.stopReason', 'the loop', async () => {
    const { run } = journal({ Stop: { continue: false, stopReason: 'enough' } });
    const { events, result } = await run();
    expect(result).toMatchObject({ stop_reason: 'halted', reason: 'enough' });
    expect(events).toContainEqual(expect.objectContaining({ type: 'notice', message: 'enough' }));
  });
  conforms(goat, '001.4.1.decision', 'the loop', async () => {
    expect(await called({ decision: 'approve' }, asking)).toEqual([1, 'echo: a']);
    expect(await called({ decision: 'block' })).toEqual([0, expect.stringContaining('Denied')]);
  });
  conforms(goat, '001.4.1.systemMessage', 'the loop', async () => {
    const { run } = journal({ PreToolUse: { systemMessage: 'Remember.' } });
    expect((await run()).requests[1]?.system).toBe('You help.\n\nRemember.');
  });
  conforms(goat, '001.4.1.reason', 'the loop', async () => {
    expect(await called({ decision: 'block', reason: 'no shell' })).toEqual([
      0,
      expect.stringMatching(/: no shell$/),
    ]);
  });
  conforms(goat, '001.4.3.PostToolUse.updatedMCPToolOutput', 'the loop', async () => {
    const answer = specific('PostToolUse', { updatedMCPToolOutput: 'changed' });
    const { run } = journal({ PostToolUse: answer });
    const { results, requests } = await run();
    expect(results).toEqual(['changed']);
    expect(JSON.stringify(requests)).not.toContain('echo: a');
  });
  conforms(goat, '001.4.3.PermissionRequest', 'the loop', async () => {
    const decided = (decision: object): object => specific('PermissionRequest', { decision });
    const granted = journal(
      { PermissionRequest: decided({ behavior: 'allow', updatedInput: { text: 'b' } }) },
      asking,
    );
    await granted.run();
    expect(granted.ran).toEqual([{ text: 'b' }]);
    const refused = journal(
      { PermissionRequest: decided({ behavior: 'deny', message: 'no', interrupt: true }) },
      asking,
    );
    const { result, results } = await refused.run();
    expect(refused.ran).toEqual([]);
    expect(results[0]).toContain('no');
    expect(result).toMatchObject({ stop_reason: 'halted', turns: 1 });
  });
});

describe('seed 001, section 8: hook result processing', () => {
  conforms(goat, '001.8.1', 'the loop', async () => {
    const answer = specific('PreToolUse', { permissionDecision: 'deny' });
    expect(await called(answer)).toEqual([0, expect.stringContaining('Denied')]);
  });
  conforms(goat, '001.8.2', 'the loop', async () => {
    const answer = specific('PreToolUse', { permissionDecision: 'allow' });
    expect(await called(answer, asking)).toEqual([1, 'echo: a']);
  });
  conforms(goat, '001.8.3', 'the loop', async () => {
    const { runner, ran, run } = journal({ PreToolUse: { decision: 'approve' } });
    runner.registerScoped('main', { PreToolUse: [{ hooks: [returning({ decision: 'block' })] }] });
    await run();
    expect(ran).toEqual([]);
  });
  conforms(goat, '001.8.4', 'the loop', async () => {
    const questions: string[] = [];
    const approver = ({ toolName }: { readonly toolName: string }): boolean => {
      questions.push(toolName);
      return false;
    };
    const note = { systemMessage: 'note' };
    expect(await called(note, { ...asking, approver })).toEqual([0, 'Permission denied by the user']);
    expect(questions).toEqual(['echo']);
  });
  conforms(goat, '001.8.6', 'the loop', async () => {
    for (const answer of [{ continue: true }, { decision: 'block', reason: 'more' }]) {
      const { run } = journal({ Stop: (_, count) => (count === 0 ? answer : {}) });
      expect((await run()).result.turns).toBe(3);
    }
  });
  conforms(goat, '001.8.7', 'the loop', async () => {
    for (const answer of [{}, { systemMessage: 'note' }]) {
      const { run } = journal({ Stop: answer });
      expect((await run()).result).toMatchObject({ stop_reason: 'end_turn', turns: 2 });
    }
  });
});

describe('seed 001, section 9: additional context injection', () => {
  conforms(goat, '001.9.1', 'the loop', async () => {
    const { run } = journal({ PreToolUse: { systemMessage: 'a' }, PostToolUse: { systemMessage: '' } });
    expect((await run()).requests[1]?.system).toBe('You help.\n\na');
  });
  conforms(goat, '001.9.2', 'the loop', async () => {
    const before = ['SessionStart', 'Setup', 'Notification', 'UserPromptSubmit'] as const;
    const after = ['PreToolUse', 'PostToolUse'] as const;
    const all = [...before, ...after, 'PostToolUseFailure', 'SubagentStart'] as const;
    const answers = Object.fromEntries(
      all.map((event) => [event, specific(event, { additionalContext: event })]),
    );
    const turns = [echo('a'), echo('b', { fail: true }), task, {}];
    const { agent, run } = journal(answers, {
      turns,
      subagents: { explore: { prompt: 'You explore.' } },
    });
    await agent.setup();
    await agent.notify('Hello', 'auth_success');
    const { requests } = await run();
    expect(requests.map(({ system }) => system)).toEqual([
      `You help.\n\n${before.join('\n')}`,
      `You help.\n\n${after.join('\n')}`,
      'You help.\n\nPreToolUse\nPostToolUseFailure',
      'You explore.\n\nSubagentStart',
      `You help.\n\n${after.join('\n')}`,
    ]);
  });
  conforms(goat, '001.9.3', 'the loop', async () => {
    const both = { systemMessage: 'a', ...specific('PreToolUse', { additionalContext: 'b' }) };
    const { run } = journal({ PreToolUse: both, PostToolUse: { systemMessage: 'c' } });
    expect((await run()).requests[1]?.system).toBe('You help.\n\na\nb\nc');
  });
});

describe('seed 001, section 10: verification checklist', () => {
  conforms(goat, '001.10.7', 'the loop', async () => {
    const decided = (permissionDecision: string): object => specific('PreToolUse', { permissionDecision });
    expect(await called(decided('allow'), asking)).toEqual([1, 'echo: a']);
    expect(await called(decided('deny'))).toEqual([0, expect.stringContaining('Denied')]);
    expect(await called(decided('ask'), { approver: () => false })).toEqual([
      0,
      'Permission denied by the user',
    ]);
    expect(await called(decided('ask'), { approver: () => true })).toEqual([1, 'echo: a']);
  });
  conforms(goat, '001.10.8', 'the loop', async () => {
    const { run } = journal({ Stop: (_, count) => (count === 0 ? { continue: true, reason: 'again' } : {}) });
    const { requests } = await run();
    expect(requests).toHaveLength(3);
    expect(requests[2]?.messages.at(-1)).toEqual({ role: 'user', content: 'again' });
  });
  conforms(goat, '001.10.9', 'the loop', async () => {
    const answer = specific('PostToolUse', { additionalContext: 'note' });
    const { run } = journal({ PostToolUse: answer });
    expect((await run()).requests.map(({ system }) => system)).toEqual(['You help.', 'You help.\n\nnote']);
  });
  conforms(goat, '001.10.10', 'the loop', async () => {
    const broken = (): object => {
      throw new Error('bug');
    };
    const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'] as const;
    const { agent, log, ran, run } = journal(Object.fromEntries(events.map((event) => [event, broken])));
    const { result, results } = await run();
    await agent.end();
    expect(ran).toHaveLength(1);
    expect(results).toEqual(['echo: a']);
    expect(result).toMatchObject({ stop_reason: 'end_turn', result: 'Done.' });
    expect(log.map(({ level, point }) => [level, point])).toEqual(events.map((event) => ['error', event]));
  });
});

describe('seed 002, scoped hooks', () => {
  const scoped = { PreToolUse: [{ hooks: [returning({ systemMessage: 'scoped' })] }] };

  conforms(goat, '002.scoped.1', 'the loop', async () => {
    const { runner, entries, run } = journal(
      {
        SubagentStart: ({ agent_id }) => {
          runner.registerScoped(String(agent_id), {
            PreToolUse: [{ hooks: [returning({ decision: 'block' })] }],
            SubagentStop: [
              { hooks: [(input) => ({ continue: 'stop_hook_active' in input && !input.stop_hook_active })] },
            ],
          });
          return {};
        },
      },
      {
        turns: [echo('out'), task, echo('out again'), {}],
        scripts: { explore: [echo('in'), {}] },
        subagents: { explore: {} },
      },
    );
    const { results } = await run();
    expect(results).toEqual([
      'echo: out',
      expect.stringContaining('Denied'),
      expect.any(String),
      'echo: out again',
    ]);
    expect(entries.filter((entry) => entry === '[tool]')).toHaveLength(2);
    // Twice by itself, and once more since its own hook resumed it.
    expect(entries.filter((entry) => entry === '[explore]')).toHaveLength(3);
  });
  conforms(goat, '002.scoped.3', 'the loop', async () => {
    const { runner, run } = journal({}, { turns: [echo('a'), {}, echo('b'), {}] });
    runner.registerScoped('main', scoped);
    expect((await run()).requests[1]?.system).toBe('You help.\n\nscoped');
    runner.unregisterScoped('main');
    expect((await run()).requests[1]?.system).toBe('You help.');
  });
  conforms(goat, '002.scoped.4', 'the loop', async () => {
    const { runner, run } = journal({ PreToolUse: { systemMessage: 'base' } });
    runner.registerScoped('main', scoped);
    runner.registerScoped('another', { PreToolUse: [{ hooks: [returning({ decision: 'block' })] }] });
    const { requests, results } = await run();
    expect(results).toEqual(['echo: a']);
    expect(requests[1]?.system).toBe('You help.\n\nbase\nscoped');
  });
});

describe('seed 002, context injection mechanism', () => {
  const turns = [echo('a'), echo('b'), {}];

  conforms(goat, '002.context.1', 'the loop', async () => {
    const { run } = journal({
      SessionStart: { systemMessage: 'one' },
      UserPromptSubmit: { systemMessage: '' },
      Stop: { systemMessage: 'two' },
    });
    expect((await run()).requests[0]?.system).toBe('You help.\n\none');
    expect((await run()).requests[0]?.system).toBe('You help.\n\ntwo');
  });
  conforms(goat, '002.context.2', 'the loop', async () => {
    const { run } = journal({ PreToolUse: { systemMessage: 'a' }, PostToolUse: { systemMessage: 'b' } });
    expect((await run()).requests[1]?.system).toBe('You help.\n\na\nb');
  });
  conforms(goat, '002.context.3', 'the loop', async () => {
    const once: Answer = (_, count) => (count === 0 ? { systemMessage: 'once' } : {});
    const { run } = journal({ PreToolUse: once }, { turns });
    const { requests } = await run();
    expect(requests.map(({ system }) => system)).toEqual(['You help.', 'You help.\n\nonce', 'You help.']);
  });
});
