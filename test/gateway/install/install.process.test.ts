import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agentTable } from '../../../src/gateway/agents/agent-table.ts';
import type { CallOptions, Ended } from '../../support/command-line/cli.ts';
import { hookline } from '../../support/command-line/served.ts';
import { Scratch } from '../../support/scratch.ts';

const policy = `hooks:
  PreToolUse:
    - name: no-rm
      type: builtin
      handler: destructive-commands
  Stop:
    - name: done
      type: command
      handler: "true"
`;

/** A user with a home and a project, both empty but for the policy. */
class World extends Scratch {
  readonly home = join(this.path, `the user's "home"`);
  readonly project = join(this.path, 'project');
  readonly launcher = join(this.home, '.local/share/hookline/launch');

  constructor() {
    super();
    mkdirSync(this.home);
    this.write('project/hookline.yaml', policy);
  }

  call(words: readonly string[], options: CallOptions = {}): Promise<Ended> {
    const none = {
      CODEX_HOME: '',
      CLAUDE_CONFIG_DIR: '',
      GEMINI_CLI_HOME: '',
      COPILOT_HOME: '',
      CLINE_DIR: '',
      KIMI_CODE_HOME: '',
      PI_CODING_AGENT_DIR: '',
      QWEN_HOME: '',
      FACTORY_HOME_OVERRIDE: '',
      XDG_DATA_HOME: '',
      XDG_CONFIG_HOME: '',
    };
    return hookline(words, {
      cwd: this.project,
      ...options,
      env: { ...none, HOME: this.home, ...options.env },
    });
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  /** Every file, with its text. */
  files(): Readonly<Record<string, string>> {
    const names = readdirSync(this.path, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => statSync(join(this.path, name)).isFile()).sort();
    return Object.fromEntries(files.map((name) => [name, this.read(name)]));
  }
}

const all = Object.keys(agentTable);
const toml = '# mine\nmodel = "x" # the best\n\n[features]\nplugins = false';
const settings = '{\n  // mine\n  "model": "opus", // the best\n  "hooks": {}\n}\n';

it('guards every agent, does so once, and leaves every byte as it was when it goes', async () => {
  const world = new World();
  world.write(`the user's "home"/.codex/config.toml`, toml);
  world.write('project/.claude/settings.json', settings);
  const before = world.files();
  const first = await world.call(['install', ...all, '--yes']);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('✓ OpenCode');
  expect(statSync(world.launcher).mode & 0o777).toBe(0o755);
  expect(statSync(join(world.launcher, '..')).mode & 0o777).toBe(0o700);
  const installed = world.files();
  expect(installed['project/.claude/settings.json.hookline-backup']).toBe(settings);
  const second = await world.call(['install', ...all, '--yes']);
  expect(second.stdout.split('\n').filter((line) => line !== '')).toHaveLength(all.length);
  expect(world.files()).toEqual(installed);
  expect(await world.call(['uninstall', '--yes'])).toMatchObject({ code: 0 });
  expect(world.files()).toEqual(before);
});

it('leaves no file behind where there was none', async () => {
  const world = new World();
  const before = world.files();
  await world.call(['install', ...all, '--yes']);
  await world.call(['uninstall', '--yes']);
  expect(world.files()).toEqual(before);
});

it('lets an installed line refuse what the policy denies, and what would take the guard away', async () => {
  const world = new World();
  await world.call(['install', 'claude-code', '--yes']);
  const line = JSON.parse(world.read('project/.claude/settings.json')).hooks.PreToolUse[0].hooks[0].command;
  const { PATH, XDG_STATE_HOME } = process.env;
  const env = { HOOKLINE_DAEMON: 'off', PATH, XDG_STATE_HOME, HOME: world.home };
  const decide = (command: string) => {
    const tool = { tool_name: 'Bash', tool_input: { command }, tool_use_id: command };
    const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: world.project, ...tool };
    const done = spawnSync('sh', ['-c', line], { input: JSON.stringify(payload), env, encoding: 'utf8' });
    expect(done.status).toBe(0);
    return done.stdout === '' ? null : JSON.parse(done.stdout).hookSpecificOutput.permissionDecision;
  };
  expect(decide('rm -rf /')).toBe('deny');
  expect(decide('echo {} > .claude/settings.json')).toBe('deny');
  expect(decide('echo > hookline.yaml')).toBe('deny');
  expect(decide('echo "exit 0" > ~/.local/share/hookline/hook')).toBe('deny');
  expect(decide('cat .claude/settings.json; echo > .claude/notes.md')).toBe(null);
});

