import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { HookEvent } from '../../../src/front-doors/massgen/event.ts';
import {
  ExternalCommandHook,
  type MassgenHook,
  PythonCallableHook,
} from '../../../src/front-doors/massgen/hooks.ts';
import { HookResult } from '../../../src/front-doors/massgen/result.ts';
import { Scratch } from '../../support/scratch.ts';
import { massgen } from '../catalogue/massgen.ts';
import { conforms } from '../line.ts';
import { quietManager } from './host.ts';
import { userFolder } from './user.ts';

const directory = userFolder();

/** What one PreToolUse hook makes of a call. */
function judge(hook: MassgenHook, tool = 'Bash', input: object = { command: 'ls' }) {
  const { manager } = quietManager();
  manager.registerGlobalHook('PreToolUse', hook);
  return manager.executeHooks('PreToolUse', tool, { ...input });
}

describe('Event and result', () => {
  const event = new HookEvent({
    hook_type: 'PostToolUse',
    session_id: 's1',
    orchestrator_id: 'o1',
    agent_id: 'a1',
    timestamp: new Date('2026-01-05T10:30:00+01:00'),
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_output: 'a.txt',
  });

  conforms(massgen, 'facts.1.14.1', 'hookline/massgen', () => {
    expect(event).toMatchObject({ tool_name: 'Bash', agent_id: 'a1', tool_output: 'a.txt' });
    expect(new HookEvent({ hook_type: 'PreToolUse', tool_name: 'Bash' })).toMatchObject({
      tool_input: {},
      agent_id: null,
      tool_output: null,
    });
  });

  conforms(massgen, 'facts.1.14.2', 'hookline/massgen', () => {
    expect(event.toDict().timestamp).toBe('2026-01-05T09:30:00.000+00:00');
    const parsed = JSON.parse(JSON.stringify(event));
    expect(parsed).toEqual(event.toDict());
    expect(HookEvent.fromDict(parsed)).toEqual(event);
  });

  conforms(massgen, 'facts.1.14.3', 'hookline/massgen', () => {
    expect(HookResult.allow()).toMatchObject({
      allowed: true,
      decision: 'allow',
      inject: null,
      reason: null,
    });
    expect(HookResult.allow().toDict()).toEqual(new HookResult().toDict());
  });

  conforms(massgen, 'facts.1.14.4', 'hookline/massgen', () => {
    expect(HookResult.deny('no')).toMatchObject({ allowed: false, decision: 'deny', reason: 'no' });
    expect(HookResult.ask('sure?')).toMatchObject({ allowed: true, decision: 'ask', reason: 'sure?' });
  });

  conforms(massgen, 'facts.1.14.5', 'hookline/massgen', () => {
    const inject = { content: 'note', strategy: 'user_message' };
    expect(HookResult.fromDict({ inject }).inject).toEqual(inject);
    for (const decision of ['allow', 'ask', undefined]) {
      expect(HookResult.fromDict({ allowed: false, decision }).decision).toBe('deny');
    }
    expect(HookResult.fromDict({ decision: 'deny' }).allowed).toBe(false);
    expect(HookResult.fromDict({ decision: 'deny', allowed: true }).allowed).toBe(false);
    for (const unclear of [{ decision: 'DENY' }, { decision: 'block' }, { allowed: 'no' }]) {
      const result = HookResult.fromDict(unclear);
      expect(result).toMatchObject({ allowed: false, decision: 'deny', hook_errors: [expect.any(String)] });
    }
  });

  conforms(massgen, 'facts.1.14.6', 'hookline/massgen', () => {
    const result = HookResult.allow();
    expect([result.hook_errors, result.hasErrors()]).toEqual([[], false]);
    result.addError('old rules');
    expect([result.hook_errors, result.hasErrors()]).toEqual([['old rules'], true]);
    expect(HookResult.fromDict({ hook_errors: ['a', 'b'] }).hook_errors).toEqual(['a', 'b']);
    expect(HookResult.allow().hook_errors).toEqual([]);
  });
});

