import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/engine/outcome/outcome.ts';
import { agentNamed } from '../../../src/gateway/agents/agent-table.ts';
import { type AgentCall, readCall } from '../../../src/gateway/payload/read-call.ts';
import { AnnouncedCalls, announcedKey, restrained } from '../../../src/gateway/state/announced-calls.ts';
import { Scratch } from '../../support/scratch.ts';
import { fixturesOf, outcomeOf } from '../support.ts';

const { PreToolUse: payload = {} } = fixturesOf(agentNamed('claude-code'));
const call = readCall(agentNamed('claude-code'), { ...payload, tool_use_id: 'toolu_01ABCDEFGHIJKLMNOPQR' });

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The host goes on too.
  }
}

/** As the host judges a call; it writes after the answer, or not yet. */
async function judgeOnce(
  announced: AgentCall,
  policy: string,
  judge: () => Promise<Outcome>,
  { calls = new AnnouncedCalls(false), isWritten = true } = {},
): Promise<Outcome> {
  const key = announcedKey(announced, () => policy);
  if (key === null) return judge();
  const earlier = await calls.earlier(key);
  if (earlier !== null) return restrained(announced, earlier);
  try {
    const outcome = await judge();
    calls.judged(key, outcome);
    if (isWritten) attempt(() => calls.write(key, outcome));
    return outcome;
  } catch (problem) {
    calls.failed(key);
    throw problem;
  }
}