it('changes nothing without a yes, and nothing with --dry-run', async () => {
  const world = new World();
  const before = world.files();
  const asked = await world.call(['install', 'codex']);
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
  expect(asked.stdout).toMatch(/^\.codex\/hooks\.json: \d+ lines added\n/m);
  expect(asked.stdout).not.toContain('+   ');
  expect(await world.call(['install', 'codex', '--verbose'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('+       '),
  });
  expect(await world.call(['install', 'codex', '--dry-run'])).toMatchObject({ code: 0 });
  expect(world.files()).toEqual(before);
});

it('installs and uninstalls for programs: a report in JSON, written only with --yes', async () => {
  const world = new World();
  const before = world.files();
  const report = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await world.call([...words, '--json']);
    expect(stderr).toBe('');
    return { code, ...JSON.parse(stdout) };
  };
  const files = expect.arrayContaining([expect.objectContaining({ change: 'created' })]);
  const planned = { written: false, files, agents: [expect.objectContaining({ name: 'claude-code' })] };
  expect(await report('install', 'claude-code')).toMatchObject({ ...planned, code: 1 });
  expect(await report('install', 'claude-code', '--dry-run')).toMatchObject({ ...planned, code: 0 });
  expect(world.files()).toEqual(before);
  const installed = await report('install', 'claude-code', '--yes');
  expect(installed).toMatchObject({ ...planned, code: 0, written: true, trust: [{ standing: 'untrusted' }] });
  expect(await report('uninstall')).toMatchObject({ code: 1, written: false });
  expect(await report('uninstall', '--yes')).toMatchObject({ code: 0, written: true });
  expect(await report('uninstall', '--yes')).toMatchObject({ code: 0, written: false, agents: [] });
  expect(world.files()).toEqual(before);
});

it('says who is not guarded where nobody was told to trust the lines', async () => {
  const world = new World();
  const { code, stdout } = await world.call(['install', 'codex', 'gemini', '--yes', '--no-trust']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ Codex is not guarded: .*not trusted/);
  expect(stdout).toMatch(/✗ Gemini CLI is not guarded: .*does not trust/);
  expect(existsSync(join(world.home, '.codex'))).toBe(false);
});

it('does not overrule a person who trusts the folder not', async () => {
  const world = new World();
  const distrust = JSON.stringify({ [world.path]: 'DO_NOT_TRUST' });
  world.write(`the user's "home"/.gemini/trustedFolders.json`, distrust);
  const untrusted = `[projects.${JSON.stringify(world.project)}]\ntrust_level = "untrusted"\n`;
  world.write(`the user's "home"/.codex/config.toml`, untrusted);
  const { code, stdout } = await world.call(['install', 'codex', 'gemini', '--yes']);
  expect([code, stdout.match(/is not guarded: its user does not trust/g)?.length]).toEqual([1, 2]);
  expect(world.read(`the user's "home"/.gemini/trustedFolders.json`)).toBe(distrust);
  expect(world.read(`the user's "home"/.codex/config.toml`)).toBe(untrusted);
});

it('says so where settings switch hooks off', async () => {
  const world = new World();
  world.write('project/.claude/settings.json', '{ "disableAllHooks": true }');
  const { code, stdout } = await world.call(['install', 'claude-code', '--yes']);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/not guarded: .*disableAllHooks/)]);
});

it('writes through a link, and keeps the link', async () => {
  const world = new World();
  world.write('elsewhere/settings.json', '{}\n');
  mkdirSync(join(world.project, '.claude'));
  symlinkSync('../../elsewhere/settings.json', join(world.project, '.claude/settings.json'));
  await world.call(['install', 'claude-code', '--yes']);
  expect(lstatSync(join(world.project, '.claude/settings.json')).isSymbolicLink()).toBe(true);
  expect(world.read('elsewhere/settings.json')).toContain('PreToolUse');
});

