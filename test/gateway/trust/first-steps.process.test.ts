import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

/** A home, and calls in a folder of it. */
class Home {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(files: Readonly<Record<string, string>>) {
    this.path = folderWith(files);
    const { path } = this;
    this.env = {
      HOME: path,
      XDG_CONFIG_HOME: join(path, 'config'),
      XDG_DATA_HOME: join(path, 'data'),
      XDG_STATE_HOME: join(path, 'state'),
    };
  }

  run(words: readonly string[], folder: string, { input = '', env = {} } = {}) {
    return hookline(words, { cwd: join(this.path, folder), env: { ...this.env, ...env }, input });
  }

  /** What Claude Code is told of a call in a folder. */
  async ask(command: string, folder: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } };
    const input = JSON.stringify({ ...payload, session_id: 'one', cwd: join(this.path, folder) });
    return (await this.run(['hook', 'claude-code'], folder, { input, env })).stdout;
  }
}

const rule = (line: string): string => `permissions: { deny: ["Bash(${line})"] }\n`;

it('names a folder from which all files are trusted that are not yet', async () => {
  const home = new Home({
    'work/hookline.yaml': rule('dd *'),
    'work/app/hookline.yaml': rule('rm *'),
    'work/hookline.local.yaml': rule('curl *'),
  });
  const told = await home.ask('ls', 'work/app');
  const [, named = ''] = /Review and trust: hookline trust ([^"\s]+)/.exec(told) ?? [];
  expect(await home.run(['trust', named, '--yes'], '.')).toMatchObject({ code: 0 });
  for (const command of ['dd x', 'rm x', 'curl x'])
    expect(await home.ask(command, 'work/app')).toContain('"deny"');
});

it('takes no folder of the project for that of its user, whatever the variables say', async () => {
  const project = 'hooks: { PreToolUse: [{ type: command, handler: touch ran }] }\n';
  const home = new Home({
    'work/config/hookline/hookline.yaml': project,
    'work/.config/hookline/hookline.yaml': project,
  });
  const { env: own } = home;
  for (const env of [
    { HOME: '', XDG_CONFIG_HOME: '' },
    { HOME: '.', XDG_CONFIG_HOME: '' },
    { XDG_CONFIG_HOME: 'config' },
    { XDG_CONFIG_HOME: './config' },
  ]) {
    await home.ask('ls', 'work', { ...own, ...env, HOOKLINE_DAEMON: 'off' });
    expect(existsSync(join(home.path, 'work/ran')), JSON.stringify(env)).toBe(false);
  }
  const words = ['trust', '--list'];
  await home.run(words, 'work', { env: { HOME: '', XDG_STATE_HOME: 'state' } });
  expect(existsSync(join(home.path, 'work/state'))).toBe(false);
});

it('says what is wrong with a folder that has nothing to trust', async () => {
  const home = new Home({ 'empty/keep': '' });
  const wrong = async (...words: readonly string[]): Promise<string> => {
    const { code, stderr } = await home.run(['trust', ...words], 'empty');
    expect(code).toBe(1);
    expect(stderr).not.toContain('--config');
    return stderr;
  };
  expect(await wrong()).toContain(`no hookline.yaml in ${join(home.path, 'empty')} or above`);
  expect(await wrong('gone')).toContain(`there is no folder ${join(home.path, 'empty/gone')}`);
  expect(await home.run(['init'], 'empty')).toMatchObject({ code: 0 });
  expect(await wrong('gone')).toContain(`there is no folder ${join(home.path, 'empty/gone')}`);
});

it('lists what is gone as gone, until that is trusted', async () => {
  const home = new Home({ 'work/keep': '' });
  const listed = async (): Promise<string> => (await home.run(['trust', '--list'], '.')).stdout;
  await home.run(['init'], 'work');
  expect(await listed()).toContain('as trusted');
  rmSync(join(home.path, 'work/hookline.yaml'));
  expect(await listed()).toMatch(/hookline\.yaml +gone +1 state /);
  await home.run(['trust', '--yes'], 'work');
  expect(await listed()).toMatch(/hookline\.yaml +as trusted +2 states /);
});

it('shows what a file would leave out, and nothing of one with an error', async () => {
  const override =
    'agents: [{ id: main, backend: { hooks: { PreToolUse: { override: true, hooks: [] } } } }]\n';
  const off = 'hooks: { PreToolUse: [{ name: off, enabled: false, type: command, handler: ls }] }\n';
  const home = new Home({
    'work/hookline.yaml': override,
    'broken/hookline.yaml': 'hooks: [',
    'off/hookline.yaml': off,
  });
  const { stdout } = await home.run(['trust'], 'work');
  expect(stdout).toMatch(
    /switch off the hooks for all agents, except guards:\n +PreToolUse {2}for the agent main\n/,
  );
  expect((await home.run(['trust'], 'broken')).stdout).not.toContain('It has no hooks');
  expect((await home.run(['trust'], 'off')).stdout).toMatch(/PreToolUse {2}off {2}command ls {2}disabled\n/);
});

it('init says what a configuration above has by the same name', async () => {
  const home = new Home({ 'work/app/keep': '' });
  expect(await home.run(['init'], 'work')).toMatchObject({ code: 0, stderr: '' });
  const { stderr } = await home.run(['init'], 'work/app');
  expect(stderr).toContain('the name "no-rm" is already used at');
  expect(stderr).toContain('hookline validate');
});
