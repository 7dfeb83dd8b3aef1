import { readFileSync } from 'node:fs';
import type * as sdk from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as output from '../../../src/protocols/agent-sdk/output-types.ts';
import type * as ours from '../../../src/protocols/agent-sdk/types.ts';

type Events = ours.AgentSdkEvent;
type Theirs<Event extends Events> = Extract<sdk.HookInput, { hook_event_name: Event }>;
type Ours<Event extends Events> = Extract<ours.HookInput, { hook_event_name: Event }>;

// What does not hold is found by `npm run types`, which compiles this file; running it only repeats the names.
describe('the hook types beside those of @anthropic-ai/claude-agent-sdk', () => {
  it('name events that the SDK has', () => {
    expectTypeOf<ours.AgentSdkEvent>().toExtend<sdk.HookEvent>();
  });

  it('give inputs that its callbacks take', () => {
    expectTypeOf<ours.HookInput>().toExtend<sdk.HookInput>();
    expectTypeOf<Ours<'SessionEnd'>>().toExtend<Theirs<'SessionEnd'>>();
    expectTypeOf<Ours<'PermissionRequest'>>().toExtend<Theirs<'PermissionRequest'>>();
  });

  it('take its inputs of the fifteen events', () => {
    expectTypeOf<Theirs<Events>['hook_event_name']>().toEqualTypeOf<Events>();
    expectTypeOf<Theirs<Events>>().toExtend<ours.HookInput>();
    expectTypeOf<Theirs<'SessionStart'>>().toExtend<Ours<'SessionStart'>>();
    expectTypeOf<Theirs<'SubagentStop'>>().toExtend<Ours<'SubagentStop'>>();
  });

  it('give outputs that it takes', () => {
    expectTypeOf<ours.HookJSONOutput>().toExtend<sdk.HookJSONOutput>();
    expectTypeOf<output.SyncHookJSONOutput>().toExtend<sdk.SyncHookJSONOutput>();
    expectTypeOf<ours.AsyncHookJSONOutput>().toEqualTypeOf<sdk.AsyncHookJSONOutput>();
    expectTypeOf<output.PermissionUpdate>().toExtend<sdk.PermissionUpdate>();
    expectTypeOf<sdk.PermissionUpdate>().toExtend<output.PermissionUpdate>();
  });

  it('let its callbacks and matchers be given to a runner', () => {
    expectTypeOf<sdk.HookCallback>().toExtend<ours.HookCallbackLike>();
    expectTypeOf<ours.HookCallback>().toExtend<ours.HookCallbackLike>();
    expectTypeOf<sdk.HookCallbackMatcher>().toExtend<ours.HookCallbackMatcherLike>();
    expectTypeOf<ours.HookCallbackMatcher>().toExtend<ours.HookCallbackMatcherLike>();
  });

  it('cannot be the same where the SDK has more events and more answers', () => {
    expectTypeOf<ours.HookCallback>().not.toExtend<sdk.HookCallback>();
    expectTypeOf(async () => ({ decision: 'allow' as const })).toExtend<ours.HookCallback>();
    expectTypeOf<sdk.SyncHookJSONOutput>().not.toExtend<output.SyncHookJSONOutput>();
  });
});

describe('the development dependency on the SDK', () => {
  it('comes without its native binary of hundreds of megabytes', () => {
    const lock: unknown = JSON.parse(
      readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'),
    );
    const { packages } = lock as { packages: Record<string, unknown> };
    const names = Object.keys(packages).filter((name) => name.includes('claude-agent-sdk'));
    expect(names).toEqual(['node_modules/@anthropic-ai/claude-agent-sdk']);
  });
});
