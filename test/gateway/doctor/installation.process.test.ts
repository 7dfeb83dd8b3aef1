import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Patient, program, type Settings } from './support.ts';

const policy = `hooks:
  PreToolUse:
    - name: no-rm
      type: builtin
      handler: destructive-commands
      guard: true
`;
const tests = `tests:
  - name: nothing is destroyed
    fire: PreToolUse
    input: { tool_name: Bash, tool_input: { command: git push --force } }
    expect: { decision: deny, decidedBy: no-rm }
`;

const filesOfOne = {
  [`the "project"/hookline.yaml`]: policy,
  [`the "project"/hookline.test.yaml`]: tests,
  'home/.claude/settings.json': '{ "model": "opus" }\n',
};
const filesOfThree = {
  ...filesOfOne,
  'home/.codex/config.toml': 'model = "x"\n',
  'home/.gemini/settings.json': '{}\n',
};

const claude = 'home/.claude/settings.json';
const gemini = `the "project"/.gemini/settings.json`;

/** Claude Code is installed for its user, who trusts the project. */
async function installed(files: Readonly<Record<string, string>> = filesOfOne): Promise<Patient> {
  const patient = new Patient(files);
  await patient.done('trust', '--yes');
  await patient.done('install', 'claude-code', '--user', '--yes');
  return patient;
}

/** The line before tool calls is for one tool alone. */
const narrowed = ({ hooks, ...others }: Settings): object => ({
  ...others,
  hooks: {
    ...hooks,
    PreToolUse: (hooks['PreToolUse'] ?? []).map((group) => ({ ...group, matcher: 'Read' })),
  },
});

it('finds nobody who asks, and nothing that is judged by, until both are there', async () => {
  const patient = new Patient({ 'home/.claude/settings.json': '{}' });
  await patient.heals('nobody-asks', 'config-none');
  const { ok, findings, guards, agents } = await patient.doctor();
  expect({ ok, findings }).toEqual({ ok: true, findings: [] });
  expect(guards.map(({ guarding }) => guarding)).not.toContain(false);
  expect(guards).toContainEqual(
    expect.objectContaining({
      name: 'destructive-commands',
      level: 'project',
      lastRun: null,
      lastDeny: null,
    }),
  );
  expect(agents).toMatchObject([{ name: 'claude-code', scope: 'user', guarding: true, problem: null }]);
});

it('finds what became of installed lines and settings, and each fix mends it', async () => {
  const patient = await installed(filesOfThree);
  await patient.done('install', 'codex', 'gemini', '--yes');
  expect(await patient.doctor()).toMatchObject({ ok: true, findings: [] });
  const doubled = ({ hooks, ...others }: Settings): object => ({
    ...others,
    hooks: { ...hooks, BeforeTool: [...(hooks['BeforeTool'] ?? []), ...(hooks['BeforeTool'] ?? [])] },
  });
  patient.settings(claude, narrowed);
  patient.settings(gemini, doubled);
  patient.edit('home/.codex/config.toml', (text) => `${text}\n[features]\nhooks = false\n`);
  patient.agent('claude', '@anthropic-ai/claude-code', '99.1.0');
  const manifest = join(patient.path, 'lib/node_modules/@anthropic-ai/claude-code/package.json');
  chmodSync(
    patient.write(
      'bin/npm',
      `#!/bin/sh\nprintf '{"name":"%s","version":"%s"}' "\${3%@*}" "\${3##*@}" >'${manifest}'\n`,
    ),
    0o755,
  );
  mkdirSync(join(patient.home, '.config/opencode'), { recursive: true });
  chmodSync(join(patient.home, '.local/state/hookline'), 0o755);
  await patient.heals(
    'line-changed',
    'line-twice',
    'hooks-off',
    'agent-newer',
    'agent-unguarded',
    'state-unsafe',
  );

  patient.write(`the "project"/.claude/settings.local.json`, '{ "disableAllHooks": true, "env": {} }');
  rmSync(join(patient.home, '.gemini/trustedFolders.json'));
  patient.edit('home/.codex/config.toml', (text) =>
    text.replace(/trusted_hash = ".*"/, 'trusted_hash = "sha256:0"'),
  );
  await patient.done('install', 'claude-code', '--yes', '--switch-on');
  patient.write(`the "project"/.claude/settings.local.json`, '{ "disableAllHooks": true, "env": {} }');
  await patient.heals('hooks-off', 'agent-distrusts', 'installed-twice');
  expect(JSON.parse(patient.read(`the "project"/.claude/settings.local.json`))).toEqual({ env: {} });

  patient.edit(claude, (text) => text.trimEnd().slice(0, -1));
  patient.write('home/.gemini/trustedFolders.json', JSON.stringify({ [patient.project]: 'DO_NOT_TRUST' }));
  patient.edit(
    `the "project"/hookline.yaml`,
    (text) => `${text}  Stop:\n    - { name: done, type: command, handler: "true" }\n`,
  );
  await patient.done('trust', '--yes');
  await patient.heals('settings-broken', 'hooks-off', 'line-missing');
  expect(await patient.doctor()).toMatchObject({ ok: true, findings: [] });
});

