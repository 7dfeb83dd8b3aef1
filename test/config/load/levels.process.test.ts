import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../support/command-line/cli.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

/** A hook that denies every command with a word. It looks at nothing else: the names of sessions and folders are random. */
const denying = (name: string, word: string, guard = true): string => `hooks:
  PreToolUse:
    - name: ${name}
      matcher: Bash
      type: command
      handler: |
        grep -q '"command":"[^"]*${word}' && { echo ${name} says no >&2; exit 2; }; true
      guard: ${guard}
`;

const home = {
  'config/hookline/hookline.yaml': denying('no-push', 'push'),
  'work/hookline.yaml': denying('no-rm', 'rm'),
  'work/hookline.local.yaml': denying('no-curl', 'curl'),
  'work/app/hookline.yaml': denying('no-dd', 'dd'),
};

interface Fired {
  readonly decision: string | null;
  readonly decidedBy: string | null;
}

async function fire(folder: string, command: string, words: readonly string[] = []): Promise<Fired> {
  const { stdout, stderr } = await hookline(
    ['fire', 'PreToolUse', '--tool', 'Bash', '--arg', `command=${command}`, '--json', ...words],
    { cwd: join(folder, 'work/app'), env: { XDG_CONFIG_HOME: join(folder, 'config') } },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Fired;
}

describe('the levels of a configuration', () => {
  it('add up, and a name tells whose hook it is', async () => {
    const folder = folderWith(home);
    const by = await Promise.all(['push', 'rm', 'curl', 'dd', 'ls'].map((word) => fire(folder, word)));
    expect(by.map(({ decidedBy }) => decidedBy)).toEqual([
      'user/no-push',
      'no-rm',
      'local/no-curl',
      'no-dd',
      null,
    ]);
  });

  it('do not count where a file is named', async () => {
    const folder = folderWith(home);
    const named = ['--config', join(folder, 'work/hookline.yaml')];
    expect(await fire(folder, 'push', named)).toMatchObject({ decision: null });
    expect(await fire(folder, 'rm', named)).toMatchObject({ decision: 'deny', decidedBy: 'no-rm' });
  });

  it('are not hidden by a repository that begins below, nor by a taken name', async () => {
    const folder = folderWith({
      ...home,
      'work/app/hookline.yaml': denying('no-push', 'nothing').replace('guard: true', 'enabled: false'),
    });
    mkdirSync(join(folder, 'work/app/.git'));
    expect(await fire(folder, 'push')).toMatchObject({ decidedBy: 'user/no-push' });
    expect(await fire(folder, 'rm')).toMatchObject({ decidedBy: 'no-rm' });
  });

  it('keep their names: a project cannot write those of another level', async () => {
    const folder = folderWith({ ...home, 'work/app/hookline.yaml': denying('user/no-push', 'nothing') });
    await expect(fire(folder, 'push')).rejects.toThrow(
      /work\/app\/hookline\.yaml|hookline\.yaml:3:\d+.*reads like one of the user level/s,
    );
    // One error is enough.
    await expect(fire(folder, 'push')).rejects.not.toThrow('is already used');
  });

  it('are shown by list, and loaded by programs', async () => {
    const folder = folderWith(home);
    const options = { cwd: join(folder, 'work'), env: { XDG_CONFIG_HOME: join(folder, 'config') } };
    const { stdout } = await hookline(['list', '--json'], options);
    const listed = JSON.parse(stdout) as { name: string; level: string }[];
    expect(listed.map(({ name, level }) => `${level} ${name}`)).toEqual([
      'user user/no-push',
      'project no-rm',
      'local local/no-curl',
    ]);
    const entry = new URL('../../../dist/index.js', import.meta.url).href;
    const program = `import { loadConfig } from ${JSON.stringify(entry)};
      const config = await loadConfig({ levels: true });
      console.log(config.declarations.map(({ name }) => name).join());
      await config.close();`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      encoding: 'utf8',
    });
    expect(run.stdout.trim(), run.stderr).toBe('user/no-push,no-rm,local/no-curl');
  });

  it.each(['HOME', 'XDG_CONFIG_HOME'])(
    'take nothing of a project for the user, though %s names a folder of it',
    (name) => {
      const folder = folderWith({ 'work/hookline.yaml': denying('no-rm', 'rm') });
      for (const planted of ['mine/hookline', 'mine/.config/hookline']) {
        mkdirSync(join(folder, 'work', planted), { recursive: true });
        writeFileSync(join(folder, 'work', planted, 'hookline.yaml'), denying('planted', 'ls'));
      }
      const entry = new URL('../../../dist/index.js', import.meta.url).href;
      const program = `import { loadConfig } from ${JSON.stringify(entry)};
        const config = await loadConfig({ levels: true });
        console.log(config.declarations.map(({ name }) => name).join());
        await config.close();`;
      const { XDG_CONFIG_HOME: _, ...env } = process.env;
      const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd: join(folder, 'work'),
        env: { ...env, [name]: 'mine' },
        encoding: 'utf8',
      });
      expect(run.stdout.trim(), run.stderr).not.toContain('planted');
      expect(run.stdout.trim(), run.stderr).toContain('no-rm');
    },
  );

  it('are said wherever a hook is named', async () => {
    const folder = folderWith({
      ...home,
      'config/hookline/hookline.yaml': `${denying('no-push', 'push')}    - { name: broken, matcher: Bash, type: command, handler: exit 7, guard: true }\n`,
      'work/script.yaml':
        'prompt: go\nturns:\n  - tools: [{ name: Bash, input: { command: push } }]\n  - text: done\n',
      'work/hookline.test.yaml':
        'tests:\n  - name: pushes\n    fire: PreToolUse\n    input: { tool_name: Bash, tool_input: { command: push } }\n    expect: { decision: deny }\n',
    });
    const options = { cwd: join(folder, 'work'), env: { XDG_CONFIG_HOME: join(folder, 'config') } };
    const said = async (...words: string[]): Promise<string> => {
      const { stdout, stderr } = await hookline(words, options);
      return `${stdout}${stderr}`;
    };
    const call = ['PreToolUse', '--tool', 'Bash', '--arg'];
    const listed = await said('list');
    expect(listed).toMatch(/user\/no-push .* guard +user +/);
    expect(listed).toMatch(/ no-rm .* guard +project +/);
    expect(listed).toMatch(/local\/no-curl .* guard +local +/);
    expect(await said('explain', ...call, 'command=rm')).toMatch(/no-rm .* project +/);
    expect(await said('fire', ...call, 'command=push')).toContain('deny by user/no-push');
    expect(await said('fire', ...call, 'command=ls')).toContain('hook "user/broken" failed (exit)');
    expect(await said('validate')).toMatch(
      /config\/hookline\/hookline\.yaml \(user\), hookline\.yaml \(project\), hookline\.local\.yaml \(local\): 4 hooks/,
    );
    expect(await said('run', '--script', 'script.yaml')).toContain(
      'Denied by the PreToolUse hook "user/no-push": no-push says no',
    );
    // Tests are about the file beside them, wherever they run.
    expect(await said('test')).toMatch(
      /✗ pushes[\s\S]*no-rm .*no objection[\s\S]*✗ 0 passed, 1 failed, 0 of 1 hook/,
    );
    const alone = folderWith({ 'work/hookline.yaml': denying('no-rm', 'rm') });
    const plain = { cwd: join(alone, 'work'), env: { XDG_CONFIG_HOME: join(alone, 'config') } };
    for (const command of ['list', 'validate'])
      expect((await hookline([command], plain)).stdout).not.toContain('project');
  });

  it.each([
    [
      'override',
      'agents: [{ id: main, backend: { hooks: { PreToolUse: { override: true, hooks: [] } } } }]\n',
    ],
    ['settings', 'hooks: { errorBehavior: skip, timeout: 1ms, PreToolUse: [] }\n'],
    ['trace', 'trace: false\nhooks: { PreToolUse: [] }\n'],
    ['an equal hook', denying('no-push', 'nothing', false)],
  ])('hold a guard above against what a project says: %s', async (_, text) => {
    const folder = folderWith({ ...home, 'work/app/hookline.yaml': text });
    const { stdout, stderr } = await hookline(
      ['fire', 'PreToolUse', '--tool', 'Bash', '--arg', 'command=push', '--agent', 'main', '--json'],
      { cwd: join(folder, 'work/app'), env: { XDG_CONFIG_HOME: join(folder, 'config') } },
    );
    if (stdout === '') throw new Error(stderr);
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny', decidedBy: 'user/no-push' });
  });

  it('have rules of their own, each with paths from its own project', async () => {
    const folder = folderWith({
      'config/hookline/hookline.yaml': 'permissions: { deny: ["Bash(curl *)"] }\n',
      'work/hookline.yaml': 'permissions: { deny: ["Bash(dd *)", "Edit(/src/**)"] }\n',
      'work/app/hookline.yaml': 'permissions: { deny: ["Edit(/lib/**)"], allow: ["Bash(curl *)"] }\n',
    });
    const options = { cwd: join(folder, 'work/app'), env: { XDG_CONFIG_HOME: join(folder, 'config') } };
    const edits = ['work/src/a.ts', 'work/app/lib/a.ts', 'work/lib/a.ts'].map(async (file) => {
      const words = [
        'fire',
        'PreToolUse',
        '--tool',
        'Edit',
        '--arg',
        `file_path=${join(folder, file)}`,
        '--json',
      ];
      return (JSON.parse((await hookline(words, options)).stdout) as Fired).decidedBy;
    });
    expect(await Promise.all(edits)).toEqual(['permission rules', 'permission rules', null]);
    expect(await fire(folder, 'curl x')).toMatchObject({ decidedBy: 'user/permission rules' });
    expect(await fire(folder, 'dd x')).toMatchObject({ decidedBy: 'permission rules' });
  });

  it('below switch off no settings of Claude Code that a level above includes', async () => {
    const handler = { type: 'command', command: 'echo the user says no >&2; exit 2' };
    const folder = folderWith({
      'config/hookline/hookline.yaml': 'include: [settings.json]\n',
      'config/hookline/settings.json': JSON.stringify({
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [handler] }] },
      }),
      'work/app/hookline.yaml': 'include: [settings.json]\n',
      'work/app/settings.json': '{ "disableAllHooks": true }',
    });
    expect(await fire(folder, 'ls')).toMatchObject({
      decision: 'deny',
      decidedBy: expect.stringMatching(/^user\//),
    });
  });

  it('below cannot grant what scripts of a level above ask for', async () => {
    const folder = folderWith({
      'config/hookline/hookline.yaml': 'hooks:\n  scripts: [deploy.arma]\n',
      'config/hookline/deploy.arma': 'hook pre:tool:Bash /perms check deploy\n',
      'work/app/hookline.yaml': 'permissions: [deploy]\n',
    });
    expect(await fire(folder, 'ls')).toMatchObject({ decision: 'deny' });
  });
});

