import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { HOOK_EVENTS, type RunnerConfig } from '../../../src/front-doors/runner/config.ts';
import {
  collectAdditionalContext,
  processPreToolUseResults,
} from '../../../src/front-doors/runner/decisions.ts';
import type { Runner } from '../../../src/front-doors/runner/runner.ts';
import type { HookCallback } from '../../../src/protocols/agent-sdk/types.ts';
import { sleep } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';
import { goat } from '../catalogue/goat.ts';
import { conforms } from '../line.ts';
import {
  answering,
  base,
  emitted,
  fireGroups,
  fireSample,
  printing,
  quietRunner,
  returning,
  saving,
  specific,
} from './support.ts';

const named = (systemMessage: string): RunnerConfig => ({
  PreToolUse: [{ hooks: [returning({ systemMessage })] }],
});
const call = { tool_name: 'Bash', tool_input: {} };

async function context(runner: Runner, agentId?: string): Promise<string> {
  const options = agentId === undefined ? {} : { agentId };
  return collectAdditionalContext(await runner.fire('PreToolUse', call, 'call-1', options));
}

describe('seed 002, SDK emission during hook execution', () => {
  conforms(goat, '002.emission.1', 'hookline/runner', async () => {
    const messages = await emitted({ PreToolUse: [{ hooks: [returning({})] }, { hooks: [returning({})] }] });
    expect(messages[0]).toMatchObject({
      type: 'system',
      subtype: 'hook_started',
      hook_name: 'runner.PreToolUse[0].hooks[0]',
      hook_event: 'PreToolUse',
      session_id: base.session_id,
    });
    // Goat's ids repeat from matcher to matcher; DESIGN: unique.
    expect(new Set(messages.map(({ hook_id }) => hook_id)).size).toBe(2);
    expect(new Set(messages.map(({ uuid }) => uuid)).size).toBe(4);
  });
  conforms(goat, '002.emission.2', 'hookline/runner', async () => {
    const messages = await emitted({
      PreToolUse: [{ hooks: [returning({})], commands: ['echo out; echo err >&2; exit 1'] }],
    });
    const progress = messages.filter((message) => message.subtype === 'hook_progress');
    expect(new Set(progress.map(({ hook_name }) => hook_name))).toEqual(
      new Set(['runner.PreToolUse[0].commands[0]']),
    );
    expect(progress.map(({ stdout }) => stdout).join('')).toBe('out\n');
    expect(progress.map(({ stderr }) => stderr).join('')).toBe('err\n');
  });
  conforms(goat, '002.emission.3', 'hookline/runner', async () => {
    const scratch = new Scratch();
    // It says the second when the first has been heard.
    const line = `echo 1 >&2; until [ -e '${scratch.path}/heard' ]; do sleep 0.02; done; echo 2 >&2; echo 3 >&2`;
    const messages = await emitted({ PreToolUse: [{ commands: [line] }] }, (runner) => {
      runner.hooks.intercept({ progress: () => void scratch.write('heard', '') });
      return fireSample(runner, 'PreToolUse');
    });
    const progress = messages.filter((message) => message.subtype === 'hook_progress');
    expect(progress.length).toBeGreaterThan(1);
    expect(messages.at(-1)).toMatchObject({
      subtype: 'hook_response',
      stderr: '1\n2\n3\n',
      output: '1\n2\n3\n',
    });
  });
  conforms(goat, '002.emission.4', 'hookline/runner', async () => {
    const messages = await emitted({ PreToolUse: [{ hooks: [returning({})], commands: ['exit 1'] }] });
    const ends = messages.filter((message) => message.subtype === 'hook_response');
    expect(ends.map(({ outcome }) => outcome)).toEqual(['success', 'error']);
    const begun = messages.filter(({ subtype }) => subtype === 'hook_started');
    expect(ends.map(({ hook_id }) => hook_id)).toEqual(begun.map(({ hook_id }) => hook_id));
  });
});

