import { describe, expect, it } from 'vitest';
import { allPoints, type PointName } from '../../src/index.ts';
import { echo, newAgent, noteFirings } from './support.ts';

/** Points that no run of the agent's core fires; what fires each of them has a test of its own. */
const elsewhere: Partial<Record<PointName, string>> = {
  TeammateIdle: 'the team',
  TaskCompleted: 'the team',
  'pre:git:write': 'the file writer',
  'post:git:write': 'the file writer',
  'pre:view:render': 'the view',
};

describe('the table of points', () => {
  it('has no point that nothing fires', async () => {
    const { agent, hooks, run } = newAgent({
      turns: [
        echo('a'),
        echo('b', { fail: true }),
        { tools: [{ name: 'Task', input: { prompt: 'x', subagent_type: 'explore' } }] },
      ],
      subagents: { explore: {} },
      rules: { ask: ['echo'] },
      approver: () => true,
    });
    const fired = noteFirings(hooks);
    await agent.setup();
    await run();
    await agent.compact();
    await agent.end();
    const silent = allPoints()
      .map(({ name }) => name)
      .filter((name) => !fired.includes(name) && !Object.hasOwn(elsewhere, name));
    expect(silent).toEqual([]);
    expect(Object.keys(elsewhere).filter((name) => fired.includes(name))).toEqual([]);
  });
});
