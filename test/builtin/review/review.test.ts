import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { review } from '../../../src/entries/builtin.ts';
import { bash, quietHooks } from '../../support/hooks.ts';
import { serveModel } from '../../support/servers/model-server.ts';

beforeAll(() => vi.stubEnv('ANTHROPIC_API_KEY', 'key'));
afterAll(() => vi.unstubAllEnvs());

let sessions = 0;

async function reviewed(answers: readonly string[], options: { guard?: true; budget?: number } = {}) {
  const server = await serveModel(answers.map((text) => ({ text: [text] })));
  const { hooks } = quietHooks();
  const { guard, ...own } = options;
  const handler = review({ prompt: 'Is it safe?', model: 'anthropic:judge', baseUrl: server.url, ...own });
  hooks.on('PreToolUse', { name: 'review', ...(guard && { guard }) }, handler);
  sessions += 1;
  const base = { ...bash, session_id: `review-${process.pid}-${sessions}` };
  return {
    server,
    call: (command: string) => hooks.fire('PreToolUse', { ...base, tool_input: { command } }),
  };
}

const yes = '{"ok": true}';
const no = '{"ok": false, "reason": "not on Fridays"}';

describe('a review', () => {
  it('refuses with the reason of the model', async () => {
    const { call } = await reviewed([no, yes]);
    expect(await call('deploy')).toMatchObject({ decision: 'deny', reason: 'not on Fridays' });
    expect((await call('ls')).decision).toBeNull();
  });

  it('asks once about equal calls', async () => {
    const { call, server } = await reviewed([no, yes]);
    expect((await call('deploy')).decision).toBe('deny');
    expect(await call('deploy')).toMatchObject({ decision: 'deny', reason: 'not on Fridays' });
    await call('ls');
    expect((await call('ls')).decision).toBeNull();
    expect(server.requests()).toHaveLength(2);
  });

  it('fails when its budget is used up: open, or as a guard closed', async () => {
    for (const [guard, decision] of [
      [undefined, null],
      [true, 'deny'],
    ] as const) {
      const { call, server } = await reviewed([yes], { budget: 1, ...(guard && { guard }) });
      await call('ls');
      const { runs, decision: decided } = await call('pwd');
      expect([decided, runs[0]?.status, runs[0]?.error]).toEqual([
        decision,
        'failed',
        'the budget of 1 questions is used up',
      ]);
      expect(server.requests()).toHaveLength(1);
    }
  });
});
