import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentNamed } from '../../src/gateway/agents/agent-table.ts';
import { readCall } from '../../src/gateway/payload/read-call.ts';
import { recordProblem } from '../../src/gateway/state/problem-record.ts';
import { keepContext, takeContext } from '../../src/gateway/state/waiting-context.ts';
import { Scratch } from '../support/scratch.ts';
import { fixturesOf } from './support.ts';

const agent = agentNamed('claude-code');
const { PreToolUse: payload = {} } = fixturesOf(agent);
const call = readCall(agent, payload);

describe('text that waits for the model', () => {
  const old = process.env['XDG_STATE_HOME'];
  let state: Scratch;
  beforeEach(() => {
    state = new Scratch();
    process.env['XDG_STATE_HOME'] = state.path;
  });
  afterEach(() => {
    if (old === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = old;
  });

  /** The file of the session. */
  async function waitingFile(): Promise<string> {
    await keepContext(call, ['first']);
    const folder = join(state.path, 'hookline', 'context');
    return join(folder, readdirSync(folder)[0] ?? '');
  }

  it('is told once, in its own session', async () => {
    await waitingFile();
    expect(await takeContext(readCall(agent, { ...payload, session_id: 'another' }))).toEqual([]);
    expect(await takeContext(call)).toEqual(['first']);
    expect(await takeContext(call)).toEqual([]);
  });

  it('is no longer than an agent reads, whoever wrote it', async () => {
    writeFileSync(await waitingFile(), JSON.stringify('x'.repeat(1024 * 1024)));
    expect(() => takeContext(call)).toThrow('too much text');
  });

  it('goes into no file of somebody else, and neither do problems', async () => {
    const file = await waitingFile();
    await takeContext(call);
    const own = state.write('own.txt', 'mine');
    symlinkSync(own, file);
    mkdirSync(join(state.path, 'hookline', 'problems'));
    symlinkSync(own, join(state.path, 'hookline', 'problems', 'codex.jsonl'));
    expect(() => keepContext(call, ['more'])).toThrow('ELOOP');
    expect(() => takeContext(call)).toThrow('ELOOP');
    recordProblem('codex', null, 'x');
    expect(readFileSync(own, 'utf8')).toBe('mine');
  });
});
