import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import {
  collectAdditionalContext,
  processPreToolUseResults,
} from '../../../src/front-doors/runner/decisions.ts';
import { soonMs } from '../../support/eventually.ts';
import { Scratch } from '../../support/scratch.ts';
import { goat } from '../catalogue/goat.ts';
import { conforms } from '../line.ts';
import {
  answering,
  base,
  emitted,
  fireGroups,
  fireSample,
  inputs,
  printing,
  quietRunner,
  returning,
  saving,
  specific,
} from './support.ts';

function throws(): never {
  throw new Error('bug');
}

/** A command that answers the first when it is run for the first time, and then the second. */
function inTwoPhases(first: object, second: string): string {
  const file = `${new Scratch().path}/state`;
  return `if [ -e '${file}' ]; then ${second}; else touch '${file}'; ${printing(first)}; fi`;
}

describe("what Goat's own tests of its runner cover", () => {
  // An empty list rather than null, so that the results can be processed without a question.
  conforms(goat, 'facts.2.4.1', 'hookline/runner', async () => {
    expect(await fireSample(quietRunner({}).runner, 'PreToolUse')).toEqual([]);
  });
  conforms(goat, 'facts.2.4.2', 'hookline/runner', async () => {
    const { runner } = quietRunner({ PostToolUse: [{ hooks: [returning({})] }] });
    expect(await fireSample(runner, 'PreToolUse')).toEqual([]);
  });
  conforms(goat, 'facts.2.4.3', 'hookline/runner', async () => {
    const { results } = await answering('PreToolUse', { decision: 'approve' });
    expect(processPreToolUseResults(results)).toBe('allow');
  });
  // An empty decision is none in Goat; DESIGN: a decision that is not understood never lets the action go ahead.
  conforms(goat, 'facts.2.4.4', 'hookline/runner', async () => {
    const table = { approve: 'allow', block: 'deny', allow: 'allow', deny: 'deny' };
    for (const [decision, meaning] of Object.entries(table)) {
      expect((await answering('PreToolUse', { decision })).results.outcome.decision).toBe(meaning);
    }
    const { results } = await answering('PreToolUse', { decision: '' });
    expect(results.outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'unclear' }] });
  });
  conforms(goat, 'facts.2.4.5', 'hookline/runner', async () => {
    const groups = [
      { matcher: 'Edit', hooks: [returning({ reason: 'edit' })] },
      { matcher: 'Bash', hooks: [returning({ reason: 'bash' })] },
      { matcher: 'Bas', hooks: [returning({ reason: 'a part of it' })] },
      { matcher: 'bash', hooks: [returning({ reason: 'another case' })] },
    ];
    expect((await fireGroups('PreToolUse', ...groups)).results).toEqual([{ reason: 'bash' }]);
  });
  conforms(goat, 'facts.2.4.6', 'hookline/runner', async () => {
    const groups = [
      { matcher: 'mcp__*', hooks: [returning({ reason: 'another server' })] },
      { matcher: 'Ba*', hooks: [returning({ reason: 'the pattern' })] },
      { matcher: 'B*x', hooks: [returning({ reason: 'another end' })] },
    ];
    expect((await fireGroups('PreToolUse', ...groups)).results).toEqual([{ reason: 'the pattern' }]);
  });
  conforms(goat, 'facts.2.4.7', 'hookline/runner', async () => {
    expect((await fireGroups('PreToolUse', { matcher: '', hooks: [returning({})] })).results).toHaveLength(1);
  });
  conforms(goat, 'facts.2.4.8', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', {
      hooks: [(input) => (input.hook_event_name === 'PreToolUse' ? { reason: input.tool_name } : {})],
    });
    expect(results).toEqual([{ reason: 'Bash' }]);
  });
  conforms(goat, 'facts.2.4.9', 'hookline/runner', async () => {
    const hooks = [returning({ continue: false }), throws];
    expect((await fireGroups('PreToolUse', { hooks })).results).toEqual([{ continue: false }]);
  });
  conforms(goat, 'facts.2.4.10', 'hookline/runner', async () => {
    const hooks = [returning({ continue: true }), returning({})];
    expect((await fireGroups('PreToolUse', { hooks })).results).toHaveLength(2);
  });
  conforms(goat, 'facts.2.4.11', 'hookline/runner', async () => {
    const groups = [{ hooks: [returning({ reason: 'a' })] }, { hooks: [returning({ reason: 'b' })] }];
    expect((await fireGroups('PreToolUse', ...groups)).results).toEqual([{ reason: 'a' }, { reason: 'b' }]);
  });
  conforms(goat, 'facts.2.4.12', 'hookline/runner', async () => {
    const hooks = [throws, returning({ reason: 'kept' })];
    expect((await fireGroups('PreToolUse', { hooks })).results).toEqual([{ reason: 'kept' }]);
  });
  conforms(goat, 'facts.2.4.13', 'hookline/runner', async () => {
    const startedAt = performance.now();
    const { results } = await fireGroups('PreToolUse', { timeout: 1, commands: ['sleep 600'] });
    expect(results).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(soonMs);
  });
  conforms(goat, 'facts.2.4.14', 'hookline/runner', async () => {
    const answer = {
      continue: true,
      suppressOutput: true,
      stopReason: 'stop',
      systemMessage: 'message',
      reason: 'reason',
      ...specific('PostToolUse', { additionalContext: 'context', updatedMCPToolOutput: { a: 1 } }),
    };
    const { results } = await fireGroups('PostToolUse', {
      hooks: [returning(answer)],
      commands: [printing(answer)],
    });
    expect(results).toEqual([answer, answer]);
    const decided = { decision: 'approve', suppressOutput: false, ...specific('PreToolUse', {}) };
    expect((await answering('PreToolUse', decided)).results).toEqual([decided]);
  });
  conforms(goat, 'facts.2.4.15', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', { commands: ['true'] });
    expect(results).toEqual([{}]);
  });
  conforms(goat, 'facts.2.4.16', 'hookline/runner', async () => {
    const line = `echo '{"decision": "approve", "reason": "fine"}'`;
    const { results } = await fireGroups('PreToolUse', { commands: [line] });
    expect(results).toEqual([{ decision: 'approve', reason: 'fine' }]);
    expect(results.outcome).toMatchObject({ decision: 'allow', reason: 'fine' });
  });
  conforms(goat, 'facts.2.4.17', 'hookline/runner', async () => {
    const file = `${new Scratch().path}/stdin`;
    await fireGroups('PreToolUse', { commands: [saving(file)] });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      tool_name: 'Bash',
      session_id: base.session_id,
    });
  });
  conforms(goat, 'facts.2.4.18', 'hookline/runner', async () => {
    expect((await fireGroups('PreToolUse', { commands: ['exit 1'] })).results).toEqual([]);
  });
  conforms(goat, 'facts.2.4.19', 'hookline/runner', async () => {
    const group = { commands: [printing({ reason: 'shell' })], hooks: [returning({ reason: 'callback' })] };
    const { results } = await fireGroups('PreToolUse', group);
    expect(results).toEqual([{ reason: 'callback' }, { reason: 'shell' }]);
  });
  // Goat lets any matcher match then. DESIGN: a matcher is tested against the field of the event's row, and ignored
  // with a warning where there is none.
  conforms(goat, 'facts.2.4.20', 'hookline/runner', async () => {
    const { results, log } = await fireGroups('Stop', { matcher: 'Bash', hooks: [returning({})] });
    expect(results).toEqual([{}]);
    expect(log).toMatchObject([{ level: 'warning', point: 'Stop' }]);
    const other = await fireGroups('Notification', { matcher: 'Bash', hooks: [returning({})] });
    expect(other.results).toEqual([]);
  });
  conforms(goat, 'facts.2.4.21', 'hookline/runner', async () => {
    for (const event of ['Notification', 'PermissionRequest', 'SubagentStart'] as const) {
      const seen: object[] = [];
      const note = (input: object): object => {
        seen.push(input);
        return {};
      };
      await fireGroups(event, { hooks: [note] });
      expect(seen).toMatchObject([inputs[event]]);
    }
  });
  conforms(goat, 'facts.2.4.22', 'hookline/runner', async () => {
    const answer = specific('PostToolUse', { updatedMCPToolOutput: { rows: [1] } });
    const { results } = await answering('PostToolUse', answer);
    expect(results).toEqual([answer]);
    expect(results.outcome.value).toEqual({ rows: [1] });
  });
  conforms(goat, 'facts.2.4.23', 'hookline/runner', async () => {
    const answer = specific('PreToolUse', { permissionDecision: 'ask' });
    expect((await answering('PreToolUse', answer)).results).toEqual([answer]);
  });
  // Goat gives an empty result; DESIGN: a second async answer is invalid, so there is none.
  conforms(goat, 'facts.2.4.24', 'hookline/runner', async () => {
    const { results } = await answering('PreToolUse', { async: true });
    expect(results).toEqual([]);
    expect(results.outcome.runs).toMatchObject([{ failure: 'invalid' }]);
  });
  conforms(goat, 'facts.2.4.25', 'hookline/runner', async () => {
    expect(await emitted({ PreToolUse: [{ hooks: [returning({})] }] })).toMatchObject([
      { subtype: 'hook_started', session_id: base.session_id },
      { subtype: 'hook_response', session_id: base.session_id, outcome: 'success' },
    ]);
  });
  conforms(goat, 'facts.2.4.26', 'hookline/runner', async () => {
    const { runner } = quietRunner({ PreToolUse: [{ commands: ['echo "{}"'] }] });
    // Nobody reads, neither before nor after someone asked for the messages.
    expect(await fireSample(runner, 'PreToolUse')).toEqual([{}]);
    runner.messages();
    expect(await fireSample(runner, 'PreToolUse')).toEqual([{}]);
  });
  conforms(goat, 'facts.2.4.27', 'hookline/runner', async () => {
    const messages = await emitted({ PreToolUse: [{ hooks: [throws] }] });
    expect(messages.at(-1)).toMatchObject({ subtype: 'hook_response', outcome: 'error' });
  });
  conforms(goat, 'facts.2.4.28', 'hookline/runner', async () => {
    const { runner } = quietRunner({ PreToolUse: [{ hooks: [returning({ reason: 'base' })] }] });
    runner.registerScoped('a', { PreToolUse: [{ hooks: [returning({ reason: 'scoped' })] }] });
    expect(await fireSample(runner, 'PreToolUse')).toEqual([{ reason: 'base' }, { reason: 'scoped' }]);
  });
  conforms(goat, 'facts.2.4.29', 'hookline/runner', async () => {
    const { runner } = quietRunner({});
    runner.registerScoped('a', { PreToolUse: [{ hooks: [returning({})] }] });
    runner.unregisterScoped('a');
    expect(await fireSample(runner, 'PreToolUse')).toEqual([]);
  });
  conforms(goat, 'facts.2.4.30', 'hookline/runner', async () => {
    const { runner } = quietRunner({ PreToolUse: [{ hooks: [returning({})] }] });
    runner.registerScoped('a', { Stop: [{ hooks: [returning({ reason: 'scoped' })] }] });
    expect(await fireSample(runner, 'Stop')).toEqual([{ reason: 'scoped' }]);
  });
  conforms(goat, 'facts.2.4.31', 'hookline/runner', async () => {
    const { runner } = quietRunner({});
    for (const id of ['a', 'b'])
      runner.registerScoped(id, { Stop: [{ hooks: [returning({ systemMessage: id })] }] });
    expect(collectAdditionalContext(await fireSample(runner, 'Stop'))).toBe('a\nb');
  });
  conforms(goat, 'facts.2.4.32', 'hookline/runner', async () => {
    let calls = 0;
    const hook = (): object => {
      calls += 1;
      return calls === 1 ? { async: true } : { reason: `call ${calls}` };
    };
    expect((await fireGroups('PreToolUse', { hooks: [hook] })).results).toEqual([{ reason: 'call 2' }]);
    expect(calls).toBe(2);
  });
  conforms(goat, 'facts.2.4.33', 'hookline/runner', async () => {
    const line = inTwoPhases({ async: true, asyncTimeout: 20 }, printing({ reason: 'second' }));
    expect((await fireGroups('PreToolUse', { commands: [line] })).results).toEqual([{ reason: 'second' }]);
  });
  conforms(goat, 'facts.2.4.34', 'hookline/runner', async () => {
    const messages = await emitted({ PreToolUse: [{ commands: ['echo careful >&2'] }] });
    const progress = messages.filter((message) => message.subtype === 'hook_progress');
    expect(progress.map(({ stderr }) => stderr).join('')).toBe('careful\n');
  });
  conforms(goat, 'facts.2.4.35', 'hookline/runner', async () => {
    const line = inTwoPhases({ async: true }, 'exit 1');
    const { results } = await fireGroups('PreToolUse', { commands: [line] });
    expect(results).toEqual([]);
    expect(results.outcome.runs).toMatchObject([{ failure: 'exit' }]);
  });
});
