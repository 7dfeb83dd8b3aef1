import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { loadConfig } from '../../../src/config/load/load-config.ts';
import type { Ended } from '../../support/command-line/cli.ts';
import { hookline as served } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

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

  it('takes records of other versions, and tampered ones, for what they are', async () => {
    const folder = await recorded();
    const text = readFileSync(join(folder, 'traces/monday.jsonl'), 'utf8');
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const records = {
      later: text.replaceAll('"point":"PreToolUse"', '"point":"LaterPoint"'),
      newer: text.replaceAll('{"v":1,', '{"v":2,'),
      deep: text.replace('"command":"ls"', `"command":${deep}`),
    };
    for (const [name, record] of Object.entries(records)) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'monday.jsonl'), record);
    }
    const later = await hookline(folder, 'replay', 'later');
    expect(later.stdout).toContain('3 events cannot be replayed: there is no point "LaterPoint" here');
    expect((await hookline(folder, 'test', '--from-trace', 'later/monday.jsonl')).stderr).toContain(
      'LaterPoint',
    );
    const newer = await hookline(folder, 'replay', 'newer');
    expect(newer.stderr).toMatch(/no event can be read: 10 lines are damaged, or of another version/);
    expect((await hookline(folder, 'replay', 'deep', '--json')).stdout).toContain('{"events":2,"same":2,');
    for (const words of [['show', 'monday'], ['tail', '--json'], ['export'], ['list']])
      expect(await hookline(folder, 'trace', ...words, '--folder', 'deep')).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('not counted here: 1;'),
      });
    expect((await hookline(folder, 'trace', 'verify', 'deep')).stdout).toContain('no writer of this version');
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