describe('seed 002, shell hook protocol', () => {
  const stdinOf = async (event: 'PreToolUse' | 'Stop'): Promise<unknown> => {
    const file = `${new Scratch().path}/stdin`;
    await fireGroups(event, { commands: [saving(file)] });
    return JSON.parse(readFileSync(file, 'utf8'));
  };
  const stateful = (file: string, first: string, then: string): string =>
    `if [ -e '${file}' ]; then ${then}; else touch '${file}'; echo '${first}'; fi`;

  conforms(goat, '002.shell.1', 'hookline/runner', async () => {
    expect(await stdinOf('Stop')).toEqual({ ...base, hook_event_name: 'Stop', stop_hook_active: false });
  });
  conforms(goat, '002.shell.2', 'hookline/runner', async () => {
    expect(await stdinOf('PreToolUse')).toMatchObject({ tool_name: 'Bash', tool_input: { command: 'ls' } });
    expect(await stdinOf('Stop')).not.toHaveProperty('tool_name');
  });
  conforms(goat, '002.shell.3', 'hookline/runner', async () => {
    const answer = {
      continue: true,
      decision: 'allow',
      reason: 'fine',
      suppressOutput: false,
      systemMessage: 'Remember: always use --verbose',
    };
    const { results, log } = await fireGroups('PreToolUse', { commands: [printing(answer)] });
    expect(results).toEqual([answer]);
    expect(results.outcome).toMatchObject({
      decision: 'allow',
      injections: [{ content: answer.systemMessage }],
    });
    expect(log).toEqual([]);
  });
  conforms(goat, '002.shell.4', 'hookline/runner', async () => {
    for (const [word, decision] of Object.entries({ allow: 'allow', deny: 'deny', block: 'deny' })) {
      const { results } = await fireGroups('PreToolUse', { commands: [printing({ decision: word })] });
      expect(processPreToolUseResults(results)).toBe(decision);
      expect(results.outcome.decision).toBe(decision);
    }
  });
  conforms(goat, '002.shell.5', 'hookline/runner', async () => {
    const line = stateful(
      `${new Scratch().path}/state`,
      '{"async":true,"asyncTimeout":60}',
      `echo '{"reason":"x"}'`,
    );
    expect((await fireGroups('PreToolUse', { commands: [line] })).results).toEqual([{ reason: 'x' }]);
  });
  conforms(goat, '002.shell.6', 'hookline/runner', async () => {
    // Half a second of the second run fits into 30 s by default, a minute does not fit into 0.2 s; zero or less is the default too.
    for (const [timeout, seconds, failure] of [
      ['', 0.5, null],
      [',"asyncTimeout":0', 0.5, null],
      [',"asyncTimeout":0.2', 60, 'timeout'],
    ]) {
      const first = `{"async":true${timeout}}`;
      const line = stateful(`${new Scratch().path}/state`, first, `exec sleep ${seconds}`);
      const { results } = await fireGroups('PreToolUse', { commands: [line] });
      expect(results.outcome.runs).toMatchObject([{ failure }]);
    }
    const limits: number[] = [];
    const { runner } = quietRunner({});
    runner.hooks.on('Stop', (_, { phase, timeoutMs }) => {
      limits.push(timeoutMs);
      return phase === 1 ? { async: true } : undefined;
    });
    await fireSample(runner, 'Stop');
    expect(limits[1]).toBe(30_000);
  });
  conforms(goat, '002.shell.7', 'hookline/runner', async () => {
    const scratch = new Scratch();
    const line = stateful(`${scratch.path}/state`, '{"async":true}', saving(`${scratch.path}/second`));
    await fireGroups('PreToolUse', { commands: [line] });
    expect(JSON.parse(readFileSync(`${scratch.path}/second`, 'utf8'))).toMatchObject({ tool_name: 'Bash' });
  });
  conforms(goat, '002.shell.8', 'hookline/runner', async () => {
    // Goat makes an empty result of a second async answer; DESIGN: it is invalid.
    const { results } = await fireGroups('PreToolUse', { commands: [printing({ async: true })] });
    expect(results).toEqual([]);
    expect(results.outcome.runs).toMatchObject([{ failure: 'invalid' }]);
  });
  conforms(goat, '002.shell.9', 'hookline/runner', async () => {
    const { results, log } = await fireGroups('PreToolUse', {
      commands: ['true', printing({ reason: 'next' })],
    });
    expect(results).toEqual([{}, { reason: 'next' }]);
    expect(log).toEqual([]);
  });
});

