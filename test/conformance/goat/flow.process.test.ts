import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { HOOK_EVENTS, type RunnerConfig } from '../../../src/front-doors/runner/config.ts';
import {
  collectAdditionalContext,
  processPreToolUseResults,
} from '../../../src/front-doors/runner/decisions.ts';
import type { Runner } from '../../../src/front-doors/runner/runner.ts';
import type { HookMessage } from '../../../src/trace/messages.ts';
import { forever } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';
import { goat } from '../catalogue/goat.ts';
import { conforms } from '../line.ts';
import { answering, emitted, fireGroups, fireSample, printing, quietRunner, returning } from './support.ts';

const subtypes = (messages: readonly HookMessage[]): readonly string[] =>
  messages.map(({ subtype }) => subtype);
const named = (systemMessage: string): RunnerConfig => ({
  PreToolUse: [{ hooks: [returning({ systemMessage })] }],
});
const context = async (runner: Runner): Promise<string> =>
  collectAdditionalContext(await fireSample(runner, 'PreToolUse'));

describe('seed 002, hook architecture', () => {
  conforms(goat, '002.architecture.1', 'hookline/runner', async () => {
    for (const event of HOOK_EVENTS) {
      const { results } = await fireGroups(event, { hooks: [returning({})], commands: ['true'] });
      expect(results).toEqual([{}, {}]);
    }
  });
  conforms(goat, '002.architecture.2', 'hookline/runner', async () => {
    const { runner } = quietRunner(named('base'));
    expect(await context(runner)).toBe('base');
    expect(await fireSample(runner, 'Stop')).toEqual([]);
  });
  conforms(goat, '002.architecture.3', 'hookline/runner', async () => {
    const { runner } = quietRunner({});
    runner.registerScoped('agent-1', {
      ...named('scoped'),
      Stop: [{ hooks: [returning({ reason: 'stop' })] }],
    });
    expect(await context(runner)).toBe('scoped');
    expect(await fireSample(runner, 'Stop')).toEqual([{ reason: 'stop' }]);
  });
  conforms(goat, '002.architecture.4', 'hookline/runner', async () => {
    expect(subtypes(await emitted(named('x')))).toEqual(['hook_started', 'hook_response']);
  });
  conforms(goat, '002.architecture.5', 'hookline/runner', async () => {
    const { runner } = quietRunner(named('base'));
    const agents = Array.from({ length: 50 }, (_, n) => `agent-${n}`);
    const all = await Promise.all(
      agents.map(async (id) => {
        runner.registerScoped(id, named(id));
        const own = await runner.fire('PreToolUse', { tool_name: 'Bash', tool_input: {} }, id, {
          agentId: id,
        });
        runner.unregisterScoped(id);
        return collectAdditionalContext(own);
      }),
    );
    expect(all).toEqual(agents.map((id) => `base\n${id}`));
    expect(await context(runner)).toBe('base');
  });
  conforms(goat, '002.architecture.6', 'hookline/runner', async () => {
    expect(await context(quietRunner(named('x')).runner)).toBe('x');
  });
  conforms(goat, '002.architecture.7', 'hookline/runner', async () => {
    const { runner } = quietRunner(named('base'));
    runner.registerScoped('agent-1', named('first'));
    runner.registerScoped('agent-1', named('second'));
    expect(await context(runner)).toBe('base\nsecond');
  });
  conforms(goat, '002.architecture.8', 'hookline/runner', async () => {
    const { runner } = quietRunner(named('base'));
    runner.registerScoped('agent-1', named('scoped'));
    expect(runner.unregisterScoped('agent-1')).toBe(true);
    expect(await context(runner)).toBe('base');
    expect(runner.unregisterScoped('agent-1')).toBe(false);
  });
});

