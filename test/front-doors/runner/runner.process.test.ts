import { describe, expect, it } from 'vitest';
import {
  allow,
  ask,
  deny,
  type Effect,
  Hooks,
  halt,
  inject,
  type LogEntry,
  modify,
  resume,
  suppress,
} from '../../../src/entries/index.ts';
import type { RunnerConfig } from '../../../src/front-doors/runner/config.ts';
import {
  collectAdditionalContext,
  processPreToolUseResults,
  processStopResults,
} from '../../../src/front-doors/runner/decisions.ts';
import { Runner } from '../../../src/front-doors/runner/runner.ts';
import type { AgentSdkEvent } from '../../../src/protocols/agent-sdk/types.ts';
import { answering, fireSample } from '../../conformance/goat/support.ts';
import { bash, bashResult, forever, quietHooks, sleep } from '../../support/hooks.ts';

/** A runner whose log can be read, and nothing on the console. */
function quietRunner(config: RunnerConfig): { runner: Runner; log: LogEntry[] } {
  const log: LogEntry[] = [];
  return { runner: new Runner(config, { log: (entry) => log.push(entry) }), log };
}

describe('new Runner()', () => {
  it.each<[string, unknown, string]>([
    ['an unknown event', { PreTooluse: [] }, 'unknown hook event "PreTooluse", did you mean "PreToolUse"?'],
    ['an event of another system', { 'pre:tool': [] }, 'unknown hook event "pre:tool"'],
    ['no object', [], 'runner takes an object from events to lists of matchers, not a list'],
    ['no list', { Stop: {} }, 'runner.Stop takes a list of matchers, not {  }'],
    ['no group', { Stop: [5] }, 'runner.Stop[0] takes an object of options, not 5'],
    [
      'a misspelt key',
      { Stop: [{ hook: [] }] },
      'runner.Stop[0] has no option "hook", did you mean "hooks"?',
    ],
    ['a group without hooks', { Stop: [{ matcher: 'x' }] }, 'runner.Stop[0] needs "hooks" or "commands"'],
    [
      'a hook that is not a function',
      { Stop: [{ hooks: ['x'] }] },
      'runner.Stop[0].hooks[0] is a function, not "x"',
    ],
    [
      'a command that is no text',
      { Stop: [{ commands: [5] }] },
      'takes a list of text as its commands, not a list',
    ],
    [
      'a blank command',
      { Stop: [{ commands: [' '] }] },
      'runner.Stop[0].commands[0] is a command line, not blank',
    ],
    [
      'a timeout that is no number',
      { Stop: [{ hooks: [], timeout: '5' }] },
      'takes a number of seconds as its timeout',
    ],
    ['a matcher that never matches', { PreToolUse: [{ matcher: '|', hooks: [] }] }, 'alternative'],
    [
      'a block where nothing can be blocked',
      { SessionEnd: [{ hooks: [() => ({})], onFailure: 'block' }] },
      'SessionEnd',
    ],
  ])('refuses %s', (_, config, message) => {
    expect(() => new Runner(config as RunnerConfig)).toThrow(
      expect.objectContaining({ name: 'HooklineError' }),
    );
    expect(() => new Runner(config as RunnerConfig)).toThrow(message);
  });

  it('refuses options that it does not know, and a log beside hooks that have one', () => {
    expect(() => new Runner({}, { hook: new Hooks() } as object)).toThrow('did you mean "hooks"?');
    expect(() => new Runner({}, { hooks: new Hooks(), log: () => {} })).toThrow('"log" or "hooks"');
  });

  it('leaves nothing behind in hooks that it could not register all of its own in', () => {
    const hooks = new Hooks({ maxHooksPerPoint: 1 });
    expect(() => new Runner({ Stop: [{ hooks: [() => ({}), () => ({})] }] }, { hooks })).toThrow(
      'maxHooksPerPoint',
    );
    expect(hooks.list()).toEqual([]);
  });
});