describe('seed 002, scoped hooks', () => {
  conforms(goat, '002.scoped.1', 'hookline/runner', async () => {
    const { runner } = quietRunner({});
    runner.registerScoped('agent-xyz', {
      PreToolUse: [{ matcher: 'Bash', hooks: [returning({ systemMessage: 'pre' })] }],
      PostToolUse: [{ hooks: [returning({ systemMessage: 'post' })] }],
    });
    expect(await context(runner)).toBe('pre');
    expect(collectAdditionalContext(await fireSample(runner, 'PostToolUse'))).toBe('post');
    expect(await runner.fire('PreToolUse', { ...call, tool_name: 'Edit' })).toEqual([]);
  });
  conforms(goat, '002.scoped.2', 'hookline/runner', async () => {
    const { runner } = quietRunner(named('base'));
    runner.registerScoped('agent-xyz', named('xyz'));
    runner.registerScoped('agent-abc', named('abc'));
    expect(await context(runner)).toBe('base\nxyz\nabc');
  });
  conforms(goat, '002.scoped.3', 'hookline/runner', async () => {
    const { runner } = quietRunner(named('base'));
    runner.registerScoped('agent-xyz', named('xyz'));
    runner.registerScoped('agent-abc', named('abc'));
    runner.unregisterScoped('agent-xyz');
    expect(await context(runner)).toBe('base\nabc');
  });
  conforms(goat, '002.scoped.4', 'hookline/runner', async () => {
    const { runner } = quietRunner(named('base'));
    runner.registerScoped('agent-xyz', named('xyz'));
    for (const agent of ['agent-xyz', 'agent-abc', undefined]) {
      expect(await context(runner, agent)).toMatch(/^base/);
    }
    expect(await context(runner, 'agent-xyz')).toBe('base\nxyz');
  });
  conforms(goat, '002.scoped.5', 'hookline/runner', async () => {
    const { runner } = quietRunner({});
    for (const id of ['a', 'b', 'c']) runner.registerScoped(id, named(id));
    expect(await context(runner)).toBe('a\nb\nc');
    expect(await context(runner, 'b')).toBe('b');
  });
});

// The agent loop joins and clears what is pending; here it is what the results and the outcome hand to it.
describe('seed 002, context injection mechanism', () => {
  const messages = { hooks: [returning({ systemMessage: 'a' }), returning({ systemMessage: '' })] };
  const more = { commands: [printing({ systemMessage: 'b' })] };

  conforms(goat, '002.context.1', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', messages, more);
    expect(results.outcome.injections.map(({ content }) => content)).toEqual(['a', 'b']);
  });
  conforms(goat, '002.context.2', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', messages, more);
    expect(results.outcome.injections.map(({ into }) => into)).toEqual(['system', 'system']);
    const effectivePrompt = `systemPrompt\n\n${collectAdditionalContext(results)}`;
    expect(effectivePrompt).toBe('systemPrompt\n\na\nb');
  });
  conforms(goat, '002.context.3', 'hookline/runner', async () => {
    const answers = [{ systemMessage: 'once' }];
    const { runner } = quietRunner({ PreToolUse: [{ hooks: [() => answers.shift() ?? {}] }] });
    expect(await context(runner)).toBe('once');
    expect(await context(runner)).toBe('');
  });
});

