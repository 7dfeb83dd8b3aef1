import { expect, it } from 'vitest';
import { type HookMessage, hookMessages } from '../../src/entries/index.ts';
import { bash, forever, quietHooks, sleep } from '../support/hooks.ts';

it('tells every run as started, progress and response, with unique ids', async () => {
  const { hooks } = quietHooks({ base: { session_id: 's1' } });
  const messages: HookMessage[] = [];
  hooks.intercept(hookMessages((message) => messages.push(message)));
  hooks.on('PreToolUse', { name: 'talks' }, async (_, context) => {
    context.progress({ stdout: 'out ' });
    await sleep(1);
    context.progress({ stderr: 'err' });
    context.progress({ exitCode: 3 });
  });
  hooks.on('PreToolUse', { name: 'throws' }, () => {
    throw new Error('bug');
  });
  hooks.on('PreToolUse', { name: 'hangs', timeoutMs: 10 }, forever);
  await hooks.fire('PreToolUse', bash);
  expect(messages.map(({ subtype, hook_name }) => [subtype, hook_name])).toEqual([
    ['hook_started', 'talks'],
    ['hook_progress', 'talks'],
    ['hook_progress', 'talks'],
    ['hook_response', 'talks'],
    ['hook_started', 'throws'],
    ['hook_response', 'throws'],
    ['hook_started', 'hangs'],
    ['hook_response', 'hangs'],
  ]);
  expect(messages[1]).toMatchObject({
    type: 'system',
    session_id: 's1',
    hook_event: 'PreToolUse',
    stdout: 'out ',
    stderr: '',
    output: 'out ',
  });
  expect(messages[3]).toMatchObject({
    stdout: 'out ',
    stderr: 'err',
    output: 'out err',
    exit_code: 3,
    outcome: 'success',
  });
  expect(messages[5]).toMatchObject({ outcome: 'error' });
  expect(messages[7]).toMatchObject({ outcome: 'cancelled' });
  expect(new Set(messages.map(({ hook_id }) => hook_id)).size).toBe(3);
  expect(new Set(messages.map(({ uuid }) => uuid)).size).toBe(messages.length);
});

it('says nothing of a run that had begun before anyone listened', async () => {
  const { hooks } = quietHooks({ timing: true });
  const messages: HookMessage[] = [];
  hooks.on('PreToolUse', async (_, context) => {
    hooks.intercept(hookMessages((message) => messages.push(message)));
    context.progress({ stdout: 'x' });
    await sleep(1);
  });
  await hooks.fire('PreToolUse', bash);
  expect(messages).toEqual([]);
});
