import type * as sdk from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  allow,
  ask,
  deny,
  type Effect,
  Hooks,
  halt,
  inject,
  modify,
  notify,
  resume,
  suppress,
} from '../../../src/entries/index.ts';
import {
  type AgentSdkHooks,
  type AgentSdkOutput,
  toAgentSdkHooks,
} from '../../../src/front-doors/runner/agent-sdk.ts';
import {
  HOOK_EVENTS,
  type RunnerConfig,
  type RunnerMatcher,
} from '../../../src/front-doors/runner/config.ts';
import type { processPreToolUseResults } from '../../../src/front-doors/runner/decisions.ts';
import type { FireResults } from '../../../src/front-doors/runner/results.ts';
import { Runner, type RunnerInput } from '../../../src/front-doors/runner/runner.ts';
import type { RunnerResult } from '../../../src/front-doors/runner/words.ts';
import type {
  AgentSdkEvent,
  HookCallback,
  HookCallbackMatcher,
} from '../../../src/protocols/agent-sdk/types.ts';
import { inputs } from '../../conformance/goat/support.ts';
import { forever, quietHooks } from '../../support/hooks.ts';

describe('the types beside those of @anthropic-ai/claude-agent-sdk', () => {
  it('let what is written for the SDK be given to a runner, and the other way round', () => {
    expectTypeOf<sdk.HookCallbackMatcher>().toExtend<RunnerMatcher>();
    expectTypeOf<HookCallbackMatcher>().toExtend<RunnerMatcher>();
    expectTypeOf<{ [E in AgentSdkEvent]?: sdk.HookCallbackMatcher[] }>().toExtend<RunnerConfig>();
    expectTypeOf<AgentSdkHooks>().toExtend<NonNullable<sdk.Options['hooks']>>();
    expectTypeOf<AgentSdkOutput>().toExtend<sdk.HookJSONOutput>();
    expectTypeOf<HookCallback>().toExtend<NonNullable<RunnerMatcher['hooks']>[number]>();
  });

  it('let inputs of the SDK be fired, and results and outputs be processed', () => {
    expectTypeOf<sdk.PreToolUseHookInput>().toExtend<RunnerInput<'PreToolUse'>>();
    expectTypeOf<sdk.SubagentStopHookInput>().toExtend<RunnerInput<'SubagentStop'>>();
    expectTypeOf<sdk.SessionStartHookInput>().toExtend<RunnerInput<'SessionStart'>>();
    expectTypeOf<FireResults>().toExtend<Parameters<typeof processPreToolUseResults>[0]>();
    expectTypeOf<sdk.HookJSONOutput[]>().toExtend<Parameters<typeof processPreToolUseResults>[0]>();
    expectTypeOf<RunnerResult['systemMessage']>().toEqualTypeOf<sdk.SyncHookJSONOutput['systemMessage']>();
  });
});

/** What the SDK is told when a hook of that event asks for these effects. */
async function told(event: AgentSdkEvent, ...effects: readonly Effect[]): Promise<AgentSdkOutput> {
  const { hooks } = quietHooks();
  hooks.on(event, { name: 'hook' }, () => effects as readonly never[]);
  return call(toAgentSdkHooks(hooks), event, inputs[event]);
}

async function call(
  table: AgentSdkHooks,
  event: AgentSdkEvent,
  fields: object,
  signal: AbortSignal = new AbortController().signal,
): Promise<AgentSdkOutput> {
  const hook = table[event]?.[0]?.hooks[0];
  if (hook === undefined) throw new Error(`no callback for ${event}`);
  return hook({ hook_event_name: event, ...fields }, 'call-1', { signal });
}

