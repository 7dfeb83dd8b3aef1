import { describe, expect, it } from 'vitest';
import type { PointName } from '../../../src/entries/index.ts';
import type { HookFunction } from '../../../src/handlers/handler.ts';
import { command } from '../../../src/handlers/hook-functions.ts';
import { echo, newAgent, type Run, type Setting } from '../support.ts';

/** A shell hook as seed 002 has it: JSON on stdin, this JSON on stdout. */
function answering(reply: object): HookFunction {
  return command(`cat > /dev/null; echo '${JSON.stringify(reply)}'`, { protocol: 'agent-sdk' });
}

async function runWith(
  point: PointName,
  reply: object,
  setting: Setting = {},
): Promise<Run & { ran: unknown[] }> {
  const told = newAgent({ turns: [echo('a'), { text: 'Done.' }], systemPrompt: 'You help.', ...setting });
  told.hooks.on(point as 'Stop', { name: 'shell' }, answering(reply));
  return { ...(await told.run()), ran: told.ran };
}

const message = { systemMessage: 'Remember: always use --verbose' };
const reminded = 'You help.\n\nRemember: always use --verbose';

describe('a shell hook of the agent SDK', () => {
  it('denies a tool', async () => {
    const { ran, results } = await runWith('PreToolUse', { decision: 'block', reason: 'not that' });
    expect(ran).toEqual([]);
    expect(results).toEqual(['Denied by the PreToolUse hook "shell": not that']);
  });

  it('modifies an input', async () => {
    const hookSpecificOutput = { hookEventName: 'PreToolUse', updatedInput: { text: 'b' } };
    expect((await runWith('PreToolUse', { hookSpecificOutput })).ran).toEqual([{ text: 'b' }]);
  });

  it('suppresses an output', async () => {
    const { results } = await runWith('PostToolUse', { suppressOutput: true });
    expect(results).toEqual(['[output suppressed by hook]']);
  });

  it('overrides the end of the turn with continue: true, until the bound', async () => {
    const { result } = await runWith('Stop', { continue: true }, { turns: [] });
    expect(result).toMatchObject({ stop_reason: 'stop_limit', turns: 9 });
  });

  it('interrupts the loop at PermissionRequest with continue: false', async () => {
    const asking = { permissionMode: 'default' as const, approver: () => true };
    const { ran, result } = await runWith(
      'PermissionRequest',
      { continue: false, stopReason: 'no more' },
      asking,
    );
    expect(ran).toEqual([]);
    expect(result.stop_reason).toBe('halted');
  });

  it.each<[PointName, number]>([
    ['SessionStart', 0],
    ['UserPromptSubmit', 0],
    ['PreToolUse', 1],
    ['PostToolUse', 1],
  ])('injects at %s into the next model call', async (point, call) => {
    const { requests } = await runWith(point, message);
    expect(requests[call]?.system).toBe(reminded);
    expect(requests[1 - call]?.system).toBe('You help.');
  });

  it('injects at PostToolUseFailure', async () => {
    const { requests } = await runWith('PostToolUseFailure', message, { turns: [echo('a', { fail: true })] });
    expect(requests[1]?.system).toBe(reminded);
  });

  it('has no say at SessionEnd', async () => {
    const { agent, hooks, run, log } = newAgent();
    hooks.on('SessionEnd', answering(message));
    await run();
    await agent.end();
    expect(log).toHaveLength(1);
  });
});
