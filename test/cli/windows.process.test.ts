import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { main } from '../support/cli.ts';
import { folderWith } from '../support/folder-with.ts';

/** Runs the built command as on a system of this name. */
async function runOn(platform: string, words: readonly string[]) {
  const home = folderWith({ keep: '' });
  const script = `Object.defineProperty(process, 'platform', { value: ${JSON.stringify(platform)} });
    process.argv.splice(1, 0, ${JSON.stringify(main)});
    await import(${JSON.stringify(main)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, '--', ...words], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home },
  });
  child.stdin.end();
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

it('guards no agent on Windows, and says so', async () => {
  const calls = {
    hook: ['hook', 'claude-code', '--required', '--launched'],
    install: ['install', '--user', '--yes'],
    daemon: ['daemon', 'status'],
    trust: ['trust', '--yes'],
  };
  const ended = await Promise.all(
    Object.entries(calls).map(async ([name, words]) => [name, await runOn('win32', words)] as const),
  );
  for (const [name, end] of ended) {
    expect(end).toEqual({
      code: name === 'hook' ? 2 : 1,
      stdout: '',
      stderr: `hookline ${name}: hookline guards agents on Linux and macOS. On Windows, run hookline and the agent under WSL.\n`,
    });
  }
});

it('runs the same command elsewhere, and other commands on Windows', async () => {
  const [agents, points] = await Promise.all([runOn('linux', ['agents']), runOn('win32', ['points'])]);
  expect(agents).toMatchObject({ code: 0, stderr: '' });
  expect(points).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('PreToolUse') });
});