describe('toAgentSdkHooks', () => {
  it('gives one callback for each of the fifteen events, or for those that are wanted', () => {
    const table = toAgentSdkHooks(new Runner());
    expect(Object.keys(table)).toEqual(HOOK_EVENTS);
    expect(table.Stop).toMatchObject([{ hooks: [expect.any(Function)], timeout: 600 }]);
    const options = { events: ['Stop'], timeout: 5, onFailure: 'block' } as const;
    expect(toAgentSdkHooks(new Hooks(), options)).toEqual({
      Stop: [{ hooks: [expect.any(Function)], timeout: 5, onFailure: 'block' }],
    });
    expect(() => toAgentSdkHooks(new Hooks(), { events: ['Stopp' as 'Stop'] })).toThrow(
      'did you mean "Stop"?',
    );
  });

  it('says nothing where no hook objects', async () => {
    for (const event of HOOK_EVENTS) expect(await told(event)).toEqual({});
  });

  const specific = (hookEventName: AgentSdkEvent, fields: object): object => ({
    hookSpecificOutput: { hookEventName, ...fields },
  });
  const notice = '[output suppressed by hook]';

  it.each<[AgentSdkEvent, readonly Effect[], object]>([
    ['PreToolUse', [allow()], specific('PreToolUse', { permissionDecision: 'allow' })],
    [
      'PreToolUse',
      [deny('no')],
      specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
    ],
    [
      'PreToolUse',
      [ask('sure?'), inject('a'), inject('b', { into: 'tool_result' })],
      specific('PreToolUse', {
        permissionDecision: 'ask',
        permissionDecisionReason: 'sure?',
        additionalContext: 'a\nb',
      }),
    ],
    [
      'PreToolUse',
      [modify({ command: 'pwd' })],
      specific('PreToolUse', { updatedInput: { command: 'pwd' } }),
    ],
    [
      'PreToolUse',
      [halt('enough')],
      {
        continue: false,
        stopReason: 'enough',
        ...specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'enough' }),
      },
    ],
    ['PreToolUse', [notify('look')], { systemMessage: 'look' }],
    [
      'PostToolUse',
      [modify('x')],
      specific('PostToolUse', { updatedMCPToolOutput: 'x', updatedToolOutput: 'x' }),
    ],
    [
      'PostToolUse',
      [suppress(), inject('why')],
      specific('PostToolUse', {
        additionalContext: 'why',
        updatedMCPToolOutput: { stdout: notice },
        updatedToolOutput: { stdout: notice },
      }),
    ],
    ['PostToolUseFailure', [inject('a')], specific('PostToolUseFailure', { additionalContext: 'a' })],
    ['UserPromptSubmit', [deny('no')], { decision: 'block', reason: 'no' }],
    ['UserPromptSubmit', [inject('a')], specific('UserPromptSubmit', { additionalContext: 'a' })],
    [
      'PermissionRequest',
      [allow(), modify({ command: 'pwd' })],
      specific('PermissionRequest', { decision: { behavior: 'allow', updatedInput: { command: 'pwd' } } }),
    ],
    [
      'PermissionRequest',
      [halt('enough')],
      {
        continue: false,
        stopReason: 'enough',
        ...specific('PermissionRequest', {
          decision: { behavior: 'deny', message: 'enough', interrupt: true },
        }),
      },
    ],
    // Without a grant there is no word for a rewrite.
    ['PermissionRequest', [modify({ command: 'pwd' })], {}],
    ['Stop', [resume('tests fail')], { decision: 'block', reason: 'tests fail' }],
    ['Stop', [resume()], { decision: 'block', reason: 'Go on.' }],
    ['Stop', [resume('tests fail'), inject('a')], { decision: 'block', reason: 'tests fail\na' }],
    // Context would keep the agent going there; the person gets it instead.
    ['Stop', [inject('a')], { systemMessage: 'a' }],
    ['Stop', [halt()], { continue: false }],
    ['SubagentStop', [resume('more')], { decision: 'block', reason: 'more' }],
    ['TeammateIdle', [resume('more')], { decision: 'block', reason: 'more' }],
    ['TaskCompleted', [deny('no tests')], { decision: 'block', reason: 'no tests' }],
    ['PreCompact', [deny('not now')], { decision: 'block', reason: 'not now' }],
    // There is no word for new instructions.
    ['PreCompact', [modify('short')], {}],
    ['SessionStart', [inject('a')], specific('SessionStart', { additionalContext: 'a' })],
    ['Setup', [inject('a')], specific('Setup', { additionalContext: 'a' })],
    ['SubagentStart', [inject('a')], specific('SubagentStart', { additionalContext: 'a' })],
    ['Notification', [inject('a')], specific('Notification', { additionalContext: 'a' })],
  ])('at %s answers %j in the words that the product obeys', async (event, effects, output) => {
    expect(await told(event, ...effects)).toEqual(output);
  });

  it('hides an output in the shape that it had, since the product ignores any other', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', () => suppress());
    const response = {
      type: 'text',
      stdout: 'secret',
      stderr: '',
      interrupted: false,
      content: [
        { type: 'text', text: 'secret' },
        { type: 'image', source: { type: 'base64', data: 'c2VjcmV0' } },
      ],
    };
    const output = await call(toAgentSdkHooks(hooks), 'PostToolUse', {
      ...inputs.PostToolUse,
      tool_response: response,
    });
    expect(output.hookSpecificOutput).toMatchObject({
      updatedToolOutput: {
        type: 'text',
        stdout: notice,
        stderr: '',
        interrupted: false,
        content: [
          { type: 'text', text: notice },
          { type: 'text', text: notice },
        ],
      },
    });
    const text = await call(toAgentSdkHooks(hooks), 'PostToolUse', {
      ...inputs.PostToolUse,
      tool_response: 'secret',
    });
    expect(text.hookSpecificOutput).toMatchObject({ updatedToolOutput: notice });
  });

  it('fires for the agent that the event belongs to', async () => {
    const runner = new Runner({ PreToolUse: [{ hooks: [() => ({ systemMessage: 'all' })] }] });
    runner.registerScoped('a', { PreToolUse: [{ hooks: [() => ({ systemMessage: 'a' })] }] });
    runner.registerScoped('b', { PreToolUse: [{ hooks: [() => ({ systemMessage: 'b' })] }] });
    const table = toAgentSdkHooks(runner);
    expect(await call(table, 'PreToolUse', { ...inputs.PreToolUse, agent_id: 'b' })).toEqual(
      specific('PreToolUse', { additionalContext: 'all\nb' }),
    );
    expect(await call(table, 'PreToolUse', inputs.PreToolUse)).toEqual(
      specific('PreToolUse', { additionalContext: 'all' }),
    );
  });

  it('refuses when it was cancelled or the hooks cannot be asked: the product would take an error for consent', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', forever);
    const table = toAgentSdkHooks(hooks);
    const denied = { hookSpecificOutput: { permissionDecision: 'deny' } };
    expect(await call(table, 'PreToolUse', inputs.PreToolUse, AbortSignal.timeout(20))).toMatchObject(denied);
    await hooks.dispose();
    expect(await call(table, 'PreToolUse', inputs.PreToolUse)).toMatchObject(denied);
    expect(await call(table, 'SessionEnd', inputs.SessionEnd)).toEqual({
      systemMessage: 'the hooks could not be asked: these hooks were disposed of',
    });
  });
});