describe('fire', () => {
  it('gives what the hooks answered, in order, with the outcome and the runs', async () => {
    const { runner } = quietRunner({
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [() => ({ decision: 'approve', reason: 'fine' })],
          commands: ['echo "{}"'],
        },
        { hooks: [() => ({ systemMessage: 'note' })] },
      ],
    });
    const results = await runner.fire('PreToolUse', bash, 'call-1');
    expect(results).toEqual([{ decision: 'approve', reason: 'fine' }, {}, { systemMessage: 'note' }]);
    expect(results.outcome).toMatchObject({ decision: 'allow', injections: [{ content: 'note' }] });
    expect(results.runs.map((run) => run?.hook)).toEqual([
      'runner.PreToolUse[0].hooks[0]',
      'runner.PreToolUse[0].commands[0]',
      'runner.PreToolUse[1].hooks[0]',
    ]);
  });

  it('takes callbacks that answer with effects, with nothing, and at once', async () => {
    const { runner } = quietRunner({
      PreToolUse: [{ hooks: [(() => deny('no')) as never] }],
      Stop: [{ hooks: [(() => undefined) as never, () => ({ continue: true })] }],
    });
    expect(await runner.fire('PreToolUse', bash)).toEqual([
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'no',
        },
      },
    ]);
    expect(await runner.fire('Stop', { stop_hook_active: false })).toEqual([{}, { continue: true }]);
  });

  it('passes the id of the tool call, the signal and fields that are newer than the seed', async () => {
    const seen: unknown[] = [];
    const { runner } = quietRunner({
      PreToolUse: [
        {
          hooks: [
            (input, id, { signal }) => {
              seen.push(input, id, signal.aborted);
              return {};
            },
          ],
        },
      ],
    });
    const input = { tool_name: 'Bash', tool_input: {}, effort: { level: 'low' } };
    await runner.fire('PreToolUse', input, 'call-9');
    expect(seen).toEqual([
      expect.objectContaining({ ...input, tool_use_id: 'call-9', hook_event_name: 'PreToolUse', cwd: '' }),
      'call-9',
      false,
    ]);
  });

  it('gives no result for a failure that goes ahead, and a deny for one that does not', async () => {
    const throws = (): never => {
      throw new Error('bug');
    };
    const { runner, log } = quietRunner({
      PreToolUse: [{ hooks: [throws] }, { commands: ['no-such-program-anywhere'] }, { hooks: [() => ({})] }],
      PostToolUse: [{ hooks: [throws], onFailure: 'block' }],
    });
    const results = await runner.fire('PreToolUse', bash);
    expect(processPreToolUseResults(results)).toBe('deny');
    expect(results).toHaveLength(1);
    expect(results.runs[0]).toMatchObject({ failure: 'missing', status: 'failed' });
    expect(results.outcome.reason).toContain('the command "no-such-program-anywhere" was not found');
    expect(results.outcome.runs.map(({ status }) => status)).toEqual(['failed', 'failed', 'skipped']);
    expect(await runner.fire('PostToolUse', bashResult)).toEqual([{ suppressOutput: true }]);
    expect(log.map(({ level }) => level)).toEqual(['error', 'error', 'error']);
  });

  it('gives a deny when it was cancelled, though no hook said so', async () => {
    const { runner } = quietRunner({ PreToolUse: [{ hooks: [forever] }] });
    const results = await runner.fire('PreToolUse', bash, 'call-1', { signal: AbortSignal.timeout(20) });
    expect(processPreToolUseResults(results)).toBe('deny');
    expect(results.runs).toEqual([null]);
  });

  it('keeps answers of firings apart that run at the same time', async () => {
    const { runner } = quietRunner({
      PreToolUse: [
        {
          hooks: [
            async (input) => {
              const { tool_input } = input as { tool_input: { n: number } };
              await sleep(20 - tool_input.n);
              return { systemMessage: String(tool_input.n) };
            },
            (input) => ({ reason: JSON.stringify((input as { tool_input: unknown }).tool_input) }),
          ],
        },
      ],
    });
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    const all = await Promise.all(
      numbers.map((n) => runner.fire('PreToolUse', { tool_name: 'Bash', tool_input: { n } })),
    );
    expect(all).toEqual(numbers.map((n) => [{ systemMessage: String(n) }, { reason: `{"n":${n}}` }]));
  });

  it('refuses an event, an option or an input that it does not know', async () => {
    const { runner } = quietRunner({});
    await expect(runner.fire('PreToolUsed' as 'Stop', { stop_hook_active: true })).rejects.toThrow(
      'PreToolUse',
    );
    await expect(
      runner.fire('Stop', { stop_hook_active: true }, '', { agent: 'x' } as object),
    ).rejects.toThrow('agent');
    await expect(runner.fire('PreToolUse', {} as typeof bash)).rejects.toThrow('tool_name');
  });
});

