import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { Broker } from '../../../src/gateway/daemon/broker.ts';
import { eventually, isAlive } from '../../support/eventually.ts';
import { Patient, program } from './support.ts';

it('finds a daemon that does not answer, and one of another version, and each fix mends it', async () => {
  const patient = new Patient({ 'home/.claude/settings.json': '{}\n' }, 'on');
  await patient.done('init', '--guards');
  await patient.done('install', 'claude-code', '--yes');
  const { pid } = await patient.startDaemon();
  process.kill(pid, 'SIGKILL');
  await eventually(() => !isAlive(pid));
  await patient.heals('daemon-silent');

  const { argv } = process;
  const { XDG_RUNTIME_DIR: runtime } = process.env;
  process.argv = [process.execPath, program];
  process.env['XDG_RUNTIME_DIR'] = patient.env['XDG_RUNTIME_DIR'];
  const broker = await Broker.start({
    version: '0.0.1',
    module: pathToFileURL(program),
    log: () => undefined,
  }).finally(() => {
    process.argv = argv;
    if (runtime === undefined) delete process.env['XDG_RUNTIME_DIR'];
    else process.env['XDG_RUNTIME_DIR'] = runtime;
  });
  await patient.heals('daemon-other');
  await broker.ended;
});

it('says of a daemon that hangs that it does not answer, and was not stopped', async () => {
  const patient = new Patient({}, 'on');
  expect(await patient.call(['daemon', 'stop'])).toMatchObject({ code: 0, stdout: 'no daemon is running\n' });
  const { pid } = await patient.startDaemon();
  process.kill(pid, 'SIGSTOP');
  try {
    const [status, stop] = [await patient.call(['daemon']), await patient.call(['daemon', 'stop'])];
    expect(status).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^the daemon at \S+ does not answer;/),
    });
    expect(stop).toMatchObject({ code: 1, stdout: expect.stringContaining('was not stopped') });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

it('finds that no daemon can listen in a folder that is too deep', async () => {
  const patient = new Patient({}, 'on');
  const env = { ...patient.env, HOOKLINE_DAEMON: 'on', XDG_RUNTIME_DIR: join(patient.path, 'x'.repeat(100)) };
  const { stdout } = await patient.call(['doctor', '--json'], '', env);
  expect(JSON.parse(stdout).findings).toContainEqual(
    expect.objectContaining({ code: 'daemon-impossible', fix: 'unset XDG_RUNTIME_DIR' }),
  );
  const status = await patient.call(['status'], '', env);
  expect(status.stdout).toContain("daemon can't run: the path in XDG_RUNTIME_DIR is too long");
});

it('says in one screen what guards here, and where it does not', async () => {
  const patient = new Patient({ 'home/.claude/settings.json': '{}\n' }, 'on');
  await patient.done('init', '--guards');
  await patient.done('install', 'claude-code', '--yes');
  await patient.hook('PreToolUse', 'Bash', { tool_input: { command: 'git push --force' } });
  const { code, stdout } = await patient.call(['status']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/✓ Claude Code +project +\.claude\/settings\.json/);
  expect(stdout).toMatch(
    /✓ destructive-commands +project +PreToolUse +ran \d+ seconds? ago +denied \d+ seconds? ago/,
  );
  expect(stdout).toContain('hookline.yaml is active');
  expect(stdout).toContain('0 open exceptions, 1 waiting call: hookline allow --list');
  patient.edit('the "project"/hookline.yaml', (text) => `# mine\n${text}`);
  const changed = await patient.call(['status', '--json']);
  expect(changed.code).toBe(1);
  expect(JSON.parse(changed.stdout)).toMatchObject({
    ok: false,
    agents: [{ name: 'claude-code', guarding: true }],
    files: [{ level: 'project', standing: 'changed' }],
    waiting: [{ tool: 'Bash', product: 'claude-code' }],
    exceptions: [],
  });
});
