import { describe, expect, it } from 'vitest';
import { echo, newAgent, noteFirings } from './support.ts';

const phases = /:session:phase$/;

describe('a session', () => {
  it('fires its points in the order that the lifecycle draws', async () => {
    const { agent, hooks, run } = newAgent({ turns: [{ text: 'Looking.', ...echo('a') }, { text: 'Done.' }] });
    const fired = noteFirings(hooks);
    const { result } = await run();
    await agent.end();
    expect(fired.filter((point) => !phases.test(point))).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'pre:message',
      'post:message',
      'PreToolUse',
      'PostToolUse',
      'pre:message',
      'post:message',
      'Stop',
      'SessionEnd',
    ]);
    expect(result).toMatchObject({ stop_reason: 'end_turn', turns: 2, result: 'Done.' });
  });
});
