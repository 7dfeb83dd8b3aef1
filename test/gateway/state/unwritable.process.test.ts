import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { main } from '../../support/command-line/cli.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';
import { noMounts } from '../silence/machine.ts';

const home = (): string =>
  folderWith({ 'hookline.yaml': 'hooks: {}\n', 'file/hookline': '', 'folder/hookline/keep': '' });

/** What a command says last, on stderr. */
async function said(
  cwd: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { code, stderr } = await hookline(words, { cwd, env });
  expect(code).toBe(1);
  expect(stderr).not.toContain('This error is unexpected');
  return stderr.trim().split('\n').at(-1) ?? '';
}

it('says in one line which folder cannot be written, why, and what would be right', async () => {
  const cwd = home();
  const place = (name: string): string => join(cwd, name);
  const inPlace = 'a file is in the place of a folder. Let this user write there, or name another folder in';
  expect(await said(cwd, ['trust', '--yes'], { XDG_STATE_HOME: place('file') })).toBe(
    `error: ${place('file/hookline/trust')} cannot be written: ${inPlace} XDG_STATE_HOME.`,
  );
  expect(
    await said(cwd, ['install', 'claude-code', '--user', '--yes'], {
      HOME: cwd,
      XDG_STATE_HOME: place('state'),
      XDG_DATA_HOME: place('file'),
    }),
  ).toBe(`error: ${place('file/hookline')} cannot be written: ${inPlace} XDG_DATA_HOME.`);
  const daemon = { HOOKLINE_DAEMON: 'on', XDG_RUNTIME_DIR: place('file') };
  expect(await said(cwd, ['daemon', 'start'], daemon)).toBe(
    `error: ${place('file/hookline')} cannot be written: ${inPlace} XDG_RUNTIME_DIR.`,
  );
});

it('says that a folder is too deep for the socket of the daemon', async () => {
  const cwd = home();
  const env = { HOOKLINE_DAEMON: 'on', XDG_RUNTIME_DIR: join(cwd, 'x'.repeat(100)) };
  const tooLong =
    /^error: the daemon cannot listen at .*: a socket's path has at most 103 bytes, and this one has \d{3}\. Name a shorter folder in XDG_RUNTIME_DIR\. Until then, calls are judged without a daemon/;
  for (const action of ['start', 'status', 'stop'])
    expect(await said(cwd, ['daemon', action], env)).toMatch(tooLong);
});

it.skipIf(process.getuid?.() !== 0)(
  'notes and listens nowhere that is another user’s (skipped unless run by root)',
  async () => {
    const cwd = home();
    const folder = join(cwd, 'folder/hookline');
    chownSync(folder, 65534, 65534);
    const env = {
      XDG_STATE_HOME: join(cwd, 'folder'),
      XDG_RUNTIME_DIR: join(cwd, 'folder'),
      HOOKLINE_DAEMON: 'on',
    };
    for (const words of [
      ['trust', '--yes'],
      ['revoke', '--all'],
    ])
      expect(await said(cwd, words, env)).toBe(
        `error: ${folder} belongs to another user, who could change its notes. To take it over: chown -R 0 ${folder}. Or name another folder in XDG_STATE_HOME.`,
      );
    expect(await said(cwd, ['daemon', 'start'], env)).toBe(
      `error: ${folder} is not a folder of this user, so no daemon listens there. Remove it, or name another folder in XDG_RUNTIME_DIR.`,
    );
  },
);

it.skipIf(noMounts !== null)(`knows a full disk and a read-only one (${noMounts ?? 'mounted here'})`, () => {
  const cwd = home();
  const script = `mkdir ro full; mount -t tmpfs -o ro none ro; mount -t tmpfs -o size=16k none full
    head -c 99999 /dev/zero >full/zeros 2>/dev/null
    for disk in ro full; do XDG_STATE_HOME=$PWD/$disk "$0" "$1" trust --yes 2>&1 | tail -1; done`;
  const words = ['-rm', 'sh', '-c', script, process.execPath, main];
  const { stdout } = spawnSync('unshare', words, { cwd, encoding: 'utf8' });
  expect(stdout.trim().split('\n')).toEqual([
    `error: ${cwd}/ro/hookline/trust cannot be written: its disk is read-only. Let this user write there, or name another folder in XDG_STATE_HOME.`,
    expect.stringMatching(
      /^error: .*\/full\/hookline\/trust.* cannot be written: the disk is full\. Make room on it\.$/,
    ),
  ]);
});
