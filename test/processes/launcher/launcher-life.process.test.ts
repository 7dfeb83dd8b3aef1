import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launcherInUse, setLauncherMode } from '../../../src/processes/launcher/start-process.ts';
import { eventually } from '../../support/eventually.ts';
import { buildModules } from '../../support/processes/build-modules.ts';
import {
  isAlive,
  launcherDown,
  launchersOf,
  launcherUp,
  run,
  shell,
  watch,
} from '../../support/processes/launcher.ts';

const hostFile = fileURLToPath(new URL('../../fixtures/launcher/host.mjs', import.meta.url));
const folder = 'src/processes/launcher';
const entry = { 'start-process': `${folder}/start-process.ts` };
let built: string;

beforeAll(async () => {
  // Minified, since the launcher's program must survive what bundlers do to it.
  built = await buildModules(entry);
});

afterAll(launcherDown);

function startHost(
  task: string,
  env: Record<string, string> = {},
  stderr: 'inherit' | 'pipe' = 'inherit',
): { host: ChildProcess; said: () => unknown } {
  const path = process.env['PATH'] ?? '';
  const host = spawn(process.execPath, [hostFile, built, task], {
    env: { PATH: path, ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  let text = '';
  host.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  return { host, said: () => (text.endsWith('\n') ? JSON.parse(text) : null) };
}

async function hostAnswer(task: string, env: Record<string, string> = {}): Promise<unknown> {
  const { host, said } = startHost(task, env);
  const code = await new Promise((resolve) => host.on('close', resolve));
  return { code, ...(said() as object) };
}

describe('the launcher', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'ends its processes and itself when %s ends the host',
    async (signal) => {
      const { host, said } = startHost('hang');
      await eventually(() => said() !== null);
      const { launcher, pids } = said() as { launcher: number; pids: number[] };
      const all = [launcher, ...pids];
      expect(pids).toHaveLength(2);
      expect(await Promise.all(all.map(isAlive))).toEqual([true, true, true]);
      host.kill(signal);
      await eventually(async () => !(await Promise.all(all.map(isAlive))).includes(true));
    },
  );

  it('does not keep the host, which ends at once and takes it along', async () => {
    const { launcher, code } = (await hostAnswer('finish')) as { launcher: number; code: number };
    expect(code).toBe(0);
    await eventually(async () => !(await isAlive(launcher)));
  });

  it('keeps the host while a process is under way', async () => {
    expect(await hostAnswer('wait')).toEqual({ code: 0, exitCode: 7, signal: null });
  });

  it.skipIf(process.platform !== 'linux')('is used once the host is large', async () => {
    expect(await hostAnswer('grow')).toMatchObject({ whileSmall: false, large: true });
  });

  it.each([
    ['always', true],
    ['never', false],
    ['auto', false],
  ])('is used in a small host with HOOKLINE_LAUNCHER=%s: %s', async (mode, used) => {
    expect(await hostAnswer(used ? 'obeyYes' : 'obeyNo', { HOOKLINE_LAUNCHER: mode })).toEqual({
      code: 0,
      used,
    });
  });

  it('is decided on by size when HOOKLINE_LAUNCHER is none of these, with a warning', async () => {
    const { host, said } = startHost('obeyNo', { HOOKLINE_LAUNCHER: 'sometimes' }, 'pipe');
    let warning = '';
    host.stderr?.on('data', (chunk) => {
      warning += chunk;
    });
    await new Promise((resolve) => host.on('close', resolve));
    expect(said()).toEqual({ used: false });
    expect(warning).toContain(
      'HOOKLINE_LAUNCHER is one of always, never, auto, not "sometimes"; taken as auto',
    );
  });

  it.skipIf(process.getuid?.() !== 0)('is done without once the host has become another user', async () => {
    expect(await hostAnswer('drop')).toEqual({ code: 0, startedBy: 'host' });
  });

  it('is done without where it cannot be started', async () => {
    expect(await hostAnswer('fail')).toEqual({ code: 0, exits: [0, 1, 2, 3, 4], used: false });
  });

  it('is started once, after the first process, however many want it', async () => {
    await launcherDown();
    setLauncherMode('always');
    const first = await Promise.all(Array.from({ length: 10 }, () => run(shell('echo $PPID'))));
    expect(first.map(({ stdout }) => Number(stdout))).toEqual(first.map(() => process.pid));
    const seen = new Set<number>();
    await eventually(async () => {
      await Promise.all(Array.from({ length: 3 }, () => run(shell('true'))));
      for (const pid of await launchersOf(process.pid)) seen.add(pid);
      return launcherInUse() !== null;
    });
    expect(seen.size).toBe(1);
  });

  it('runs outside the terminal, ignores signals to everything, and has no environment', async () => {
    const launcher = await launcherUp();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(launcher, signal);
    expect(Number((await run(shell('echo $PPID'))).stdout)).toBe(launcher);
    const { stdout } = await run(shell(`ps -o sess=,tty= -p ${launcher}`));
    expect(stdout.trim().split(/\s+/)).toEqual([String(launcher), '?']);
    if (process.platform === 'linux') expect(await readFile(`/proc/${launcher}/environ`, 'utf8')).toBe('');
  });

  it('finishes what is under way when it is no longer wanted', async () => {
    const launcher = await launcherUp();
    const watched = watch(shell('echo $PPID; cat; exit 3'), null);
    await eventually(() => watched.stdout === `${launcher}\n`);
    setLauncherMode('never');
    expect((await run(shell('echo $PPID'))).stdout).toBe(`${process.pid}\n`);
    watched.process.write(Buffer.from('event'));
    expect(await watched.process.exited).toEqual({ exitCode: 3, signal: null });
    expect(watched).toMatchObject({ stdout: `${launcher}\nevent`, restarts: 0 });
    await eventually(async () => !(await isAlive(launcher)));
  });

  it.skipIf(process.platform !== 'linux')('leaves no descriptor behind, here or in itself', async () => {
    const launcher = await launcherUp();
    const count = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;
    const before = await count(launcher);
    await Promise.all(Array.from({ length: 30 }, () => run(shell('cat'), 'event')));
    const stuck = Array.from({ length: 10 }, () => watch(shell('sleep 60 & sleep 60'), null));
    for (const one of stuck) one.process.signalGroup('SIGKILL');
    await Promise.all(stuck.map((one) => one.process.exited));
    for (const one of stuck) one.process.release();
    await eventually(async () => (await count(launcher)) === before);
    const mine = await count(process.pid);
    await launcherDown();
    expect(await count(process.pid)).toBeLessThan(mine);
  });
});