describe('seed 002, comparison with Claude Code TS hooks', () => {
  conforms(goat, '002.comparison.1', 'hookline/runner', async () => {
    const hook: HookCallback = async (input) => ({ reason: input.hook_event_name });
    expect((await fireGroups('Setup', { hooks: [hook] })).results).toEqual([{ reason: 'Setup' }]);
  });
  conforms(goat, '002.comparison.2', 'hookline/runner', async () => {
    for (const event of HOOK_EVENTS) {
      const line = `name=$(sed 's/.*"hook_event_name":"\\([A-Za-z]*\\)".*/\\1/'); printf '{"reason":"%s"}' "$name"`;
      expect((await fireGroups(event, { commands: [line] })).results).toEqual([{ reason: event }]);
    }
  });
  conforms(goat, '002.comparison.3', 'hookline/runner', async () => {
    const matches = async (matcher: string): Promise<boolean> =>
      (await fireGroups('PreToolUse', { matcher, hooks: [returning({})] })).results.length > 0;
    expect(await matches('Bash')).toBe(true);
    expect(await matches('B?s[gh]')).toBe(true);
    // No regular expressions, and the whole name.
    expect(await matches('Ba.*')).toBe(false);
    expect(await matches('as')).toBe(false);
  });
  conforms(goat, '002.comparison.4', 'hookline/runner', async () => {
    const { runner } = quietRunner(named('base'));
    runner.registerScoped('agent-1', named('scoped'));
    expect(await context(runner)).toBe('base\nscoped');
  });
  conforms(goat, '002.comparison.5', 'hookline/runner', async () => {
    let calls = 0;
    const hook = (): object => {
      calls += 1;
      return calls === 1 ? { async: true, asyncTimeout: 5 } : { decision: 'block', reason: 'after a while' };
    };
    const { results } = await fireGroups('PreToolUse', { hooks: [hook] });
    expect(results).toEqual([{ decision: 'block', reason: 'after a while' }]);
    expect(processPreToolUseResults(results)).toBe('deny');
    expect(calls).toBe(2);
  });
  conforms(goat, '002.comparison.6', 'hookline/runner', async () => {
    const messages = await emitted({ PreToolUse: [{ commands: ['echo working >&2'] }] });
    expect(messages.map(({ subtype }) => subtype)).toContain('hook_progress');
  });
  conforms(goat, '002.comparison.7', 'hookline/runner', async () => {
    const { runner } = quietRunner({
      PreToolUse: [{ hooks: [() => sleep(5).then(() => ({ reason: 'base' }))] }],
    });
    // Scopes that come and go do not disturb firings that are under way.
    const firings = Array.from({ length: 20 }, async (_, n) => {
      const firing = runner.fire('PreToolUse', call, 'id', { agentId: 'agent' });
      if (n % 2 === 0) runner.registerScoped('agent', named(String(n)));
      else runner.unregisterScoped('agent');
      return firing;
    });
    for (const results of await Promise.all(firings)) expect(results[0]).toEqual({ reason: 'base' });
  });
  conforms(goat, '002.comparison.8', 'hookline/runner', async () => {
    const words = { allow: 'allow', deny: 'deny', approve: 'allow', block: 'deny' };
    for (const [decision, meaning] of Object.entries(words)) {
      const { results } = await answering('PreToolUse', { decision });
      expect(results).toEqual([{ decision }]);
      expect(results.outcome.decision).toBe(meaning);
    }
  });
  conforms(goat, '002.comparison.9', 'hookline/runner', async () => {
    const { runner } = quietRunner(named('base'));
    const denied = specific('PreToolUse', { permissionDecision: 'deny' });
    runner.registerScoped('agent-1', { PreToolUse: [{ hooks: [returning(denied)] }] });
    runner.registerScoped('agent-2', named('two'));
    expect(await context(runner, 'agent-2')).toBe('base\ntwo');
    const own = await runner.fire('PreToolUse', call, 'id', { agentId: 'agent-1' });
    expect(processPreToolUseResults(own)).toBe('deny');
  });
});