describe('Matcher', () => {
  conforms(massgen, 'facts.1.14.7', 'hookline/massgen', async () => {
    const matches = async (matcher: string, tool: string) =>
      (await judge(new PythonCallableHook('m', () => HookResult.deny(), { matcher }), tool)).decision ===
      'deny';
    expect(await matches('*', 'anything at all')).toBe(true);
    expect([await matches('Bash', 'Bash'), await matches('Bash', 'BashTool')]).toEqual([true, false]);
    expect([await matches('mcp__*', 'mcp__a__b'), await matches('mcp__*', 'Bash')]).toEqual([true, false]);
    for (const tool of ['a', 'b', 'c']) expect(await matches('a|b|c', tool)).toBe(true);
    expect(await matches('a|b|c', 'd')).toBe(false);
  });
});

describe('Callable hooks', () => {
  conforms(massgen, 'facts.1.14.8', 'hookline/massgen', async () => {
    expect(await judge(() => HookResult.allow())).toMatchObject({ allowed: true, hook_errors: [] });
    expect(await judge(async () => HookResult.deny('later'))).toMatchObject({
      allowed: false,
      reason: 'later',
    });
    expect(await judge(() => ({ decision: 'deny', reason: 'a dict' }))).toMatchObject({ reason: 'a dict' });
    const inPython = new PythonCallableHook('python', 'rules.deny_later', { directory });
    expect(await judge(inPython)).toMatchObject({ allowed: false, reason: 'decided later' });
  });

  conforms(massgen, 'facts.1.14.9', 'hookline/massgen', async () => {
    const calls: string[] = [];
    const hook = new PythonCallableHook('counts', () => void calls.push('Write'), { matcher: 'Write' });
    expect(await judge(hook, 'Read')).toMatchObject({ allowed: true, decision: 'allow', executed_hooks: [] });
    expect(calls).toEqual([]);
    await judge(hook, 'Write');
    expect(calls).toHaveLength(1);
  });

  conforms(massgen, 'facts.1.14.10', 'hookline/massgen', async () => {
    const result = await judge(({ tool_input }) => ({ updated_input: { ...tool_input, safe: true } }));
    expect(result.updated_input).toEqual({ command: 'ls', safe: true });
    expect((await judge(() => ({ updated_input: {} }))).updated_input).toEqual({});
  });

  conforms(massgen, 'facts.1.14.11', 'hookline/massgen', async () => {
    const throws = () => {
      throw new Error('broken');
    };
    const hangs = () => delay(60_000, undefined, { ref: false });
    const closed = { fail_closed: true, timeout: 0.05 };
    expect(await judge(throws)).toMatchObject({ allowed: true });
    const failed = await judge(new PythonCallableHook('strict', throws, closed));
    expect(failed).toMatchObject({ allowed: false, reason: expect.stringMatching(/failed: broken/) });
    const late = await judge(new PythonCallableHook('strict', hangs, closed));
    expect(late).toMatchObject({ allowed: false, reason: expect.stringMatching(/timed out/) });
    const inPython = new PythonCallableHook('strict', 'rules.raises', { directory, fail_closed: true });
    expect(await judge(inPython)).toMatchObject({ allowed: false, reason: expect.stringMatching(/failed/) });
    const command = new ExternalCommandHook('strict', './not-json.sh', { directory, fail_closed: true });
    expect(await judge(command)).toMatchObject({ allowed: false, reason: expect.stringMatching(/failed/) });
  });
});

