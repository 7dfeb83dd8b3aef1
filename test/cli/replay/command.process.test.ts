import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { loadConfig } from '../../../src/config/load/load-config.ts';
import type { Ended } from '../../support/cli.ts';
import { folderWith } from '../../support/folder-with.ts';
import { hookline as served } from '../../support/served.ts';

/** Writes a file, and decides by another. */
const config = `hooks:
  PreToolUse:
    - { name: by-file, type: command, handler: "touch ran; test ! -e lnk || touch lnk/written; cat verdict >&2; test ! -s verdict || exit 2" }
    - { name: no-destruction, type: builtin, handler: destructive-commands, guard: true }
`;

async function recorded(): Promise<string> {
  const folder = folderWith({ 'hookline.yaml': config, verdict: '', 'other.yaml': 'hooks: {}\n' });
  const loaded = await loadConfig(join(folder, 'hookline.yaml'), { watch: false, log: () => undefined });
  const recording = record(loaded.hooks, { folder: join(folder, 'traces') });
  for (const command of ['ls', 'git reset --hard', 'rm -rf /'])
    await loaded.hooks.fire('PreToolUse', {
      ...{ session_id: 'monday', cwd: folder, tool_use_id: command, tool_name: 'Bash' },
      tool_input: { command },
    } as never);
  await recording.stop();
  await loaded.close();
  return folder;
}

function hookline(folder: string, ...words: readonly string[]): Promise<Ended> {
  const env = { HOME: `${folder}-home`, XDG_STATE_HOME: join(folder, 'state'), NO_COLOR: '1' };
  return served(words, { cwd: folder, env });
}

describe('hookline replay', () => {
  it('tells what differs by rule, and programs in one object', async () => {
    const folder = await recorded();
    const [same, other, shown] = await Promise.all([
      hookline(folder, 'replay', 'traces', '--json'),
      hookline(folder, 'replay', 'traces', '--config', 'other.yaml', '--json', '--decision', 'deny'),
      hookline(folder, 'replay', 'monday', '--folder', 'traces', '--config', 'other.yaml'),
    ]);
    expect(same).toMatchObject({
      code: 0,
      stdout: '{"events":3,"same":3,"notReplayable":0,"different":[]}\n',
    });
    const difference = { point: 'PreToolUse', before: 'deny', after: null, hook: 'no-destruction' };
    const told = JSON.parse(other.stdout) as { different: readonly { id: string }[] };
    expect(other.code).toBe(1);
    expect(told).toEqual({
      ...{ events: 2, same: 0, notReplayable: 0 },
      different: told.different.map(({ id }) => ({ id, ...difference })),
    });
    expect(told.different.map(({ id }) => typeof id)).toEqual(['string', 'string']);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toMatch(/^no-destruction {2}git\.reset-hard {2}1 event\n.*deny → passes {2}Bash/m);
    expect(shown.stdout).toContain('3 events, 1 the same, 2 different, 0 not replayable');
  });

  it('runs hooks in a copy of the folder with --run, and only the copy changes', async () => {
    const folder = await recorded();
    rmSync(join(folder, 'ran'));
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'lnk'));
    writeFileSync(join(folder, 'verdict'), 'not today');
    const [asRecorded, run] = await Promise.all([
      hookline(folder, 'replay', 'traces', '--json'),
      hookline(folder, 'replay', 'traces', '--run', '--json'),
    ]);
    expect(JSON.parse(asRecorded.stdout)).toMatchObject({ same: 3, different: [] });
    expect(JSON.parse(run.stdout)).toMatchObject({
      ...{ events: 3, same: 2, notReplayable: 0 },
      different: [{ before: null, after: 'deny', hook: 'by-file' }],
    });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    expect(readdirSync(join(folder, 'real'))).toEqual([]);
  });

  it('helps those who mistype, and those who recorded nothing', async () => {
    const folder = await recorded();
    const [session, nothing, config] = await Promise.all([
      hookline(folder, 'replay', 'mondya', '--folder', 'traces'),
      hookline(folder, 'replay'),
      hookline(folder, 'replay', 'traces', '--config', 'gone.yaml'),
    ]);
    expect(session).toMatchObject({ code: 1, stderr: expect.stringContaining('did you mean "monday"') });
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('"trace: true"') });
    expect(config).toMatchObject({ code: 1, stderr: expect.stringContaining('gone.yaml') });
    expect(readdirSync(folder)).not.toContain('state');
  });
});
