import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { deny, inject, modify, notify } from '../../../src/engine/outcome/effects.ts';
import type { RecordOptions } from '../../../src/trace/record/record.ts';
import { allLines, firingsOf, runsOf, withTraceFolder } from '../traces.ts';

const event = { session_id: 's1', transcript_path: '', cwd: '/project', tool_name: 'Bash' };
const call = (command: string) => ({ ...event, tool_use_id: 'toolu_1', tool_input: { command } });

/** What is recorded of what a program does with its hooks. */
function recorded(
  use: (hooks: Hooks) => Promise<unknown>,
  options: RecordOptions = { content: 'full' },
): ReturnType<typeof allLines> {
  return withTraceFolder(async (folder) => {
    const hooks = new Hooks({ log: () => undefined });
    const recording = record(hooks, { folder, ...options });
    await use(hooks);
    await hooks.drain();
    await recording.stop();
    return allLines(folder);
  });
}

describe('a recorded firing', () => {
  it('tells the event, the outcome and who ran, in order', async () => {
    const lines = await recorded(async (hooks) => {
      hooks.on('PreToolUse', { name: 'quiet' }, () => undefined);
      hooks.on('PreToolUse', { name: 'guard', guard: true }, () => deny('git.reset-hard: not here'));
      hooks.on('PreToolUse', { name: 'rest' }, () => undefined);
      hooks.scope('main');
      hooks.scope('helper', { parent: null, type: 'explore' });
      await hooks.fire('PreToolUse', call('git reset --hard'), { agent: 'helper', agentType: 'explore' });
    });
    expect(lines.map(({ type, seq }) => `${type} ${seq}`)).toEqual([
      ...['writer 0', 'firing 1', 'run 2', 'run 3', 'run 4'],
    ]);
    const [firing] = firingsOf(lines);
    expect(firing).toMatchObject({
      ...{ point: 'PreToolUse', session: 's1', agent: 'helper', agentType: 'explore', lineage: ['main'] },
      ...{
        product: null,
        folder: '/project',
        tool: 'Bash',
        toolUseId: 'toolu_1',
        runCount: 3,
        altered: false,
      },
      input: { ...call('git reset --hard'), hook_event_name: 'PreToolUse' },
      outcome: { decision: 'deny', decidedBy: 'guard', modified: false, value: null },
    });
    expect(firing?.code).toMatch(/^[0-9A-Z]{7}$/);
    expect(firing?.outcome).not.toHaveProperty('runs');
    expect(runsOf(lines)).toMatchObject([
      { hook: 'quiet', status: 'ok', decision: null, kind: 'function', guard: false, startMs: 0 },
      { hook: 'guard', decision: 'deny', rule: 'git.reset-hard', guard: true, firing: firing?.id },
      { hook: 'rest', status: 'skipped', startMs: null, durationMs: null },
    ]);
  });

  it('tells what each hook changed', async () => {
    const lines = await recorded(async (hooks) => {
      hooks.on('PreToolUse', { name: 'one' }, () => modify({ command: 'ls -l', 'a/b': [1, { x: 2 }] }));
      hooks.on('PreToolUse', { name: 'two' }, () => modify({ 'a/b': [1, { x: 3 }] }));
      await hooks.fire('PreToolUse', call('ls'));
    });
    expect(runsOf(lines).map(({ changes }) => changes)).toEqual([
      [
        { op: 'replace', path: '/command', before: 'ls', after: 'ls -l' },
        { op: 'add', path: '/a~1b', after: [1, { x: 2 }] },
      ],
      [
        { op: 'remove', path: '/command', before: 'ls -l' },
        { op: 'replace', path: '/a~1b/1/x', before: 2, after: 3 },
      ],
    ]);
    expect(firingsOf(lines)[0]?.outcome.value).toEqual({ 'a/b': [1, { x: 3 }] });
  });

  it('tells when hooks started, those of a parallel group together, and what they printed', async () => {
    const lines = await recorded(async (hooks) => {
      hooks.on('PreToolUse', { name: 'first' }, () => sleep(20).then(() => undefined));
      const group = hooks.group({ parallel: true });
      for (const name of ['left', 'right'])
        group.on('PreToolUse', { name }, async (_, context) => {
          context.progress({ stdout: `${name}\n`, exitCode: 3 });
          await sleep(10);
        });
      await hooks.fire('PreToolUse', call('ls'));
    });
    const [first, left, right] = runsOf(lines);
    expect(first).toMatchObject({ startMs: 0, stdout: null, exitCode: null });
    expect(left?.startMs).toBeGreaterThanOrEqual(15);
    expect(right?.startMs).toBe(left?.startMs);
    expect(left).toMatchObject({ stdout: 'left\n', stderr: null, exitCode: 3 });
    expect(firingsOf(lines)[0]?.durationMs).toBeGreaterThanOrEqual(25);
  });

  it('tells of a hook in the background when it has ended', async () => {
    const lines = await recorded(async (hooks) => {
      hooks.on('PreToolUse', { name: 'later', mode: 'background' }, async () => {
        await sleep(10);
        return inject('found');
      });
      hooks.on('PreToolUse', { name: 'watch', mode: 'observe' }, () => notify('seen'));
      await hooks.fire('PreToolUse', call('ls'));
    });
    expect(firingsOf(lines)[0]?.runCount).toBe(1);
    expect(runsOf(lines)).toMatchObject([
      { hook: 'watch', mode: 'observe', late: false, dropped: [{ type: 'notify' }] },
      { hook: 'later', mode: 'background', late: true, effects: [{ type: 'inject', content: 'found' }] },
    ]);
  });

  it('is of the event as it was, though the program goes on to change it', async () => {
    const lines = await recorded(async (hooks) => {
      hooks.on('PreToolUse', {}, () => undefined);
      const input = call('ls');
      await hooks.fire('PreToolUse', input);
      input.tool_input.command = 'changed';
    });
    expect(firingsOf(lines)[0]?.input).toMatchObject({ tool_input: { command: 'ls' } });
  });

  it('holds what JSON cannot carry and what has no end as well as it can', async () => {
    const lines = await recorded(async (hooks) => {
      hooks.on('PreToolUse', {}, () => undefined);
      const endless: { self?: unknown } = {};
      endless.self = endless;
      const odd = { endless, big: 10n, run: () => 1, not: Number.NaN, text: 'x'.repeat(100_000) };
      await hooks.fire('PreToolUse', { ...call(''), tool_input: odd });
    });
    const [firing] = firingsOf(lines);
    expect(firing?.altered).toBe(true);
    expect(firing?.input).toMatchObject({
      tool_input: { big: '[bigint]', run: '[function]', not: 'NaN' },
    });
    expect(JSON.stringify(firing)).toContain('[too deep]');
    expect(JSON.stringify(firing).length).toBeLessThan(70_000);
  });
});

