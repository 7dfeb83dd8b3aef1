import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { HOOK_EVENTS } from '../../../src/front-doors/runner/config.ts';
import {
  collectAdditionalContext,
  processPreToolUseResults,
  processStopResults,
} from '../../../src/front-doors/runner/decisions.ts';
import { Runner } from '../../../src/front-doors/runner/runner.ts';
import type { HookCallback } from '../../../src/protocols/agent-sdk/types.ts';
import { soonMs, withEnoughTime } from '../../support/eventually.ts';
import { forever, sleep } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';
import { goat } from '../catalogue/goat.ts';
import { conforms } from '../line.ts';
import {
  answering,
  fireGroups,
  fireSample,
  inputs,
  printing,
  quietRunner,
  returning,
  specific,
} from './support.ts';

function throws(): never {
  throw new Error('bug');
}

/** Which of the tools a matcher lets its hook run for. */
async function matched(matcher: string, tools: readonly string[]): Promise<readonly string[]> {
  const { runner } = quietRunner({ PreToolUse: [{ matcher, hooks: [returning({})] }] });
  const hits: string[] = [];
  for (const tool_name of tools) {
    const results = await runner.fire('PreToolUse', { tool_name, tool_input: {} });
    if (results.length > 0) hits.push(tool_name);
  }
  return hits;
}

const tools = ['Bash', 'BashOutput', 'bash', 'mcp__memory__read', 'mcp_x', 'Edit'];

describe('seed 001, section 5: hook callback matcher', () => {
  conforms(goat, '001.5.1', 'hookline/runner', async () => {
    expect(await matched('Bash', tools)).toEqual(['Bash']);
    expect(await matched('mcp__*', tools)).toEqual(['mcp__memory__read']);
  });
  conforms(goat, '001.5.2', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', {
      hooks: [returning({ reason: 'one' }), returning({ reason: 'two' })],
    });
    expect(results).toEqual([{ reason: 'one' }, { reason: 'two' }]);
  });
  conforms(goat, '001.5.3', 'hookline/runner', async () => {
    const rests = async (): Promise<object> => {
      await sleep(200);
      return {};
    };
    let budgetMs = 0;
    const { results } = await withEnoughTime(
      (timeoutMs) => {
        budgetMs = timeoutMs;
        const group = { timeout: timeoutMs / 1000, hooks: [rests, forever], commands: ['echo "{}"'] };
        return fireGroups('PreToolUse', group);
      },
      (fired) => fired.results.outcome.runs[0]?.status === 'ok',
    );
    const [first, second, third] = results.outcome.runs;
    expect(first).toMatchObject({ status: 'ok' });
    expect(second).toMatchObject({ failure: 'timeout' });
    // The second had what the first left of the time; the third had nothing left.
    const hadMs = Number(/^did not answer within (\d+)/.exec(second?.error ?? '')?.[1]);
    expect(hadMs).toBeLessThanOrEqual(budgetMs - 195);
    expect(third).toMatchObject({ failure: 'timeout', error: 'was not run: its group had no time left' });
  });
  conforms(goat, '001.5.4', 'hookline/runner', async () => {
    const seen: unknown[] = [];
    const hook: HookCallback = async (input, toolUseID, { signal }) => {
      seen.push(input.hook_event_name, toolUseID, signal instanceof AbortSignal);
      throw new Error('the error of the pair');
    };
    const { runner } = quietRunner({ PreToolUse: [{ hooks: [hook] }] });
    const results = await runner.fire('PreToolUse', inputs.PreToolUse, 'call-7');
    expect(seen).toEqual(['PreToolUse', 'call-7', true]);
    expect(results.outcome.runs[0]).toMatchObject({ failure: 'threw', error: 'the error of the pair' });
  });
  conforms(goat, '001.5.5', 'hookline/runner', async () => {
    const answers: object[] = [{ async: true }, { reason: 'second' }];
    const { results } = await fireGroups('PreToolUse', {
      hooks: [() => answers.shift() ?? {}, () => ({ reason: 'sync' })],
    });
    expect(results).toEqual([{ reason: 'second' }, { reason: 'sync' }]);
  });
});