it.each([
  [
    'claude-code',
    'project/.claude/settings.json',
    '{\n  "model" "opus"\n}',
    '.claude/settings.json:2:11: error',
  ],
  ['codex', `the user's "home"/.codex/config.toml`, 'a = 1\nb = = 2\n', 'config.toml:2:5: error'],
])('refuses a file of %s that it cannot read, with its place', async (agent, file, text, place) => {
  const world = new World();
  world.write(file, text);
  const before = world.files();
  expect(await world.call(['install', agent, '--yes'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(place),
  });
  expect(world.files()).toEqual(before);
});

it('leaves a plugin of somebody else alone', async () => {
  const world = new World();
  world.write('project/.opencode/plugins/hookline.js', 'export {};\n');
  expect(await world.call(['install', 'opencode', '--yes'])).toMatchObject({ code: 1 });
  expect(world.read('project/.opencode/plugins/hookline.js')).toBe('export {};\n');
});

it('needs a policy for a project, and none for a user', async () => {
  const world = new World();
  const elsewhere = { cwd: world.home };
  expect(await world.call(['install', 'codex', '--yes'], elsewhere)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('hookline init --guards'),
  });
  expect(await world.call(['install', 'claude-code', '--user', '--yes'], elsewhere)).toMatchObject({
    code: 0,
  });
  const { hooks } = JSON.parse(world.read(`the user's "home"/.claude/settings.json`));
  expect(Object.keys(hooks)).toEqual(expect.arrayContaining(['PreToolUse', 'UserPromptSubmit', 'Stop']));
  expect(JSON.stringify(hooks)).not.toContain('--required');
});

it('finds the agents of this machine by their folders', async () => {
  const world = new World();
  mkdirSync(join(world.home, '.gemini'));
  const env = { PATH: '/usr/bin:/bin' };
  const { stdout } = await world.call(['install', '--yes'], { env });
  expect(stdout.split('\n').filter((line) => line.startsWith('✓'))).toEqual([
    expect.stringContaining('Gemini'),
  ]);
});

it('keeps the launcher for another project', async () => {
  const world = new World();
  world.write('other/hookline.yaml', policy);
  await world.call(['install', 'claude-code', '--yes']);
  await world.call(['install', 'claude-code', '--yes'], { cwd: join(world.path, 'other') });
  await world.call(['uninstall', '--yes']);
  expect(existsSync(world.launcher)).toBe(true);
  await world.call(['uninstall', '--yes'], { cwd: join(world.path, 'other') });
  expect(existsSync(world.launcher)).toBe(false);
});

it('tells of what an agent cannot enforce, and of events that were not installed', async () => {
  const world = new World();
  await world.call(['install', 'gemini', 'codex', '--yes']);
  expect((await world.call(['validate'])).stdout).not.toMatch(/Gemini|Codex/);
  const guard = '    - name: hidden\n      type: builtin\n      handler: secrets\n      guard: true\n';
  world.write(
    'project/hookline.yaml',
    `${policy}  PostToolUse:\n${guard}  PostToolUseFailure:\n${guard.replace('hidden', 'failed')}`,
  );
  const { stdout, code } = await world.call(['validate']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /Codex has no event at PostToolUseFailure, so that the guard "failed" never runs there \[agent-cannot\]/,
  );
  expect(stdout).toMatch(
    /Codex does not ask hookline at PostToolUse .*run: hookline install codex \[agent-stale\]/,
  );
  const again = await world.call(['install', 'gemini', 'codex', '--yes']);
  expect(again.stdout).toContain(
    '! Codex has no event at PostToolUseFailure, so that the guard "failed" never runs there\n',
  );
  expect((await world.call(['validate'])).stdout).not.toContain('agent-stale');
});

it('has whoever gets the project told at once that its hooks are not trusted', async () => {
  const world = new World();
  const env = { HOME: world.home, XDG_STATE_HOME: join(world.home, 'state') };
  await world.call(['install', 'claude-code', '--yes'], { env });
  await world.call(['trust', '--remove'], { env });
  const { hooks } = JSON.parse(world.read('project/.claude/settings.json'));
  const told = spawnSync('sh', ['-c', hooks.SessionStart[0].hooks[0].command], {
    cwd: world.project,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...env,
      XDG_DATA_HOME: '',
      XDG_CONFIG_HOME: '',
      CLAUDE_PROJECT_DIR: world.project,
      HOOKLINE_DAEMON: 'off',
    },
    input: JSON.stringify({
      session_id: 's',
      hook_event_name: 'SessionStart',
      cwd: world.project,
      source: 'startup',
    }),
  });
  expect(JSON.parse(told.stdout).systemMessage).toMatch(/hookline\.yaml is not trusted yet.*hookline trust /);
});