describe('the content of a record', () => {
  const secret = 'ghp_R8k2Lq9ZtY5wXv3Bn7Md1Fp6Hs4Jc0Ga8Ue2';
  const use = async (hooks: Hooks): Promise<void> => {
    hooks.on('PreToolUse', { name: 'guard' }, (_, context) => {
      context.progress({ stderr: `saw ${secret}` });
      return deny(`secrets.github-token: ${secret}`);
    });
    await hooks.fire('PreToolUse', call(`echo ${secret}`));
  };

  it('is without secrets by default, and says so', async () => {
    const lines = await recorded(use, {});
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect(lines[0]).toMatchObject({ content: 'redacted' });
    expect(firingsOf(lines)[0]).toMatchObject({
      altered: true,
      input: { tool_input: { command: 'echo [redacted: a GitHub token]' } },
    });
    expect(runsOf(lines)[0]).toMatchObject({ decision: 'deny', rule: 'secrets.github-token' });
  });

  it('is everything where that is asked for', async () => {
    expect(JSON.stringify(await recorded(use)).split(secret)).toHaveLength(6);
  });

  it('is nothing that agents or hooks said where that is asked for', async () => {
    const lines = await recorded(use, { content: 'none' });
    expect(JSON.stringify(lines)).not.toMatch(/echo|saw|ghp/);
    expect(firingsOf(lines)[0]).toMatchObject({ input: null, tool: 'Bash', outcome: { decision: 'deny' } });
    expect(runsOf(lines)[0]).toMatchObject({ decision: 'deny', effects: [{ type: 'deny' }] });
  });

  it('is for its owner alone', async () => {
    await withTraceFolder(async (parent) => {
      const folder = join(parent, 'new');
      const hooks = new Hooks();
      const recording = record(hooks, { folder });
      hooks.on('Stop', {}, () => undefined);
      await hooks.fire('Stop', { ...event, stop_hook_active: false, session_id: '../../etc/passwd' });
      await recording.stop();
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      const [line] = await allLines(folder);
      expect(line).toMatchObject({ session: '../../etc/passwd' });
    });
  });
});