describe('a call that is announced twice', () => {
  const old = process.env['XDG_STATE_HOME'];
  let state: string;
  beforeEach(() => {
    state = new Scratch().path;
    process.env['XDG_STATE_HOME'] = state;
  });
  afterEach(() => {
    if (old === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = old;
  });

  const folder = (): string => join(state, 'hookline', 'calls');

  /** Announces calls one after the other, and tells what came of each and how often it was judged. */
  async function announce(
    calls: readonly AgentCall[],
    wanted: Partial<Outcome>,
    policies = ['one', 'one'],
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly judged: number }> {
    let judged = 0;
    const outcomes: Outcome[] = [];
    for (const [index, announced] of calls.entries()) {
      const judge = async (): Promise<Outcome> => {
        judged += 1;
        return outcomeOf(announced, wanted);
      };
      outcomes.push(await judgeOnce(announced, policies[index] ?? '', judge));
    }
    return { outcomes, judged };
  }

  it('is judged once, restrained twice, and told about once', async () => {
    const injections = [{ content: 'hint', into: 'system' as const, hook: 'h' }];
    const notices = [{ message: 'look', level: 'info' as const, hook: 'h' }];
    const { outcomes, judged } = await announce([call, call], {
      decision: 'deny',
      reason: 'no',
      injections,
      notices,
    });
    expect(judged).toBe(1);
    expect(outcomes[1]).toMatchObject({ decision: 'deny', reason: 'no', injections: [], notices: [] });
  });

  it('is rewritten the same way by both, and granted by the first alone', async () => {
    const value = { command: 'rewritten' };
    const { outcomes } = await announce([call, call], { decision: 'allow', modified: true, value });
    expect(outcomes.map(({ decision }) => decision)).toEqual(['allow', null]);
    expect(outcomes[1]).toMatchObject({ modified: true, value });
  });

  it('is judged once also when both come at the same time', async () => {
    let judged = 0;
    const slowly = async (): Promise<Outcome> => {
      judged += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return outcomeOf(call, { decision: 'deny', reason: 'no' });
    };
    const outcomes = await Promise.all([judgeOnce(call, '', slowly), judgeOnce(call, '', slowly)]);
    expect(outcomes.map(({ decision }) => decision)).toEqual(['deny', 'deny']);
    expect(judged).toBe(1);
  });

  it('is judged again where the record is broken, forged in part, or of a process that is gone', async () => {
    const key = announcedKey(call, () => 'one');
    const at = Date.now();
    const file = join(folder(), `${Math.floor(at / 60_000)}.jsonl`);
    mkdirSync(folder(), { recursive: true });
    const lines = [
      '',
      '{',
      'null',
      JSON.stringify({ key, at, restraint: { decision: 'allow' } }),
      JSON.stringify({ key, at, restraint: { decision: null } }),
      JSON.stringify({ key, at, by: 'gone', pid: 2 ** 30 }),
      JSON.stringify({ key, at, by: 'nobody', pid: -1 }),
    ];
    for (const line of lines) {
      writeFileSync(file, `${line}\n`);
      const again = await announce([call], { decision: 'deny' });
      expect([line, again.judged, again.outcomes[0]?.decision]).toEqual([line, 1, 'deny']);
    }
    await expect(judgeOnce(call, 'throws', () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect((await announce([call], {}, ['throws'])).judged).toBe(1);
  });

  it('is another call with other words, in another folder, a minute later, or with an id that can be guessed', async () => {
    const other = readCall(call.agent, { ...call.payload, tool_input: { command: 'rm -rf /' } });
    expect((await announce([call, other], {})).judged).toBe(2);
    expect((await announce([call, call], {}, ['here', 'there'])).judged).toBe(2);
    const calls = new AnnouncedCalls(false);
    calls.write(announcedKey(call, () => 'aged') ?? '', outcomeOf(call, {}), Date.now() - 61_000);
    expect((await announce([call], {}, ['aged'])).judged).toBe(1);
    const guessed = readCall(call.agent, { ...payload, tool_use_id: 'call_1' });
    expect((await announce([guessed, guessed], {})).judged).toBe(2);
  });

  it('is judged once by a process that stays, which makes no file for it', async () => {
    let judged = 0;
    const judge = async (): Promise<Outcome> => {
      judged += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return outcomeOf(call, { decision: 'allow', reason: 'no', modified: true, value: { command: 'ls' } });
    };
    const daemon = { calls: new AnnouncedCalls(true), isWritten: false };
    const both = await Promise.all([judgeOnce(call, '', judge, daemon), judgeOnce(call, '', judge, daemon)]);
    both.push(await judgeOnce(call, '', judge, daemon));
    expect(both.map(({ decision, modified }) => [decision, modified])).toEqual([
      ['allow', true],
      [null, true],
      [null, true],
    ]);
    await judgeOnce(call, 'elsewhere', judge, daemon);
    expect(judged).toBe(2);
    expect(existsSync(folder())).toBe(false);
    // A process that judges by itself comes later, and finds what it noted.
    const [first] = both;
    if (first !== undefined) daemon.calls.write(announcedKey(call, () => '') ?? '', first);
    expect(await judgeOnce(call, '', judge)).toMatchObject({ decision: null, value: { command: 'ls' } });
    expect(judged).toBe(2);
  });

  it('is judged again by a process that stays where the first judgement failed', async () => {
    const daemon = { calls: new AnnouncedCalls(true) };
    const fails = (): Promise<Outcome> => Promise.reject(new Error('broken'));
    await expect(judgeOnce(call, '', fails, daemon)).rejects.toThrow('broken');
    const judge = async (): Promise<Outcome> => outcomeOf(call, { decision: 'deny', reason: 'no' });
    expect(await judgeOnce(call, '', judge, daemon)).toMatchObject({ decision: 'deny' });
  });

  it('is judged once where a process that stays comes second', async () => {
    const judge = async (): Promise<Outcome> => outcomeOf(call, { decision: 'deny', reason: 'no' });
    await judgeOnce(call, '', judge);
    const daemon = { calls: new AnnouncedCalls(true) };
    const never = (): Promise<Outcome> => Promise.reject(new Error('judged again'));
    expect(await judgeOnce(call, '', never, daemon)).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  it('is held in memory by a process that stays for a minute, and no longer', async () => {
    const calls = new AnnouncedCalls(true);
    expect(await calls.earlier('old', 0)).toBeNull();
    calls.judged('old', outcomeOf(call, { decision: 'deny' }));
    expect(await calls.earlier('old', 59_000)).toMatchObject({ decision: 'deny' });
    expect(await calls.earlier('old', 60_000)).toBeNull();
  });

  it('is noted in one file a minute, and only hookline’s own old files go', () => {
    const calls = new AnnouncedCalls(false);
    const outcome = outcomeOf(call, {});
    calls.write('one', outcome, 0);
    calls.write('two', outcome, 1);
    expect(readdirSync(folder())).toEqual(['0.jsonl']);
    for (const name of ['notes.txt', '.env', '1.json']) writeFileSync(join(folder(), name), 'work');
    calls.write('three', outcome, 200_000);
    expect(readdirSync(folder()).sort()).toEqual(['.env', '1.json', '3.jsonl', 'notes.txt']);
  });

  it('is judged by each where nothing can be kept', async () => {
    process.env['XDG_STATE_HOME'] = join(state, 'a-file');
    writeFileSync(join(state, 'a-file'), '');
    chmodSync(join(state, 'a-file'), 0o400);
    expect((await announce([call, call], {})).judged).toBe(2);
  });
});