describe('seed 002, fire execution flow', () => {
  conforms(goat, '002.fire.1', 'hookline/runner', async () => {
    const { runner } = quietRunner(named('base'));
    runner.registerScoped('agent-2', named('two'));
    runner.registerScoped('agent-1', named('one'));
    // Goat's order of scopes is random; DESIGN: the order of opening.
    expect(await context(runner)).toBe('base\ntwo\none');
  });
  conforms(goat, '002.fire.2a.empty', 'hookline/runner', async () => {
    expect((await fireGroups('PreToolUse', { matcher: '', hooks: [returning({})] })).results).toHaveLength(1);
  });
  conforms(goat, '002.fire.2a.exact', 'hookline/runner', async () => {
    expect(
      (await fireGroups('PreToolUse', { matcher: 'Bash', hooks: [returning({})] })).results,
    ).toHaveLength(1);
    expect((await fireGroups('PreToolUse', { matcher: 'Bas', hooks: [returning({})] })).results).toEqual([]);
  });
  conforms(goat, '002.fire.2a.glob', 'hookline/runner', async () => {
    const { runner } = quietRunner({ PreToolUse: [{ matcher: 'mcp__*', hooks: [returning({})] }] });
    const call = { tool_name: 'mcp__memory__read', tool_input: {} };
    expect(await runner.fire('PreToolUse', call)).toHaveLength(1);
    expect(await fireSample(runner, 'PreToolUse')).toEqual([]);
  });
  conforms(goat, '002.fire.2b', 'hookline/runner', async () => {
    const groups = [{ timeout: 0.1, hooks: [forever] }, { hooks: [returning({ reason: 'next' })] }];
    const { results } = await fireGroups('PreToolUse', ...groups);
    expect(results).toEqual([{ reason: 'next' }]);
  });
  conforms(goat, '002.fire.2c.1', 'hookline/runner', async () => {
    const [started] = await emitted({ PreToolUse: [{ hooks: [forever], timeout: 0.05 }] });
    expect(started).toMatchObject({ subtype: 'hook_started', hook_name: 'runner.PreToolUse[0].hooks[0]' });
  });
  // Goat always passes "" as the id; the SDK's signature has the real one.
  conforms(goat, '002.fire.2c.2', 'hookline/runner', async () => {
    const seen: unknown[] = [];
    await fireGroups('PreToolUse', {
      hooks: [
        (input, id, { signal }) => {
          seen.push(input.hook_event_name, id, signal.aborted);
          return {};
        },
      ],
    });
    expect(seen).toEqual(['PreToolUse', 'call-1', false]);
  });
  conforms(goat, '002.fire.2c.3', 'hookline/runner', async () => {
    const answers: object[] = [{ async: true }, { reason: 'late' }];
    const { results } = await fireGroups('PreToolUse', { hooks: [() => answers.shift() ?? {}] });
    expect(results).toEqual([{ reason: 'late' }]);
  });
  conforms(goat, '002.fire.2c.4', 'hookline/runner', async () => {
    const [, response] = await emitted(named('x'));
    expect(response).toMatchObject({ subtype: 'hook_response', outcome: 'success' });
  });
  conforms(goat, '002.fire.2c.5', 'hookline/runner', async () => {
    const answer = { decision: 'approve', reason: 'fine', systemMessage: 'note' } as const;
    const { results } = await answering('PreToolUse', answer);
    expect(results).toEqual([answer]);
    expect(results.runs[0]?.effects.map(({ type }) => type)).toEqual(['allow', 'inject']);
  });
  conforms(goat, '002.fire.2c.6', 'hookline/runner', async () => {
    const hooks = [returning({ continue: false }), returning({ reason: 'never' })];
    expect((await fireGroups('PreToolUse', { hooks })).results).toEqual([{ continue: false }]);
  });
  conforms(goat, '002.fire.2d.1', 'hookline/runner', async () => {
    const [started] = await emitted({ PreToolUse: [{ commands: ['true'] }] });
    expect(started).toMatchObject({ subtype: 'hook_started', hook_name: 'runner.PreToolUse[0].commands[0]' });
  });
  conforms(goat, '002.fire.2d.2', 'hookline/runner', async () => {
    const file = `${new Scratch().path}/stdin`;
    // A pipe, a variable and a substitution are the shell's.
    const line = `name=$(printf '%s' stdin); cat | cat > "$(dirname '${file}')/$name"; echo "$0" >&2`;
    const messages = await emitted({ PreToolUse: [{ commands: [line] }] });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ hook_event_name: 'PreToolUse' });
    expect(messages.at(-1)).toMatchObject({ stderr: expect.stringMatching(/\bsh\n$/), exit_code: 0 });
  });
  conforms(goat, '002.fire.2d.3', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', { commands: [printing({ reason: 'ä "quoted"' })] });
    expect(results).toEqual([{ reason: 'ä "quoted"' }]);
    const bad = await fireGroups('PreToolUse', { commands: ['echo "{"'] });
    expect(bad.results.outcome.runs).toMatchObject([{ failure: 'invalid' }]);
  });
  conforms(goat, '002.fire.2d.4', 'hookline/runner', async () => {
    const file = `${new Scratch().path}/state`;
    const line = `if [ -e '${file}' ]; then echo '{"reason":"second"}'; else touch '${file}'; echo '{"async":true,"asyncTimeout":20}'; fi`;
    expect((await fireGroups('PreToolUse', { commands: [line] })).results).toEqual([{ reason: 'second' }]);
  });
  conforms(goat, '002.fire.2d.5', 'hookline/runner', async () => {
    const messages = await emitted({ PreToolUse: [{ commands: ['echo "{}"', 'exit 3'] }] });
    const responses = messages.filter(({ subtype }) => subtype === 'hook_response');
    expect(responses).toMatchObject([
      { outcome: 'success', exit_code: 0, stdout: '{}\n' },
      { outcome: 'error', exit_code: 3 },
    ]);
  });
  conforms(goat, '002.fire.2d.6', 'hookline/runner', async () => {
    const { results } = await fireGroups('PreToolUse', {
      commands: [printing({ decision: 'deny', reason: 'no' })],
    });
    expect(results).toEqual([{ decision: 'deny', reason: 'no' }]);
    expect(processPreToolUseResults(results)).toBe('deny');
  });
  conforms(goat, '002.fire.2d.7', 'hookline/runner', async () => {
    const commands = [printing({ continue: false }), printing({ reason: 'never' })];
    expect((await fireGroups('PreToolUse', { commands })).results).toEqual([{ continue: false }]);
  });
  conforms(goat, '002.fire.3', 'hookline/runner', async () => {
    const { results } = await fireGroups(
      'PreToolUse',
      { hooks: [returning({ reason: 'a' })], commands: [printing({ reason: 'b' })] },
      { commands: ['exit 1', printing({ reason: 'c' })] },
    );
    expect(results).toEqual([{ reason: 'a' }, { reason: 'b' }, { reason: 'c' }]);
  });
});
