import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/engine/outcome/outcome.ts';
import { agentNamed } from '../../src/gateway/agents/agent-table.ts';
import { type AgentCall, readCall } from '../../src/gateway/payload/read-call.ts';
import { AfterAnswer } from '../../src/gateway/state/after-answer.ts';
import { GuardNotes } from '../../src/gateway/state/guards/guard-notes.ts';
import { judgeOnce } from '../../src/gateway/state/judge-once.ts';
import { JudgedCalls } from '../../src/gateway/state/judged-calls.ts';
import { Scratch } from '../support/scratch.ts';
import { fixturesOf, outcomeOf } from './support.ts';

const { PreToolUse: payload = {} } = fixturesOf(agentNamed('claude-code'));
const call = readCall(agentNamed('claude-code'), { ...payload, tool_use_id: 'toolu_01ABCDEFGHIJKLMNOPQR' });

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
  const records = (): readonly string[] => readdirSync(folder()).map((name) => join(folder(), name));

  /** Announces calls one after the other, and tells what came of each and how often it was judged. */
  async function announce(
    calls: readonly AgentCall[],
    wanted: Partial<Outcome>,
    between: () => void = () => undefined,
    scopes = ['one', 'one'],
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly judged: number }> {
    let judged = 0;
    const outcomes: Outcome[] = [];
    for (const [index, announced] of calls.entries()) {
      const judge = async (): Promise<Outcome> => {
        judged += 1;
        return outcomeOf(announced, wanted);
      };
      outcomes.push(await judgeOnce(announced, scopes[index] ?? '', judge));
      between();
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
    const texts = ['', '{', 'null', '{"decision":"allow"}', '{"decision":null}'];
    for (const text of texts) {
      const { judged } = await announce([call, call], { decision: 'deny', reason: 'no' }, () => {
        for (const file of records().filter((name) => name.endsWith('.answer'))) writeFileSync(file, text);
      });
      expect(judged).toBeGreaterThan(0);
      const again = await announce([call], { decision: 'deny' });
      expect([text, again.judged, again.outcomes[0]?.decision]).toEqual([text, 1, 'deny']);
    }
    writeFileSync(join(folder(), 'x'), '');
    await expect(judgeOnce(call, 'throws', () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect((await announce([call], {}, undefined, ['throws'])).judged).toBe(1);
  });

  it('is another call with other words, in another folder, a minute later, or with an id that can be guessed', async () => {
    const other = readCall(call.agent, { ...call.payload, tool_input: { command: 'rm -rf /' } });
    expect((await announce([call, other], {})).judged).toBe(2);
    expect((await announce([call, call], {}, undefined, ['here', 'there'])).judged).toBe(2);
    const minuteAgo = new Date(Date.now() - 61_000);
    const age = (): void => {
      for (const file of records()) utimesSync(file, minuteAgo, minuteAgo);
    };
    expect((await announce([call, call], {}, age, ['aged', 'aged'])).judged).toBe(2);
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
    const calls = new JudgedCalls();
    const afterAnswer = new AfterAnswer(new GuardNotes(), calls);
    const both = await Promise.all([
      judgeOnce(call, '', judge, afterAnswer),
      judgeOnce(call, '', judge, afterAnswer),
    ]);
    both.push(await judgeOnce(call, '', judge, afterAnswer));
    expect(both.map(({ decision, modified }) => [decision, modified])).toEqual([
      ['allow', true],
      [null, true],
      [null, true],
    ]);
    await judgeOnce(call, 'elsewhere', judge, afterAnswer);
    expect(judged).toBe(2);
    expect(existsSync(folder())).toBe(false);
    // A process that judges by itself comes later, and finds what it noted.
    afterAnswer.run();
    expect(await judgeOnce(call, '', judge)).toMatchObject({ decision: null, value: { command: 'ls' } });
    expect(judged).toBe(2);
  });

  it('is judged again by a process that stays where the first judgement failed', async () => {
    const afterAnswer = new AfterAnswer(new GuardNotes(), new JudgedCalls());
    const fails = (): Promise<Outcome> => Promise.reject(new Error('broken'));
    await expect(judgeOnce(call, '', fails, afterAnswer)).rejects.toThrow('broken');
    const judge = async (): Promise<Outcome> => outcomeOf(call, { decision: 'deny', reason: 'no' });
    expect(await judgeOnce(call, '', judge, afterAnswer)).toMatchObject({ decision: 'deny' });
  });

  it('is judged once where a process that stays comes second', async () => {
    const judge = async (): Promise<Outcome> => outcomeOf(call, { decision: 'deny', reason: 'no' });
    await judgeOnce(call, '', judge);
    const afterAnswer = new AfterAnswer(new GuardNotes(), new JudgedCalls());
    const never = (): Promise<Outcome> => Promise.reject(new Error('judged again'));
    expect(await judgeOnce(call, '', never, afterAnswer)).toMatchObject({ decision: 'deny', reason: 'no' });
    const minuteAgo = new Date(Date.now() - 61_000);
    for (const file of records()) utimesSync(file, minuteAgo, minuteAgo);
    await expect(judgeOnce(call, '', never, afterAnswer)).rejects.toThrow('judged again');
  });

  it('is held in memory by a process that stays for a minute, and no longer', () => {
    const calls = new JudgedCalls();
    calls.keep('old', Promise.resolve({ value: 'long' }), 0);
    calls.keep('new', Promise.resolve({}), 59_000);
    expect(calls.get('old', 1)).not.toBeNull();
    calls.keep('last', Promise.resolve({}), 60_000);
    expect(calls.get('old', 1)).toBeNull();
    expect(calls.get('new', 60_000)).not.toBeNull();
  });

  it('sweeps nothing away but its own records', async () => {
    const work = new Scratch();
    const kept = ['notes.txt', '.env', 'a'.repeat(31), 'b'.repeat(33)];
    for (const name of [...kept, 'c'.repeat(32)]) {
      work.write(name, 'work');
      utimesSync(join(work.path, name), 1, 1);
    }
    mkdirSync(join(state, 'hookline'));
    symlinkSync(work.path, folder());
    await announce([call], {});
    const left = readdirSync(work.path);
    expect(left).toEqual(expect.arrayContaining(kept));
    expect(left).not.toContain('c'.repeat(32));
  });

  it('is judged by each where nothing can be kept', async () => {
    process.env['XDG_STATE_HOME'] = join(state, 'a-file');
    writeFileSync(join(state, 'a-file'), '');
    chmodSync(join(state, 'a-file'), 0o400);
    expect((await announce([call, call], {})).judged).toBe(2);
  });
});