describe('seed 001, section 6: hook runner', () => {
  conforms(goat, '001.6.1', 'hookline/runner', () => {
    const runner = new Runner({ Stop: [{ hooks: [returning({})] }], PreToolUse: [{ commands: ['true'] }] });
    expect(runner.hooks.list().map(({ point }) => point)).toEqual(['Stop', 'PreToolUse']);
  });
  conforms(goat, '001.6.2', 'hookline/runner', async () => {
    const { results } = await fireGroups(
      'PreToolUse',
      { matcher: 'Bash', hooks: [returning({ reason: 'one' })] },
      { matcher: 'Edit', hooks: [returning({ reason: 'two' })] },
      { hooks: [returning({ reason: 'three' })] },
    );
    expect(results).toEqual([{ reason: 'one' }, { reason: 'three' }]);
  });
  conforms(goat, '001.6.3', 'hookline/runner', async () => {
    const { runner } = quietRunner({ Stop: [{ hooks: [returning({})] }] });
    expect(await fireSample(runner, 'PreToolUse')).toEqual([]);
  });
  conforms(goat, '001.6.4', 'hookline/runner', async () => {
    expect((await fireGroups('PreToolUse', { matcher: 'Edit', hooks: [throws] })).results).toEqual([]);
  });
  conforms(goat, '001.6.5', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', { timeout: 0.1, hooks: [forever, forever] });
    expect(results).toEqual([]);
    expect(results.outcome.runs).toMatchObject([{ failure: 'timeout' }, { failure: 'timeout' }]);
    // Zero is none: what takes longer than an instant is waited for.
    const patient = { timeout: 0, hooks: [() => sleep(50).then(() => ({ reason: 'waited' }))] };
    expect((await fireGroups('PreToolUse', patient)).results).toEqual([{ reason: 'waited' }]);
  });
  conforms(goat, '001.6.6', 'hookline/runner', async () => {
    const steps: string[] = [];
    const hook = (name: string) => async (): Promise<object> => {
      steps.push(`${name} starts`);
      await sleep(10);
      steps.push(`${name} ends`);
      return {};
    };
    await fireGroups('PreToolUse', { hooks: [hook('a'), hook('b')] });
    expect(steps).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
  });
  conforms(goat, '001.6.7', 'hookline/runner', async () => {
    const { results, log } = await fireGroups('PreToolUse', {
      hooks: [throws, returning({ reason: 'next' })],
    });
    expect(results).toEqual([{ reason: 'next' }]);
    expect(log).toMatchObject([{ level: 'error', hook: 'runner.PreToolUse[0].hooks[0]' }]);
  });
  conforms(goat, '001.6.8', 'hookline/runner', async () => {
    const { results } = await fireGroups(
      'PreToolUse',
      {
        hooks: [returning({ reason: 'first' }), returning({ continue: false }), throws],
        commands: ['exit 1'],
      },
      { hooks: [throws] },
    );
    expect(results).toEqual([{ reason: 'first' }, { continue: false }]);
    expect(results.outcome.runs.map(({ status }) => status)).toEqual([
      'ok',
      'ok',
      'skipped',
      'skipped',
      'skipped',
    ]);
  });
});