describe('one chain with other hooks', () => {
  it('runs the hooks of several runners and of the engine in order, and gives all their results', async () => {
    const { hooks, log } = quietHooks();
    const first = new Runner({ PreToolUse: [{ hooks: [() => ({ systemMessage: 'one' })] }] }, { hooks });
    hooks.on('PreToolUse', { name: 'two' }, () => inject('two'));
    const third = new Runner({ PreToolUse: [{ hooks: [() => ({ systemMessage: 'three' })] }] }, { hooks });
    const results = await first.fire('PreToolUse', bash);
    expect(collectAdditionalContext(results)).toBe('one\ntwo\nthree');
    expect(results.runs.map((run) => run?.hook)).toEqual([
      'runner.PreToolUse[0].hooks[0]',
      'two',
      'runner2.PreToolUse[0].hooks[0]',
    ]);
    await third.close();
    expect(collectAdditionalContext(await first.fire('PreToolUse', bash))).toBe('one\ntwo');
    await first.close();
    expect(hooks.list().map(({ name }) => name)).toEqual(['two']);
    expect(log).toEqual([]);
  });

  it.each<[AgentSdkEvent, readonly Effect[]]>([
    ['PreToolUse', [allow('fine'), inject('a'), modify({ command: 'pwd' })]],
    ['PreToolUse', [ask('sure?')]],
    ['PreToolUse', [deny('no')]],
    ['PermissionRequest', [deny('no'), halt('enough')]],
    ['PostToolUse', [modify('x'), suppress(), inject('a')]],
    ['PostToolUseFailure', [inject('a')]],
    ['PermissionRequest', [allow(), modify({ command: 'pwd' })]],
    ['PermissionRequest', [deny('no')]],
    ['UserPromptSubmit', [inject('a'), deny('no')]],
    ['SessionStart', [inject('a')]],
    ['Setup', [inject('a')]],
    ['Stop', [inject('a'), resume('go on')]],
    ['SubagentStart', [inject('a')]],
    ['SubagentStop', [resume('go on'), halt('enough')]],
    ['PreCompact', [modify('short'), inject('a')]],
    ['Notification', [inject('a')]],
    ['TeammateIdle', [resume('go on')]],
    ['TaskCompleted', [deny('no')]],
  ])('tells what another door asks for at %s in words that come to the same: %j', async (event, effects) => {
    const { hooks } = quietHooks();
    hooks.on(event, () => effects as readonly never[]);
    const results = await fireSample(new Runner({}, { hooks }), event);
    expect(results).toHaveLength(1);
    const echo = await answering(event, results[0] ?? {});
    const { decision, reason, value, suppressed, resume, halted, haltReason } = results.outcome;
    expect(echo.results.outcome).toMatchObject({
      decision,
      reason,
      value,
      suppressed,
      resume,
      halted,
      haltReason,
    });
    expect(echo.results.outcome.injections.map(({ content }) => content)).toEqual(
      results.outcome.injections.map(({ content }) => content),
    );
    expect(echo.log).toEqual([]);
  });

  it('tells the end of a turn before a tool as a refusal, since continue: false only stops hooks there', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => halt('enough'));
    const results = await fireSample(new Runner({}, { hooks }), 'PreToolUse');
    expect(results).toMatchObject([
      { continue: false, stopReason: 'enough', hookSpecificOutput: { permissionDecision: 'deny' } },
    ]);
    expect(processPreToolUseResults(results)).toBe('deny');
  });

  it('adds its own base fields to events of hooks that were given to it', async () => {
    const { hooks } = quietHooks({ base: { session_id: 'theirs', cwd: '/theirs' } });
    const seen: unknown[] = [];
    const note = (input: { session_id: string; cwd: string }) => {
      seen.push([input.session_id, input.cwd]);
      return {};
    };
    const runner = new Runner({ Stop: [{ hooks: [note] }] }, { hooks, base: () => ({ session_id: 'ours' }) });
    await runner.fire('Stop', { stop_hook_active: false });
    expect(seen).toEqual([['ours', '/theirs']]);
  });

  it('lets a guard of another door judge though a hook of the runner ended the chain', async () => {
    const { hooks } = quietHooks();
    const runner = new Runner({ PreToolUse: [{ hooks: [() => ({ continue: false })] }] }, { hooks });
    hooks.on('PreToolUse', { name: 'guard', guard: true }, () => deny('never'));
    const results = await runner.fire('PreToolUse', bash);
    expect(results[0]).toEqual({ continue: false });
    expect(processPreToolUseResults(results)).toBe('deny');
  });

  it('has guards of its own', async () => {
    const { hooks } = quietHooks();
    const runner = new Runner(
      {
        PreToolUse: [
          { hooks: [() => ({ continue: false })] },
          { guard: true, hooks: [forever], timeout: 0.05 },
        ],
      },
      { hooks },
    );
    const results = await runner.fire('PreToolUse', bash);
    expect(processPreToolUseResults(results)).toBe('deny');
    expect(results.outcome.runs[1]).toMatchObject({ failure: 'timeout' });
  });

  it('tells context of a background hook with the next firing', async () => {
    const { hooks } = quietHooks();
    const runner = new Runner({}, { hooks });
    hooks.on('Stop', { mode: 'background' }, () => inject('late'));
    await runner.fire('Stop', { stop_hook_active: false });
    await hooks.drain();
    const results = await runner.fire('PreToolUse', bash);
    expect(collectAdditionalContext(results)).toBe('late');
    expect(results.runs).toEqual([null]);
  });
});

describe('the results, processed', () => {
  it('reads results and outputs of any hook written for the SDK', () => {
    expect(processPreToolUseResults([{ async: true }, { decision: 'approve' }])).toBe('allow');
    expect(processStopResults([{ async: true }, {}])).toBe(false);
    expect(collectAdditionalContext([{ async: true }])).toBe('');
  });

  it('is not misled by results that are none, as a hook in JavaScript may return', () => {
    const results = [null, undefined, 7, 'deny', []] as unknown as Parameters<
      typeof processPreToolUseResults
    >[0];
    expect(processPreToolUseResults(results)).toBe('ask');
    expect(processPreToolUseResults([...results, { decision: 'block' }])).toBe('deny');
    const odd = [{ hookSpecificOutput: null }] as unknown as Parameters<typeof processPreToolUseResults>[0];
    expect(processPreToolUseResults(odd)).toBe('ask');
    expect(processStopResults([...results, { decision: 'block' }])).toBe(true);
    expect(collectAdditionalContext([...results, { systemMessage: 'x' }])).toBe('x');
  });
});