it('says that agents find nothing where HOME names no folder', async () => {
  const world = new World();
  const words = ['install', 'claude-code', '--dry-run'];
  expect((await world.call(words)).stderr).not.toContain('everything is blocked');
  const { stderr } = await world.call(words, { env: { HOME: 'relative' } });
  expect(stderr).toMatch(/! HOME names no folder here: .* everything is blocked\. Start it with HOME=\//);
  const data = { HOME: '', XDG_DATA_HOME: join(world.path, 'data') };
  expect((await world.call(words, { env: data })).stderr).not.toContain('everything is blocked');
});

it('shows who is guarded, and why somebody is not', async () => {
  const world = new World();
  await world.call(['install', 'claude-code', 'codex', 'opencode', '--yes']);
  world.write(`the user's "home"/.codex/config.toml`, '');
  const { stdout } = await world.call(['agents']);
  expect(stdout).toMatch(/^claude-code .*run +guarded \(project\) +\.claude\/settings\.json$/m);
  expect(stdout).toMatch(/^codex .*not guarded \(project\).*not trusted/m);
  expect(stdout).toMatch(/^gemini .*not installed$/m);
  expect(stdout).toMatch(/^opencode .*guarded \(project\)/m);
  const { stdout: json } = await world.call(['agents', 'codex', '--json']);
  const [codex] = JSON.parse(json);
  expect(codex.installed).toEqual([
    expect.objectContaining({
      scope: 'project',
      events: ['PreToolUse', 'Stop', 'SessionStart'],
      problem: expect.any(String),
    }),
  ]);
  expect(codex.events[0]).toMatchObject({ event: 'PreToolUse', says: { deny: 'deny', ask: 'deny' } });
});

it('says who is not guarded, whatever the reason', async () => {
  const world = new World();
  await world.call(['install', 'claude-code', '--yes']);
  const here = async (): Promise<string> => {
    const { stdout } = await world.call(['agents', 'claude-code']);
    return stdout.split('\n')[1] ?? '';
  };
  expect(await here()).toMatch(/ guarded \(project\)/);
  await world.call(['trust', '--remove']);
  expect(await here()).toMatch(/not guarded .*is not trusted.*run hookline trust/);
  await world.call(['trust', '--yes']);
  const text = readFileSync(join(world.project, 'hookline.yaml'), 'utf8');
  world.write('project/hookline.yaml', 'hooks: {');
  expect(await here()).toMatch(/not guarded .*run hookline validate/);
  rmSync(join(world.project, 'hookline.yaml'));
  expect(await here()).toMatch(/not guarded .*changed since it was trusted/);
  world.write('project/hookline.yaml', text);
  const launcher = readFileSync(world.launcher, 'utf8');
  writeFileSync(world.launcher, launcher.replace(/^_main='/m, "_main='/gone"));
  expect(await here()).toMatch(/not guarded .*launch has changed since hookline install/);
});

it('writes a plugin folder for Claude Code, and for nobody else', async () => {
  const world = new World();
  expect(await world.call(['install', 'claude-code', '--plugin', '--yes'])).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(JSON.parse(world.read('project/hookline-plugin/.claude-plugin/plugin.json')).name).toBe('hookline');
  const { hooks } = JSON.parse(world.read('project/hookline-plugin/hooks/hooks.json'));
  expect(hooks.PreToolUse[0].hooks[0].command).toContain('claude-code); c=$?');
  expect(existsSync(join(world.project, '.claude'))).toBe(false);
  expect(await world.call(['install', 'codex', '--plugin', '--yes'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Codex has no plugin folders'),
  });
});

it('says which agents are guarded, when an agent is started in another folder than that of the policy', async () => {
  const world = new World();
  const cwd = join(world.project, 'packages/one');
  mkdirSync(cwd, { recursive: true });
  const below = await world.call(['install', 'claude-code', '--yes'], { cwd });
  expect(below.stdout).toContain(`hookline.yaml is in ${world.project}: `);
  const there = await world.call(['install', 'claude-code', '--yes']);
  expect(there.stdout).not.toContain('stands in');
});

it('says where hookline still is, when there is nothing to take out', async () => {
  const world = new World();
  await world.call(['install', 'claude-code', '--user', '--yes']);
  const { code, stdout } = await world.call(['uninstall', '--yes']);
  expect(code).toBe(0);
  expect(stdout).toContain('hookline is not in the configuration of this folder of any agent');
  expect(stdout).toContain('hookline uninstall claude-code --user');
  const codex = await world.call(['uninstall', 'codex', '--yes']);
  expect(codex.stdout.trim()).toBe('hookline is not in the configuration of this folder of Codex');
});