describe('seed 001, section 10: verification checklist', () => {
  conforms(goat, '001.10.3', 'hookline/runner', async () => {
    const sync = { continue: true, reason: 'r', systemMessage: 'm' };
    const answers: object[] = [{ async: true, asyncTimeout: 5 }, sync];
    const { results } = await fireGroups('PreToolUse', {
      hooks: [returning(sync), () => answers.shift() ?? {}],
      commands: [printing(sync)],
    });
    expect(results).toEqual([sync, sync, sync]);
  });
  conforms(goat, '001.10.4', 'hookline/runner', async () => {
    expect(await matched('', tools)).toEqual(tools);
    expect(await matched('Bash', tools)).toEqual(['Bash']);
    expect(await matched('Bash*', tools)).toEqual(['Bash', 'BashOutput']);
    expect(await matched('Edit|mcp__*', tools)).toEqual(['mcp__memory__read', 'Edit']);
  });
  conforms(goat, '001.10.5', 'hookline/runner', async () => {
    const scratch = new Scratch();
    const signals: AbortSignal[] = [];
    const hangs: HookCallback = (_, __, { signal }) => {
      signals.push(signal);
      return forever();
    };
    const startedAt = performance.now();
    const [callback, command] = await Promise.all([
      fireGroups('PreToolUse', { timeout: 1, hooks: [hangs] }),
      fireGroups('PreToolUse', { timeout: 1, commands: [`sleep 600 && touch '${scratch.path}/late'`] }),
    ]);
    expect(performance.now() - startedAt).toBeLessThan(soonMs);
    for (const { results } of [callback, command]) {
      expect(results).toEqual([]);
      expect(results.outcome.runs).toMatchObject([{ failure: 'timeout' }]);
    }
    expect(signals[0]?.aborted).toBe(true);
    expect(() => readFileSync(`${scratch.path}/late`)).toThrow();
  });
  conforms(goat, '001.10.6', 'hookline/runner', async () => {
    const { results } = await fireGroups(
      'PreToolUse',
      { commands: [printing({ continue: false, stopReason: 'enough' })] },
      { hooks: [throws] },
    );
    expect(results).toEqual([{ continue: false, stopReason: 'enough' }]);
    expect(results.outcome).toMatchObject({ halted: false, runs: [{ status: 'ok' }, { status: 'skipped' }] });
  });
  conforms(goat, '001.10.7', 'hookline/runner', async () => {
    for (const permissionDecision of ['allow', 'deny', 'ask'] as const) {
      const { results } = await answering('PreToolUse', specific('PreToolUse', { permissionDecision }));
      expect(processPreToolUseResults(results)).toBe(permissionDecision);
      expect(results.outcome.decision).toBe(permissionDecision);
    }
  });
  conforms(goat, '001.10.8', 'hookline/runner', async () => {
    const { results } = await answering('Stop', { continue: true, reason: 'tests fail' });
    expect(processStopResults(results)).toBe(true);
    expect(results.outcome).toMatchObject({ resume: true, reason: 'tests fail' });
  });
  conforms(goat, '001.10.9', 'hookline/runner', async () => {
    const { results } = await answering(
      'PostToolUse',
      specific('PostToolUse', { additionalContext: 'note' }),
    );
    expect(collectAdditionalContext(results)).toBe('note');
    expect(results.outcome.injections).toMatchObject([{ content: 'note', into: 'system' }]);
  });
  conforms(goat, '001.10.10', 'hookline/runner', async () => {
    for (const event of HOOK_EVENTS) {
      const { results, log } = await fireGroups(event, {
        hooks: [throws, () => Promise.reject(new Error('later')), (() => 5) as never],
        commands: ['exit 3', 'echo nonsense'],
      });
      expect(results).toEqual([]);
      expect(log).toHaveLength(5);
      expect(results.outcome.runs.map(({ failure }) => failure)).toEqual([
        'threw',
        'threw',
        'invalid',
        'exit',
        'invalid',
      ]);
    }
  });
  conforms(goat, '001.10.11', 'hookline/runner', async () => {
    let calls = 0;
    const hook = (): Promise<object> | object => {
      calls += 1;
      return calls === 1 ? { async: true, asyncTimeout: 0.1 } : forever();
    };
    const { results } = await fireGroups('PreToolUse', { hooks: [hook, returning({ reason: 'next' })] });
    expect(results).toEqual([{ reason: 'next' }]);
    expect(results.outcome.runs[0]).toMatchObject({ failure: 'timeout' });
    expect(calls).toBe(2);
  });
  conforms(goat, '001.10.12', 'hookline/runner', async () => {
    const named = (reason: string) => returning({ reason });
    const { results } = await fireGroups(
      'PreToolUse',
      { hooks: [named('a'), named('b')], commands: [printing({ reason: 'c' }), printing({ reason: 'd' })] },
      { hooks: [named('e')] },
    );
    expect(results.map(({ reason }) => reason)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
