import { execFileSync } from 'node:child_process';
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
import { startHookline } from '../../support/command-line/cli.ts';
import { hookline } from '../../support/command-line/served.ts';
import { eventually } from '../../support/eventually.ts';
import { folderWith } from '../../support/folder-with.ts';
import { canLook, processesWith } from '../../support/processes/leftovers.ts';

/** Hooks of several kinds that write where they stand, beside themselves, through links, and where the event says. */
const project = {
  'hookline.yaml': `hooks:
  PreToolUse:
    - name: writes
      type: command
      handler: "echo x | tee -a here out-file inside/there turned/there gone >/dev/null 2>&1; true"
    - { name: beside, type: command, handler: ./beside.sh }
    - { name: imported, type: module, handler: ./imported.mjs }
    - { name: in-process, type: module, isolate: false, handler: ./imported.mjs }
    - { name: python, type: python, handler: imported.hook }
`,
  'beside.sh': `#!/bin/sh
echo x >>"$(dirname "$0")/beside"
file=$(sed 's/.*"file_path":"\\([^"]*\\)".*/\\1/')
test -e "$file" || { echo "no file $file" >&2; exit 2; }
case $file in *project/*) echo x >>"$file" ;; esac
`,
  'imported.mjs': `import { appendFileSync } from 'node:fs';
export default () => {
  appendFileSync('by-module', 'x');
  appendFileSync(new URL('./beside-module', import.meta.url), 'x');
};
`,
  'imported.py': 'def hook(event):\n    open("by-python", "a").write("x")\n',
  'sub/kept': '',
};

function within(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

class World {
  readonly base: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(files: Readonly<Record<string, string>>) {
    this.base = folderWith({ 'tmp/keep': '', ...files });
    this.env = {
      ...{ HOME: join(this.base, 'home'), TMPDIR: join(this.base, 'tmp'), HOOKLINE_DAEMON: 'off' },
      ...{ XDG_STATE_HOME: join(this.base, 'state'), HOOKLINE_TRACE: '1', CLAUDE_PROJECT_DIR: '' },
    };
  }

  /** An event that is judged and recorded. */
  async call(folder: string, file: string, config = 'project/hookline.yaml'): Promise<void> {
    const input = JSON.stringify({
      ...{ session_id: 's', hook_event_name: 'PreToolUse', cwd: join(this.base, folder), tool_name: 'Write' },
      ...{ tool_use_id: `${folder} ${file}`, tool_input: { file_path: join(this.base, file), content: '' } },
    });
    const words = ['hook', 'claude-code', '--config', join(this.base, config)];
    const { stdout, stderr } = await hookline(words, { cwd: join(this.base, folder), env: this.env, input });
    expect(stdout + stderr).toBe('');
  }

  async replay(folder: string, ...words: readonly string[]): Promise<unknown> {
    const cwd = join(this.base, folder);
    const { stdout } = await hookline(['replay', '--run', '--json', ...words], { cwd, env: this.env });
    expect(readdirSync(join(this.base, 'tmp'))).toEqual(['keep']);
    return JSON.parse(stdout);
  }

  /** Every file with what is in it. */
  files(): Readonly<Record<string, string>> {
    const entries = readdirSync(this.base, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      entries
        .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('__pycache__'))
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((path) => [path.slice(this.base.length), readFileSync(path, 'utf8')]),
    );
  }
}

describe('hookline replay --run', () => {
  it('changes nothing but the copy, whatever hooks write and however the folder is named', async () => {
    const outside = { 'outside/file': 'mine\n', 'project-2/file': 'mine\n', 'project.bak/file': 'mine\n' };
    const world = new World({ ...within('project', project), ...outside });
    const { base } = world;
    const link = (target: string, name: string): void => symlinkSync(target, join(base, name));
    link('../outside/file', 'project/out-file');
    link('sub', 'project/inside');
    link(join(base, 'project/sub'), 'project/turned');
    link('../outside/gone', 'project/gone');
    link('project', 'alias');
    await world.call('project', 'project/sub/kept');
    await world.call('project/sub', 'project-2/file');
    await world.call('alias', 'alias/sub/kept');
    await world.call('alias/sub', 'project.bak/file');
    // What hooks really did. From here on, nothing may.
    expect(readFileSync(join(base, 'outside/gone'), 'utf8')).toContain('x');
    for (const name of ['here', 'beside', 'by-module', 'by-python', 'beside-module', 'sub/here'])
      rmSync(join(base, 'project', name));
    const before = world.files();
    const same = { events: 4, same: 4, notReplayable: 0, different: [] };
    expect(await world.replay('project')).toEqual(same);
    expect(await world.replay('project/sub')).toEqual(same);
    expect(await world.replay('alias', '--config', 'hookline.yaml')).toEqual(same);
    expect(world.files()).toEqual(before);
  });

  it('runs nothing where a folder cannot be copied whole', async () => {
    const config = 'hooks:\n  PreToolUse: [{ type: command, handler: "echo x >>ran" }]\n';
    const names = ['leaky', 'piped'];
    const configs = names.map((name) => [`${name}/hookline.yaml`, config]);
    const world = new World({ ...Object.fromEntries(configs), 'outside/file': 'mine\n' });
    const { base, env } = world;
    for (const name of names) await world.call(name, 'outside/file', `${name}/hookline.yaml`);
    mkdirSync(join(base, 'leaky/deep'));
    symlinkSync(join(base, 'outside'), join(base, 'leaky/deep/out'));
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(base, 'piped/pipe')]);
    const before = world.files();
    expect(await world.replay('leaky')).toMatchObject({ events: 2, notReplayable: 2, different: [] });
    const { stdout } = await hookline(['replay', '--run'], { cwd: join(base, 'leaky'), env });
    expect(stdout).toContain('its folder has a link that leads out of it: deep/out');
    expect(stdout).toContain('its folder cannot be copied: ');
    expect(world.files()).toEqual(before);
  });

  it.skipIf(!canLook)('ends with Ctrl-C, and leaves no process and no copy', async () => {
    const world = new World({
      'home/keep': '',
      'project/hookline.yaml': 'hooks:\n  PreToolUse: [{ type: command, handler: ./waits.sh }]\n',
      'project/waits.sh': '#!/bin/sh\ntest -e "$HOME/slow" || exit 0\ntouch "$HOME/started"\nsleep 300\n',
    });
    const { base, env } = world;
    await world.call('project', 'home/keep');
    writeFileSync(join(base, 'home/slow'), '');
    const { child, ended } = startHookline(['replay', '--run'], { cwd: join(base, 'project'), env });
    await eventually(() => existsSync(join(base, 'home/started')));
    expect(processesWith(join(base, 'home')).length).toBeGreaterThan(1);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stdout: '' });
    expect(processesWith(join(base, 'home'))).toEqual([]);
    expect(readdirSync(join(base, 'tmp'))).toEqual(['keep']);
  });
});
