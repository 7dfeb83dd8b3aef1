import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const users = 'home/.config/hookline/hookline.yaml';
const denies = (program: string): string => `permissions: { deny: ["Bash(${program} *)"] }\n`;

/** A user who has hookline installed, and a project without a policy of its own. */
async function installed(files: Readonly<Record<string, string>>) {
  const path = folderWith({ 'home/keep': '', 'project/keep': '', ...files });
  const project = join(path, 'project');
  const home = { HOME: join(path, 'home'), XDG_DATA_HOME: '', XDG_CONFIG_HOME: '', XDG_STATE_HOME: '' };
  const run = (words: readonly string[], env = {}, input = '') =>
    hookline(words, { cwd: project, env: { ...home, CLAUDE_PROJECT_DIR: project, ...env }, input });
  const install = async (env = {}) =>
    expect(await run(['install', 'claude-code', '--user', '--yes'], env)).toMatchObject({ code: 0 });
  let calls = 0;
  const ask = async (command: string, env = {}): Promise<string> => {
    calls += 1;
    const payload = {
      session_id: 's',
      cwd: project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `call-${calls}`,
    };
    const { stdout } = await run(['hook', 'claude-code'], env, JSON.stringify(payload));
    return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput?.permissionDecisionReason;
  };
  await install();
  return { path, project, install, ask };
}

it("lets no project bring a configuration as the user's, and says how to mend it", async () => {
  const { project, ask, install } = await installed({
    'project/mine/hookline/hookline.yaml':
      'hooks: { PreToolUse: [{ type: command, handler: "touch ../../ran" }] }\n',
  });
  const env = { XDG_CONFIG_HOME: join(project, 'mine') };
  expect(await ask('ls')).toBe('');
  const refused = await ask('ls', env);
  expect(refused).toContain(join(project, 'mine/hookline/hookline.yaml'));
  expect(refused).toContain('XDG_CONFIG_HOME');
  expect(refused).toContain('hookline install');
  expect(existsSync(join(project, 'ran'))).toBe(false);
  expect(existsSync(join(project, 'mine/hookline/ran'))).toBe(false);
  await install(env);
  expect(await ask('ls', env)).toBe('');
});

it('takes files that the user adds, and misses those that go until a person installs again', async () => {
  const { path, ask, install } = await installed({ 'later.yaml': denies('dd') });
  expect(await ask('dd x')).toBe('');
  const file = join(path, users);
  cpSync(join(path, 'later.yaml'), file, { recursive: true });
  expect(await ask('dd x')).toContain('user/permission rules');
  rmSync(file);
  expect(await ask('dd x')).toBe('');
  cpSync(join(path, 'later.yaml'), file);
  await install();
  rmSync(file);
  expect(await ask('ls')).toContain(`${file} counted when hookline was installed`);
  await install();
  expect(await ask('ls')).toBe('');
});

it('is about where the folders are, not how they are spelt', async () => {
  const { path, ask } = await installed({ [users]: denies('dd') });
  expect(await ask('dd x', { XDG_CONFIG_HOME: `${path}/home/../home/.config/` })).toContain('user/');
  expect(await ask('ls', { XDG_STATE_HOME: `${path}/home/.local//state/` })).toBe('');
  expect(await ask('ls', { XDG_STATE_HOME: `${path}/project/state` })).toContain('XDG_STATE_HOME');
});
