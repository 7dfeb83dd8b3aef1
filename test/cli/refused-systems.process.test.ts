import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { main } from '../support/command-line/cli.ts';
import { folderWith } from '../support/folder-with.ts';

/** Runs the built command as on a system of this name, or by another version of Node. */
async function runOn(platform: string, words: readonly string[], node = process.version) {
  const home = folderWith({ keep: '' });
  const script = `Object.defineProperty(process, 'platform', { value: ${JSON.stringify(platform)} });
    Object.defineProperty(process, 'version', { value: ${JSON.stringify(node)} });
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

it('runs no command by a Node that is too old, and says so', async () => {
  const calls = [['hook', 'claude-code', '--required'], ['status'], ['daemon', 'run'], ['install', '--yes']];
  const ended = await Promise.all(calls.map((words) => runOn('linux', words, 'v20.18.3')));
  for (const [index, end] of ended.entries())
    expect(end).toEqual({
      code: index === 0 ? 2 : 1,
      stdout: '',
      stderr: `hookline needs Node 20.19.0 or later, and this is Node 20.18.3 (${process.execPath}). Install a newer one, then run: hookline install\n`,
    });
  expect(await runOn('linux', ['points'], 'v20.19.0')).toMatchObject({ code: 0, stderr: '' });
});
