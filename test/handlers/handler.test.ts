import { describe, expect, it } from 'vitest';
import { deny, Hooks } from '../../src/entries/index.ts';
import { defineHandler, handlerKind } from '../../src/handlers/handler.ts';
import { command } from '../../src/handlers/hook-functions.ts';
import { findProtocol } from '../../src/protocols/protocols.ts';
import { bash } from '../support/hooks.ts';

describe('the table of handlers', () => {
  it('holds those that ship, and suggests on a typo', () => {
    for (const type of ['command', 'python', 'module', 'http']) expect(handlerKind(type).type).toBe(type);
    expect(() => handlerKind('comand')).toThrow('unknown handler type "comand", did you mean "command"?');
  });

  it('takes handlers of others', async () => {
    defineHandler<{ reason: string }>({
      type: 'refuses',
      summary: 'Refuses everything.',
      create:
        ({ reason }) =>
        async () =>
          deny(reason),
    });
    const setting = { protocol: findProtocol('hookline'), directory: '.' };
    const hooks = new Hooks();
    hooks.on('PreToolUse', handlerKind('refuses').create({ reason: 'no' }, setting));
    expect((await hooks.fire('PreToolUse', bash)).reason).toBe('no');
  });

  it('lets a handler name its wire, and suggests on a typo', () => {
    expect(() => command('true', { protocol: 'masgen' })).toThrow('did you mean "massgen"?');
  });
});

it('a hook has the default timeout of its wire, unless it says otherwise', () => {
  const hooks = new Hooks();
  hooks.on('PreToolUse', command('true'));
  hooks.on('PreToolUse', command('true', { protocol: 'claude-code' }));
  hooks.on('UserPromptSubmit', command('true', { protocol: 'claude-code' }));
  hooks.on('PreToolUse', { timeoutMs: 5 }, command('true', { protocol: 'claude-code' }));
  expect(hooks.list().map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 600_000, 30_000, 5]);
});

it('a command is not run on an event that cannot be written, and the action is blocked', async () => {
  let deep: unknown = 1;
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  const hooks = new Hooks({ log: () => {} });
  hooks.on('PreToolUse', command('true'));
  const outcome = await hooks.fire('PreToolUse', { ...bash, tool_input: { deep } });
  expect(outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'missing' }] });
  expect(outcome.reason).toContain('the event cannot be written as JSON');
});
