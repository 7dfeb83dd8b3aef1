import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

function project(options: object) {
  const scratch = new Scratch();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd: scratch.path });
  git('init', '-q');
  scratch.write('.gitignore', 'runs\n');
  scratch.write('a.txt', 'a');
  git('add', '.');
  git('commit', '-qm', 'a');
  const { hooks } = quietHooks();
  const handler = createBuiltin('checks-before-stop', options, { directory: scratch.path });
  hooks.on('Stop', { name: 'checks', timeoutMs: 60_000 }, handler);
  hooks.on('UserPromptSubmit', { name: 'start' }, handler);
  const base = { session_id: scratch.path, cwd: scratch.path };
  return {
    scratch,
    prompt: () => hooks.fire('UserPromptSubmit', { ...base, prompt: 'x' }),
    stop: () => hooks.fire('Stop', { ...base, stop_hook_active: false }),
  };
}

describe('checks before an agent stops', () => {
  it('have it go on with the part that fails, until they pass', async () => {
    const { scratch, prompt, stop } = project({ commands: ['true', 'seq 100; test -e fixed'], lines: 2 });
    await prompt();
    scratch.write('a.txt', 'b');
    expect(await stop()).toMatchObject({
      resume: true,
      reason: '`seq 100; test -e fixed` failed with exit code 1. Fix it before you stop:\n99\n100',
    });
    scratch.write('fixed', '');
    expect((await stop()).resume).toBe(false);
  });

  it('do not run when nothing has changed since the prompt, or since they passed', async () => {
    const { scratch, prompt, stop } = project({ commands: ['echo x >> runs'] });
    await prompt();
    await stop();
    expect(scratch.lines('runs')).toEqual([]);
    scratch.write('new.txt', 'n');
    await stop();
    await stop();
    expect(scratch.lines('runs')).toEqual(['x']);
    scratch.write('new.txt', 'other');
    await stop();
    expect(scratch.lines('runs')).toEqual(['x', 'x']);
  });

  it('let the agent stop after so many rounds, and count anew after a prompt', async () => {
    const { scratch, prompt, stop } = project({ commands: ['false'], times: 2 });
    const round = async () => {
      await prompt();
      scratch.write('a.txt', `${Math.random()}`);
      const outcomes = [await stop(), await stop(), await stop()];
      return outcomes.map(({ resume, notices }) => (resume ? 'goes on' : notices[0]?.message));
    };
    const said = [
      'goes on',
      'goes on',
      'checks-before-stop: `false` still failed with exit code 1 after 2 rounds; the agent stops',
    ];
    expect(await round()).toEqual(said);
    expect(await round()).toEqual(said);
  });

  it('are ended with all that they started when they take too long', async () => {
    const { scratch, stop } = project({ commands: ['sleep 60 & sleep 60'], timeout: '200ms' });
    scratch.write('a.txt', 'b');
    expect((await stop()).reason).toContain('`sleep 60 & sleep 60` was ended. Fix it before you stop:\n');
  });
});
