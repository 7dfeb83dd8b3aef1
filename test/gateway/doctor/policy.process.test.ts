import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Patient } from './support.ts';

const at = (name: string): string => `the "project"/${name}`;
const policy = at('hookline.yaml');

/** A guard that is a script, and one that has no test. */
const guards = `hooks:
  PreToolUse:
    - { name: no-ls, matcher: Bash, type: command, handler: ./no-ls.sh, guard: true }
`;
const script = '#!/bin/sh\ngrep -q secret && { echo no secrets >&2; exit 2; }\nexit 0\n';
const tests = `tests:
  - fire: PreToolUse
    input: { tool_name: Bash, tool_input: { command: cat secret } }
    expect: { decision: deny, decidedBy: no-ls }
`;

async function guarded(): Promise<Patient> {
  const patient = new Patient({
    [policy]: guards,
    [at('no-ls.sh')]: script,
    [at('hookline.test.yaml')]: tests,
    'home/.claude/settings.json': '{}\n',
  });
  chmodSync(join(patient.project, 'no-ls.sh'), 0o755);
  await patient.done('install', 'claude-code', '--yes');
  return patient;
}

it('finds what keeps the configuration from counting, and each fix mends it', async () => {
  const patient = await guarded();
  for (const words of [
    ['init', '-q'],
    ['add', 'no-ls.sh'],
  ])
    spawnSync('git', ['-C', patient.project, ...words], { env: { ...process.env, ...patient.env } });
  expect(await patient.doctor()).toMatchObject({ ok: true, findings: [] });

  patient.edit(policy, (text) => `# mine\n${text}`);
  patient.write(at('hookline.local.yaml'), 'hooks: {}\n');
  const { guards: rows } = await patient.doctor();
  expect(rows.map(({ guarding }) => guarding)).toEqual([false, false]);
  await patient.heals('config-changed', 'config-untrusted');

  const own = patient.write('home/.config/hookline/hookline.yaml', 'hooks: {}\n');
  await patient.heals('file-not-kept');
  rmSync(own);
  await patient.heals('places-moved');

  rmSync(join(patient.project, 'no-ls.sh'));
  const { findings } = await patient.doctor();
  const mend = findings.find(({ code }) => code === 'script-missing');
  expect(findings.map(({ code }) => code)).toContain('config-changed');
  await patient.run(mend?.fix ?? '');
  expect(await patient.doctor()).toMatchObject({ ok: true, findings: [] });

  await patient.done('trust', '--remove');
  for (const name of ['hookline.yaml', 'hookline.local.yaml', 'hookline.test.yaml'])
    rmSync(join(patient.project, name));
  await patient.heals('config-missing');

  const text = patient.read(policy);
  patient.write(policy, `${text}\n  wrong: [\n`);
  await patient.done('trust', '--remove');
  const broken = await patient.doctor();
  expect(broken.findings.map(({ code }) => code)).toEqual(['config-broken', 'config-untrusted']);
  expect(await patient.run(broken.findings[0]?.fix ?? '')).toContain('error:');
  patient.write(policy, text);
  await patient.heals('config-untrusted', 'line-missing');
});

it('finds guards that do not hold, and shows why', async () => {
  const patient = await guarded();
  const trust = (): Promise<string> => patient.done('trust', '--yes');

  patient.write(at('no-ls.sh'), '#!/bin/sh\nexit 0\n');
  await trust();
  expect((await patient.doctor()).guards).toMatchObject([{ name: 'no-ls', guarding: false }, {}]);
  await patient.shows({ 'guard-failing': 'it does not deny the event' });

  patient.write(at('no-ls.sh'), '#!/bin/sh\necho never >&2\nexit 2\n');
  await trust();
  await patient.shows({ 'guard-stops-all': 'it also stops a harmless event' });

  patient.write(at('no-ls.sh'), script);
  await trust();
  expect(await patient.doctor()).toMatchObject({ ok: true, findings: [] });
  patient.write(at('hookline.test.yaml'), tests.replace(/expect:.*/, 'expect: { modified: false }'));
  await patient.shows({ 'guard-unproven': 'no test expects it to deny' });
  patient.write(at('hookline.test.yaml'), tests);
  expect(await patient.doctor()).toMatchObject({ ok: true, findings: [] });
});

