import { appendFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { budget, rateLimit } from '../../../src/entries/builtin.ts';
import { bash, quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

type Handler = ReturnType<typeof budget>;
let sessions = 0;

function session(): string {
  sessions += 1;
  return `budget-${process.pid}-${Date.now()}-${sessions}`;
}

async function call(handler: Handler, fields: Record<string, unknown> = {}) {
  const { hooks } = quietHooks();
  hooks.on('PreToolUse', { name: 'budget' }, handler);
  return hooks.fire('PreToolUse', { ...bash, ...fields });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a budget', () => {
  it('warns once, then refuses what is beyond it', async () => {
    const session_id = session();
    const handler = budget({ calls: 5 });
    const said: unknown[] = [];
    for (let at = 1; at <= 7; at += 1) {
      const { decision, injections } = await call(handler, { session_id });
      said.push(decision ?? injections[0]?.content ?? null);
    }
    expect(said).toEqual([
      ...[null, null, null],
      'budget: call 4 of 5 for this session. Finish what matters most.',
      ...[null, 'deny', 'deny'],
    ]);
  });

  it('is kept for a hook that another process makes', async () => {
    const session_id = session();
    await call(budget({ calls: 1, warnAt: 1 }), { session_id });
    expect((await call(budget({ calls: 1, warnAt: 1 }), { session_id })).reason).toBe(
      'budget: call 2 of 1 for this session',
    );
  });

  it('is shared by two agents at once to the last call', async () => {
    const session_id = session();
    const handlers = [budget({ calls: 10 }), budget({ calls: 10 })];
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, at) => call(handlers[at % 2] ?? budget(), { session_id })),
    );
    expect(all.filter(({ decision }) => decision !== 'deny')).toHaveLength(10);
  });

  it.each([
    ['tool', { tool_name: 'Read', tool_input: {} }],
    ['agent', { agent_id: 'other' }],
    ['session', { session_id: 'another' }],
  ] as const)('has its own count for each %s', async (per, other) => {
    const session_id = session();
    const handler = budget({ calls: 1, per });
    await call(handler, { session_id });
    expect((await call(handler, { session_id })).decision).toBe('deny');
    expect(
      (await call(handler, { session_id, ...other, ...(per === 'session' && { session_id: session() }) }))
        .decision,
    ).toBeNull();
  });

  it.each([
    ['ask', { decision: 'ask', halted: false }],
    ['deny', { decision: 'deny', halted: false }],
    ['halt', { decision: 'deny', halted: true }],
  ] as const)('answers %s', async (answer, outcome) => {
    const session_id = session();
    const handler = budget({ calls: 1, answer });
    await call(handler, { session_id });
    expect(await call(handler, { session_id })).toMatchObject(outcome);
  });

  it('counts minutes from the first call', async () => {
    const session_id = session();
    vi.useFakeTimers({ toFake: ['Date'] });
    const handler = budget({ time: '10m' });
    expect((await call(handler, { session_id })).decision).toBeNull();
    vi.setSystemTime(Date.now() + 11 * 60_000);
    expect((await call(handler, { session_id })).reason).toBe(
      'budget: 11 of 10 minutes used for this session',
    );
  });

  it('counts the tokens of a transcript, each message once, and only whole lines', async () => {
    const session_id = session();
    const scratch = new Scratch();
    const line = (id: string, tokens: number) =>
      `${JSON.stringify({ type: 'assistant', message: { id, usage: { input_tokens: tokens, output_tokens: 1 } } })}\n`;
    const transcript_path = scratch.write('t.jsonl', `${line('a', 9)}${line('a', 9)}{"torn`);
    const handler = budget({ tokens: 25, warnAt: 0.99 });
    const ask = async () => (await call(handler, { session_id, transcript_path })).decision;
    expect(await ask()).toBeNull();
    appendFileSync(transcript_path, `":1}\n${line('b', 14)}`);
    expect(await ask()).toBeNull();
    appendFileSync(transcript_path, line('c', 1));
    expect(await ask()).toBe('deny');
  });

  it("takes Codex's total, and a cost where there is one", async () => {
    const scratch = new Scratch();
    const codex = scratch.write(
      'c.jsonl',
      '{"payload":{"info":{"total_token_usage":{"total_tokens":500}}}}\n',
    );
    expect(
      (await call(budget({ tokens: 400 }), { session_id: session(), transcript_path: codex })).reason,
    ).toBe('budget: 500 of 400 tokens used for this session');
    const priced = scratch.write('p.jsonl', '{"costUSD":1.5}\n{"costUSD":0.75}\n');
    expect((await call(budget({ cost: 2 }), { session_id: session(), transcript_path: priced })).reason).toBe(
      'budget: 2.25 of 2 US$ spent for this session',
    );
    expect(
      (await call(budget({ tokens: 1 }), { session_id: session(), transcript_path: '/none' })).decision,
    ).toBeNull();
  });
});

describe('a rate limit', () => {
  it('opens again when calls are old enough, and counts none that was denied', async () => {
    const session_id = session();
    vi.useFakeTimers({ toFake: ['Date'] });
    const handler = rateLimit({ calls: 2, within: '10s' });
    const ask = async () => (await call(handler, { session_id })).decision;
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([null, null, 'deny', 'deny']);
    vi.setSystemTime(Date.now() + 10_001);
    expect([await ask(), await ask(), await ask()]).toEqual([null, null, 'deny']);
  });
});