describe('Manager', () => {
  conforms(massgen, 'facts.1.14.12', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    manager.registerGlobalHook('PreToolUse', function everybody() {});
    manager.registerAgentHook('a1', 'PreToolUse', function own() {});
    manager.registerAgentHook('a2', 'PreToolUse', function instead() {}, { override: true });
    const names = async (agent_id: string | null) => {
      const { executed_hooks } = await manager.executeHooks('PreToolUse', 'Bash', {}, { agent_id });
      return executed_hooks.map(({ hook_name }) => hook_name);
    };
    expect(await names(null)).toEqual(['everybody']);
    expect(await names('a1')).toEqual(['everybody', 'own']);
    expect(await names('a2')).toEqual(['instead']);
    expect(await names('a3')).toEqual(['everybody']);
  });

  conforms(massgen, 'facts.1.14.13', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const ran: string[] = [];
    manager.registerGlobalHook('PreToolUse', function first() {
      ran.push('first');
    });
    manager.registerGlobalHook('PreToolUse', function second() {
      return HookResult.deny('that is enough');
    });
    manager.registerGlobalHook('PreToolUse', function third() {
      ran.push('third');
    });
    const result = await manager.executeHooks('PreToolUse', 'Bash', {});
    expect(result).toMatchObject({ allowed: false, reason: 'that is enough', hook_name: 'second' });
    expect(ran).toEqual(['first']);
    expect(result.executed_hooks.map(({ hook_name, decision }) => [hook_name, decision])).toEqual([
      ['first', 'allow'],
      ['second', 'deny'],
    ]);
  });

  conforms(massgen, 'facts.1.14.14', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const long = 'x'.repeat(150);
    manager.registerGlobalHook('PostToolUse', () => ({
      inject: { content: 'short', strategy: 'user_message' },
    }));
    manager.registerGlobalHook('PostToolUse', () => ({ inject: { content: long } }));
    const result = await manager.executeHooks('PostToolUse', 'Bash', {}, {}, 'a.txt');
    expect(result.injections.map(({ content, strategy }) => [content, strategy])).toEqual([
      ['short', 'user_message'],
      [long, 'tool_result'],
    ]);
    expect(result.inject).toEqual({ content: `short\n${long}`, strategy: 'tool_result' });
    expect(result.executed_hooks.map((hook) => [hook.injection_preview, hook.injection_content])).toEqual([
      ['short', 'short'],
      [`${'x'.repeat(100)}...`, long],
    ]);
  });

  conforms(massgen, 'facts.1.14.15', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const scratch = new Scratch();
    const config = {
      PreToolUse: [{ handler: 'rules.started' }],
      PostToolUse: { hooks: [{ handler: 'rules.started', type: 'python', matcher: 'Bash' }] },
    } as const;
    manager.registerHooksFromConfig(config, { directory });
    const input = { log: `${scratch.path}/log` };
    await manager.executeHooks('PreToolUse', 'Bash', input);
    await manager.executeHooks('PostToolUse', 'Bash', input, {}, 'a.txt');
    await manager.executeHooks('PostToolUse', 'Read', input, {}, 'a.txt');
    expect(scratch.lines('log')).toEqual(['PreToolUse of Bash', 'PostToolUse of Bash']);
  });

  conforms(massgen, 'facts.1.14.16', 'hookline/massgen', async () => {
    const hook = new PythonCallableHook('read_only', () => HookResult.deny('read only'), {
      matcher: 'Write|Delete',
    });
    expect((await judge(hook, 'Write')).allowed).toBe(false);
    expect((await judge(hook, 'Delete')).allowed).toBe(false);
    expect((await judge(hook, 'Read')).allowed).toBe(true);
  });

  conforms(massgen, 'facts.1.14.17', 'hookline/massgen', async () => {
    const reason = 'Not "rm": it\'s\n destructive  — 100 % 🧨';
    expect((await judge(() => HookResult.deny(reason))).reason).toBe(reason);
    const hook = new PythonCallableHook('etc', 'rules.deny_writes_to_etc', { directory });
    expect((await judge(hook, 'Write', { path: '/etc/a b' })).reason).toBe('/etc/a b stays as it is');
    expect((await judge(hook, 'Write', { path: '/etc/c' })).reason).toBe('/etc/c stays as it is');
    expect((await judge(hook, 'Write', { path: '/tmp/c' })).reason).toBeNull();
  });

  conforms(massgen, 'facts.1.14.18', 'hookline/massgen', async () => {
    const broken = {
      name: 'broken',
      execute() {
        throw new TypeError('never expected');
      },
    };
    expect(await judge(broken)).toMatchObject({
      allowed: true,
      hook_errors: [expect.stringContaining('never expected')],
      executed_hooks: [{ hook_name: 'broken', decision: 'error', reason: 'never expected' }],
    });
    expect(await judge({ ...broken, fail_closed: true })).toMatchObject({
      allowed: false,
      hook_name: 'broken',
    });
    const child = new PythonCallableHook('child', 'rules.report_errors', { directory });
    expect(await judge(child)).toMatchObject({ allowed: true, hook_errors: ['the rules file is old'] });
    const reports = () => new HookResult({ hook_errors: ['one', 'two'] });
    expect((await judge(reports)).hook_errors).toEqual(['one', 'two']);
  });
});