const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/etc']).status === 0;
const skipped = canMount ? '' : ' (skipped: no mount namespace to be had)';

describe.skipIf(!canMount)(`the managed level${skipped}`, () => {
  /** Runs hookline where /etc/hookline has this configuration. */
  function managed(
    folder: string,
    config: string,
    words: readonly string[],
    input = '',
  ): { stdout: string; stderr: string } {
    const script =
      'mount -t tmpfs none /etc && mkdir /etc/hookline && printf %s "$CONFIG" > /etc/hookline/hookline.yaml && exec "$@"';
    return spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', process.execPath, main, ...words], {
      cwd: join(folder, 'work'),
      env: {
        ...process.env,
        CONFIG: config,
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, 'config'),
        HOOKLINE_DAEMON: 'off',
      },
      input,
      encoding: 'utf8',
    });
  }

  const listed = (text: string): string[] => (JSON.parse(text) as { name: string }[]).map(({ name }) => name);

  it('comes first', () => {
    const { stdout } = managed(folderWith(home), denying('no-sudo', 'sudo'), ['list', '--json']);
    expect(listed(stdout)).toEqual(['managed/no-sudo', 'user/no-push', 'no-rm', 'local/no-curl']);
  });

  it('refuses the hooks of all others when it says so, and they are told', () => {
    const config = `managed: { only: true }\n${denying('no-sudo', 'sudo')}`;
    const { stdout, stderr } = managed(folderWith(home), config, ['list', '--json']);
    expect(listed(stdout)).toEqual(['managed/no-sudo']);
    expect(stderr.match(/the hooks of this file do not run/g)).toHaveLength(3);
    const status = managed(folderWith(home), config, ['status']).stdout;
    expect(status).toMatch(/\/etc\/hookline\/hookline\.yaml is active/);
    expect(status.match(/is ignored: the managed level allows only its own hooks/g)).toHaveLength(3);
    expect(status).not.toContain('trust');
  });

  it('has nobody trust what it refuses', () => {
    const folder = folderWith(home);
    // It is said once a session.
    const payload = (session: string): string =>
      JSON.stringify({
        session_id: session,
        cwd: join(folder, 'work'),
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'rm x' },
        tool_use_id: session,
      });
    const told = (only: boolean): string =>
      managed(
        folder,
        `managed: { only: ${only} }\n${denying('no-sudo', 'sudo')}`,
        ['hook', 'claude-code'],
        payload(String(only)),
      ).stdout;
    expect(told(false)).toContain('not trusted yet');
    expect(told(true)).toBe('');
  });
});

it('a project cannot say what the managed level says', async () => {
  const folder = folderWith({ 'work/app/hookline.yaml': 'managed: { only: true }\n' });
  await expect(fire(folder, 'ls')).rejects.toThrow(
    /hookline\.yaml:1:1.*counts in the managed configuration only/s,
  );
});