it('finds guards that can never run, or never did, and no others', async () => {
  const patient = await guarded();
  const guard = (name: string, matcher: string): string =>
    `    - { name: ${name}, matcher: "${matcher}", type: command, handler: ./no-ls.sh, guard: true }\n`;
  const more = [guard('nobody', 'NoSuchTool'), guard('comma', 'Bash,Edit')].join('');
  patient.edit(policy, (text) => `${text}${more}${guard('one-of-two', 'Bash|NoSuchTool')}`);
  await patient.done('trust', '--yes');
  const { ok, findings, guards: rows } = await patient.doctor();
  expect(ok).toBe(false);
  const lost = findings.filter(({ code }) => code === 'guard-matchless');
  expect(lost.map(({ message }) => message)).toEqual([
    expect.stringContaining('nobody never runs: no known tool'),
    expect.stringContaining('comma never runs: '),
  ]);
  expect(await patient.run(lost[0]?.fix ?? '')).toContain('NoSuchTool');
  const isGuarding = (list: typeof rows) => list.map(({ name, guarding }) => `${name} ${guarding}`);
  const expected = ['no-ls true', 'nobody false', 'comma false', 'one-of-two true', 'hookline true'];
  expect(isGuarding(rows)).toEqual(expected);
  const status = await patient.call(['status', '--json']);
  expect(status.code).toBe(1);
  expect(isGuarding((JSON.parse(status.stdout) as { guards: typeof rows }).guards)).toEqual(expected);

  patient.edit(policy, (text) => `tools: [NoSuchTool, "Bash,Edit"]\n${text}`);
  await patient.done('trust', '--yes');
  expect(await patient.doctor()).toMatchObject({ ok: true });
  for (let call = 0; call < 20; call += 1)
    await patient.hook('PreToolUse', 'Bash', { tool_use_id: `c${call}` });
  const later = await patient.doctor();
  expect(later.ok).toBe(false);
  const never = later.findings.filter(({ code }) => code === 'guard-never-ran');
  expect(never.map(({ message }) => message.split(' ')[0])).toEqual(['nobody', 'comma']);
  expect(await patient.run(never[0]?.fix ?? '')).toContain('no test expects it to deny');
});

it('finds what hooks did when agents last called, until they do better', async () => {
  const patient = await guarded();
  const trust = (): Promise<string> => patient.done('trust', '--yes');
  patient.edit(
    policy,
    (text) => `${text}    - { name: fetches, matcher: WebFetch, type: command, handler: "true" }
    - { name: fails, matcher: Read, type: command, handler: "exit 3" }
  PostToolUse:
    - { name: asks, type: command, handler: ./asks.sh }
`,
  );
  const answer = { hookSpecificOutput: { hookEventName: 'PostToolUse', permissionDecision: 'deny' } };
  patient.write(at('asks.sh'), `echo '${JSON.stringify(answer)}'\n`);
  await trust();
  await patient.done('install', 'claude-code', '--yes');
  for (let call = 0; call < 5; call += 1)
    await patient.hook('PreToolUse', 'Bash', { tool_use_id: `c${call}` });
  await patient.hook('PreToolUse', 'Read');
  await patient.hook('PostToolUse', 'Bash', { tool_response: 'done' });
  const { guards: rows } = await patient.doctor();
  expect(rows).toMatchObject([
    { name: 'no-ls', lastRun: expect.stringMatching(/^\d{4}-/), lastDeny: null },
    { name: 'hookline', lastRun: expect.stringMatching(/^\d{4}-/), lastDeny: null },
  ]);
  await patient.shows({ 'never-matched': 'WebFetch', 'guard-failed': 'hook', 'effect-dropped': 'asks' });

  patient.edit(policy, (text) => text.replace('exit 3', 'true'));
  patient.write(at('asks.sh'), 'true\n');
  await trust();
  await patient.hook('PreToolUse', 'Read');
  await patient.hook('PreToolUse', 'WebFetch');
  await patient.hook('PostToolUse', 'Bash', { tool_response: 'done' });
  expect(await patient.doctor()).toMatchObject({ ok: true, findings: [] });
});

it('finds a record of events that cannot be written, as validate does', async () => {
  const patient = await guarded();
  patient.write(policy, `${guards}trace: { folder: /dev/null/traces }\n`);
  await patient.done('trust', '--yes');
  const { findings } = await patient.doctor();
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: 'trace-unwritable',
      message: expect.stringContaining('/dev/null/traces cannot be written'),
    }),
  );
  expect(await patient.done('validate')).toContain('/dev/null/traces cannot be written');
});

it('finds guards that cannot block anything, and rules that do less than they seem to', async () => {
  const patient = await guarded();
  patient.write(
    policy,
    [
      'hooks:',
      '  PreToolUse:',
      '    - { name: no-ls, matcher: Bash, type: command, handler: "./no-ls.sh || true", guard: true }',
      '    - { name: dangers, type: builtin, handler: destructive-commands, matcher: Write, guard: true }',
      'permissions: { deny: ["Bash(gti push *)"] }',
      '',
    ].join('\n'),
  );
  await patient.done('trust', '--yes');
  const { ok, findings, guards: rows } = await patient.doctor();
  expect(ok).toBe(false);
  expect(findings.map(({ code, level }) => [code, level])).toEqual(
    expect.arrayContaining([
      ['guard-disabled', 'error'],
      ['config-weak', 'warning'],
    ]),
  );
  expect(rows).toContainEqual(expect.objectContaining({ name: 'dangers', guarding: false }));
  expect(rows).toContainEqual(expect.objectContaining({ name: 'hookline', guarding: true }));
});
