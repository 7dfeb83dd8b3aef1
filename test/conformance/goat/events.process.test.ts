import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { HOOK_EVENTS } from '../../../src/front-doors/runner/config.ts';
import { Runner } from '../../../src/front-doors/runner/runner.ts';
import type { AgentSdkEvent } from '../../../src/protocols/agent-sdk/types.ts';
import { Scratch } from '../../support/scratch.ts';
import { goat } from '../catalogue/goat.ts';
import { conforms } from '../line.ts';
import { base, fireSample, inputs, quietRunner, saving } from './support.ts';

/** What a callback and a command of the event receive. */
async function received(event: AgentSdkEvent): Promise<readonly unknown[]> {
  const file = `${new Scratch().path}/event.json`;
  const seen: unknown[] = [];
  const callback = (input: unknown): object => {
    seen.push(input);
    return {};
  };
  const { runner, log } = quietRunner({ [event]: [{ hooks: [callback], commands: [saving(file)] }] });
  await fireSample(runner, event);
  expect(log).toEqual([]);
  return [...seen, JSON.parse(readFileSync(file, 'utf8'))];
}

/** Both a callback and a command get exactly the base fields, the event's name and its own fields. */
async function expectWhole(event: AgentSdkEvent): Promise<void> {
  const whole = { ...base, hook_event_name: event, ...inputs[event] };
  expect(await received(event)).toEqual([whole, whole]);
}

async function expectFired(event: AgentSdkEvent): Promise<void> {
  expect(HOOK_EVENTS).toContain(event);
  expect(await received(event)).toHaveLength(2);
}

describe('seed 001, section 2: hook events', () => {
  conforms(goat, '001.2.1', 'hookline/runner', () => expectFired('PreToolUse'));
  conforms(goat, '001.2.2', 'hookline/runner', () => expectFired('PostToolUse'));
  conforms(goat, '001.2.3', 'hookline/runner', () => expectFired('PostToolUseFailure'));
  conforms(goat, '001.2.4', 'hookline/runner', () => expectFired('Notification'));
  conforms(goat, '001.2.5', 'hookline/runner', () => expectFired('UserPromptSubmit'));
  conforms(goat, '001.2.6', 'hookline/runner', () => expectFired('SessionStart'));
  conforms(goat, '001.2.7', 'hookline/runner', () => expectFired('SessionEnd'));
  conforms(goat, '001.2.8', 'hookline/runner', () => expectFired('Stop'));
  conforms(goat, '001.2.9', 'hookline/runner', () => expectFired('SubagentStart'));
  conforms(goat, '001.2.10', 'hookline/runner', () => expectFired('SubagentStop'));
  conforms(goat, '001.2.11', 'hookline/runner', () => expectFired('PreCompact'));
  conforms(goat, '001.2.12', 'hookline/runner', () => expectFired('PermissionRequest'));
  conforms(goat, '001.2.13', 'hookline/runner', () => expectFired('Setup'));
  conforms(goat, '001.2.14', 'hookline/runner', () => expectFired('TeammateIdle'));
  conforms(goat, '001.2.15', 'hookline/runner', () => expectFired('TaskCompleted'));
});

describe('seed 001, section 3: hook input types', () => {
  conforms(goat, '001.3.1', 'hookline/runner', async () => {
    for (const event of HOOK_EVENTS) {
      for (const input of await received(event)) expect(input).toMatchObject(base);
    }
    const seen: object[] = [];
    const note = (input: object): object => {
      seen.push(input);
      return {};
    };
    const { permission_mode: _, ...others } = base;
    await new Runner({ Stop: [{ hooks: [note] }] }, { base: others }).fire('Stop', inputs.Stop);
    expect(seen[0]).not.toHaveProperty('permission_mode');
  });
  conforms(goat, '001.3.2.PreToolUse', 'hookline/runner', () => expectWhole('PreToolUse'));
  conforms(goat, '001.3.2.PostToolUse', 'hookline/runner', () => expectWhole('PostToolUse'));
  conforms(goat, '001.3.2.PostToolUseFailure', 'hookline/runner', () => expectWhole('PostToolUseFailure'));
  conforms(goat, '001.3.2.SessionStart', 'hookline/runner', () => expectWhole('SessionStart'));
  conforms(goat, '001.3.2.SessionEnd', 'hookline/runner', () => expectWhole('SessionEnd'));
  conforms(goat, '001.3.2.Stop', 'hookline/runner', () => expectWhole('Stop'));
  conforms(goat, '001.3.2.SubagentStart', 'hookline/runner', () => expectWhole('SubagentStart'));
  conforms(goat, '001.3.2.SubagentStop', 'hookline/runner', () => expectWhole('SubagentStop'));
  conforms(goat, '001.3.2.PreCompact', 'hookline/runner', () => expectWhole('PreCompact'));
  conforms(goat, '001.3.2.Notification', 'hookline/runner', () => expectWhole('Notification'));
  conforms(goat, '001.3.2.UserPromptSubmit', 'hookline/runner', () => expectWhole('UserPromptSubmit'));
  conforms(goat, '001.3.2.Setup', 'hookline/runner', () => expectWhole('Setup'));
  conforms(goat, '001.3.2.TaskCompleted', 'hookline/runner', () => expectWhole('TaskCompleted'));
  conforms(goat, '001.3.2.TeammateIdle', 'hookline/runner', () => expectWhole('TeammateIdle'));
  // Spec 06 is not among the seeds; the fields are those of the SDK's PermissionRequestHookInput.
  conforms(goat, '001.3.2.PermissionRequest', 'hookline/runner', () => expectWhole('PermissionRequest'));
});

describe('seed 001, section 10: events and inputs', () => {
  conforms(goat, '001.10.1', 'hookline/runner', async () => {
    expect(HOOK_EVENTS).toHaveLength(15);
    for (const event of HOOK_EVENTS) expect(await received(event)).toHaveLength(2);
  });
  conforms(goat, '001.10.2', 'hookline/runner', async () => {
    for (const event of HOOK_EVENTS) await expectWhole(event);
  });
});