it('finds settings of a project that lead the line to another launcher, and does not run that', async () => {
  const patient = await installed();
  const planted = join(patient.path, 'planted');
  patient.write('planted/hookline/hook', `cat >/dev/null; echo ran >'${planted}/ran'; exit 40\n`);
  const local = `the "project"/.claude/settings.local.json`;
  patient.write(local, JSON.stringify({ env: { XDG_DATA_HOME: planted, HOME: planted, FOO: '1' } }));
  patient.write(
    `the "project"/.claude/settings.json`,
    JSON.stringify({ env: { NODE_OPTIONS: '-r ./x', NODE_ENV: 'test' } }),
  );
  // What the user set is the user's.
  patient.settings(claude, (settings) => ({ ...settings, env: { XDG_DATA_HOME: '', MINE: '1' } }));
  const { agents } = await patient.doctor();
  expect(agents).toContainEqual(expect.objectContaining({ name: 'claude-code', guarding: false }));
  expect(existsSync(join(planted, 'ran'))).toBe(false);
  await patient.heals('settings-environment');
  expect(JSON.parse(patient.read(local))).toEqual({ env: { FOO: '1' } });
  expect(JSON.parse(patient.read(`the "project"/.claude/settings.json`))).toEqual({
    env: { NODE_ENV: 'test' },
  });
  expect(JSON.parse(patient.read(claude))).toMatchObject({ env: { XDG_DATA_HOME: '', MINE: '1' } });
  patient.settings(claude, (settings) => ({ ...settings, env: { XDG_DATA_HOME: planted } }));
  expect((await patient.doctor()).findings).toMatchObject([{ code: 'line-broken' }]);
});

it('finds rules that are open, and notes that cannot be written', async () => {
  const patient = await installed();
  const state = 'home/.local/state/hookline';
  const now = Date.now();
  const rule = { kind: 'rule', id: 'AAAAAAA', rule: 'git.push-force', folder: patient.project };
  const open = patient.write(
    `${state}/exceptions/rule-AAAAAAA.json`,
    JSON.stringify({ ...rule, given: now, expires: now + 3_600_000 }),
  );
  chmodSync(open, 0o600);
  rmSync(join(patient.path, state, 'guards/log.jsonl'), { force: true });
  mkdirSync(join(patient.path, state, 'guards/log.jsonl'), { recursive: true });
  await patient.heals('rule-open', 'notes-unwritable');
  expect(existsSync(open)).toBe(false);
});

it('finds what became of the launcher, and each fix mends it', async () => {
  const patient = await installed();
  const launcher = 'home/.local/share/hookline/launch';
  const text = patient.read(launcher);
  const sets = (name: string, value: string): void =>
    void patient.write(launcher, text.replace(new RegExp(`^_${name}='.*'$`, 'm'), `_${name}='${value}'`));

  rmSync(patient.launcher);
  await patient.heals('launcher-missing');

  sets('main', join(patient.path, 'gone.js'));
  chmodSync(patient.launcher, 0o777);
  await patient.heals('launcher-stale', 'launcher-unsafe');

  const old = patient.write('old-node', '#!/bin/sh\necho v18.20.4\n');
  chmodSync(old, 0o755);
  sets('node', old);
  await patient.heals('launcher-changed', 'node-old');

  patient.write('other/package.json', '{ "version": "0.0.9" }');
  sets('main', patient.write('other/dist/cli/main.js', ''));
  const { findings } = await patient.doctor();
  const other = findings.find(({ code }) => code === 'launcher-other');
  expect(other?.message).toContain('main.js (0.0.9)');
  expect(other?.message).toContain(program);
  await patient.heals('launcher-other', 'line-broken');

  writeFileSync(patient.launcher, '#!/bin/sh\nexit 40\n');
  await patient.heals('launcher-changed', 'line-broken');
  expect(patient.read(launcher)).toBe(text);
  if (process.getuid?.() !== 0) return;
  chownSync(patient.launcher, 65_534, 65_534);
  await patient.heals('launcher-unsafe');
  expect(existsSync(patient.launcher)).toBe(true);
});

it('sees a plugin folder, and mends it where it is', async () => {
  const patient = new Patient(filesOfOne);
  await patient.done('trust', '--yes');
  await patient.done('install', 'claude-code', '--plugin', "it's mine", '--yes');
  expect(await patient.done('agents', 'claude-code')).toMatch(
    /guarded \(plugin\) +it's mine\/hooks\/hooks\.json/,
  );
  const { findings, agents } = await patient.doctor();
  expect(findings).toEqual([]);
  expect(agents).toContainEqual(expect.objectContaining({ scope: 'plugin', guarding: true }));
  patient.settings(`the "project"/it's mine/hooks/hooks.json`, narrowed);
  await patient.heals('line-changed');
});
