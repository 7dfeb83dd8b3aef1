import { describe, expect, it, onTestFinished } from 'vitest';
import { agentNamed } from '../../src/gateway/agents/agent-table.ts';
import type { AgentCall } from '../../src/gateway/payload/read-call.ts';
import { folderWith } from '../support/folder-with.ts';
import { answerPayload, outcomeOf } from './support.ts';

/** A session of Gemini CLI, whose events never say that a turn was resumed. */
function session(id: string): (resume: boolean) => Promise<{ stdout: string; active: unknown }> {
  const payload = JSON.stringify({
    session_id: id,
    cwd: '/',
    hook_event_name: 'AfterAgent',
    stop_hook_active: false,
  });
  return async (resume) => {
    let active: unknown;
    const judge = async (call: AgentCall) => {
      active = call.input['stop_hook_active'];
      return outcomeOf(call, { resume, reason: 'not yet', decidedBy: 'tests' });
    };
    const { answer } = await answerPayload(agentNamed('gemini'), payload, judge);
    return { stdout: answer.stdout, active };
  };
}

function inOwnState(): void {
  const before = process.env['XDG_STATE_HOME'];
  process.env['XDG_STATE_HOME'] = folderWith({ keep: '' });
  onTestFinished(() => {
    if (before === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = before;
  });
}

describe('a turn that hooks resume', () => {
  it('is known to be resumed, though the agent forgets', async () => {
    inOwnState();
    const stop = session('forgets');
    expect((await stop(true)).active).toBe(false);
    expect((await stop(true)).active).toBe(true);
    expect((await stop(false)).active).toBe(true);
    expect((await stop(false)).active).toBe(false);
  });

  it('ends after eight rounds, and says so', async () => {
    inOwnState();
    const stop = session('endless');
    for (let round = 0; round < 8; round += 1) expect((await stop(true)).stdout).toContain('"deny"');
    const { stdout } = await stop(true);
    expect(stdout).not.toContain('"deny"');
    expect(stdout).toContain('8 times in a row');
    expect((await stop(true)).stdout).toContain('"deny"');
  });
});
