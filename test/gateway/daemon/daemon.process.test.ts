import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wireVersion, writeCallMessage } from '../../../src/gateway/daemon/wire.ts';
import { type Ended, hookline } from '../../support/command-line/cli.ts';
import { eventually } from '../../support/eventually.ts';
import { canLook } from '../../support/processes/leftovers.ts';
import { DaemonWorld, denying, isDenied, listenAt } from './support.ts';

const timeout = 30_000;
const isRoot = process.getuid?.() === 0;

describe('the daemon', () => {
  it('is started by the first call and answers the next, as the call itself would', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    await world.trust();
    const cold = await world.hook('git push');
    await expect.poll(() => world.status(), { timeout }).not.toBeNull();
    const warm = await world.hook('git push');
    expect(warm).toEqual(cold);
    expect(isDenied(warm)).toBe(true);
    expect(await world.hook('git pull')).toMatchObject({ code: 0, stdout: '' });
    expect(await world.hook('git push', { words: ['--launched'] })).toMatchObject({
      code: 40,
      stdout: warm.stdout,
    });
    await expect.poll(() => world.status(), { timeout }).toMatchObject({ answered: 3 });
  });

  it.skipIf(!canLook)('is one, however many start it at once', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    const start = (): Promise<Ended> => hookline(['daemon', 'start'], { cwd: world.home, env: world.env });
    await Promise.all(Array.from({ length: 4 }, start));
    const others = async (): Promise<readonly unknown[]> => {
      const pid = (await world.status())?.pid;
      return daemonsOf(world).filter((one) => one !== pid);
    };
    await expect.poll(others, { timeout, interval: 200 }).toEqual([]);
    const { pid } = (await world.status()) ?? {};
    // Whoever has lost its place to another ends.
    rmSync(world.address);
    await world.call(['daemon', 'start']);
    const next = (await world.status())?.pid;
    expect(next).not.toBe(pid);
    await expect.poll(() => daemonsOf(world), { timeout, interval: 200 }).toEqual([next]);
  });

  it('runs hooks once for a call that is announced twice, also when it ends between', async () => {
    const counting = denying('push').replace('grep', 'echo >>runs; grep');
    const world = new DaemonWorld({ 'project/hookline.yaml': counting });
    world.install();
    await world.trust();
    await world.startDaemon();
    const input = world.payload('git push').replace(/"call-\d+"/, '"toolu_01ABCDEFGHIJKLMNOPQR"');
    const said = await Promise.all([world.line(input), world.line(input)]);
    await expect.poll(() => existsSync(join(world.home, 'state/hookline/calls')), { timeout }).toBe(true);
    await world.call(['daemon', 'stop']);
    await expect.poll(() => world.status(), { timeout }).toBeNull();
    said.push(await world.line(input, { env: { HOOKLINE_DAEMON: 'off' } }));
    expect(said.map(isDenied)).toEqual([true, true, true]);
    expect(readFileSync(join(world.home, 'project/runs')).length).toBe(1);
  });

  it('sees a changed file at once, and one that is new', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    const write = (name: string, text: string): void =>
      writeFileSync(join(world.home, 'project', name), text);
    await world.trust();
    await world.startDaemon();
    expect(isDenied(await world.ask('git pull'))).toBe(false);
    write('hookline.yaml', denying('pull'));
    expect((await world.ask('git fetch')).stdout).toContain('changed since it was trusted');
    await world.trust();
    expect(isDenied(await world.hook('git pull'))).toBe(true);
    expect(isDenied(await world.ask('git fetch'))).toBe(false);
    write('hookline.local.yaml', denying('fetch'));
    const untrusted = await world.ask('git fetch');
    expect([isDenied(untrusted), untrusted.stdout]).toEqual([
      true,
      expect.stringContaining('not trusted yet'),
    ]);
    await world.trust();
    expect(isDenied(await world.ask('git fetch'))).toBe(true);
    await world.call(['trust', '--remove']);
    expect((await world.ask('git log')).stdout).toContain('not trusted yet');
    await world.trust();
    write('hookline.yaml', 'hooks: [');
    const broken = await world.ask('git log');
    expect([isDenied(broken), broken.stdout]).toEqual([true, expect.stringContaining('hookline.yaml')]);
  });

  it('answers for a folder that was removed and made again', async () => {
    const world = new DaemonWorld({ 'config/hookline/hookline.yaml': denying('push'), 'project/keep': '' });
    await world.startDaemon();
    expect(isDenied(await world.ask('git pull'))).toBe(false);
    rmSync(join(world.home, 'project'), { recursive: true });
    mkdirSync(join(world.home, 'project'));
    expect(isDenied(await world.ask('git pull'))).toBe(false);
    expect(isDenied(await world.hook('git push'))).toBe(true);
  });

  it('keeps projects and environments apart', async () => {
    const telling = `hooks:
  PreToolUse:
    - { name: tell, type: module, isolate: false, handler: ./tell.mjs }
`;
    const tell = `import { basename } from 'node:path';
export default () => ({ decision: 'deny', reason: process.env.WHO + ' in ' + basename(process.cwd()) });\n`;
    const world = new DaemonWorld({
      'one/hookline.yaml': telling,
      'one/tell.mjs': tell,
      'two/hookline.yaml': telling,
      'two/tell.mjs': tell,
    });
    await world.trust('one');
    await world.trust('two');
    await world.startDaemon();
    const said = await Promise.all([
      world.ask('ls', { folder: 'one', env: { WHO: 'ann' } }),
      world.ask('ls', { folder: 'two', env: { WHO: 'ann' } }),
      world.ask('ls', { folder: 'one', env: { WHO: 'bob' } }),
      world.ask('ls', { folder: 'two', env: { WHO: 'bob' } }),
    ]);
    const told = ({ stdout }: Ended): string | undefined => /\w+ in \w+/.exec(stdout)?.[0];
    expect(said.map(told)).toEqual(['ann in one', 'ann in two', 'bob in one', 'bob in two']);
    // The command tells the daemon where it is, and who. On a busy machine it may judge by itself.
    const before = (await world.status())?.answered ?? 0;
    await eventually(async () => {
      expect(told(await world.hook('ls', { folder: 'two', env: { WHO: 'bob' } }))).toBe('bob in two');
      return ((await world.status())?.answered ?? 0) > before;
    });
  });

  it('outlives hooks that end their process, which run once and are blocked', async () => {
    const own = { 'project/hookline.yaml': denying('push') };
    const ends = {
      exit: 'process.exit(40)',
      kill: "process.kill(process.pid, 'SIGKILL')",
      abort: 'process.abort()',
    };
    const bad = Object.entries(ends).map(([name, end]) => ({
      [`${name}/hookline.yaml`]:
        'hooks:\n  PreToolUse:\n    - { name: bad, type: module, isolate: false, handler: ./bad.mjs, guard: true }\n',
      [`${name}/bad.mjs`]: `import { appendFileSync } from 'node:fs';
export default () => (appendFileSync('runs', 'x'), ${end});\n`,
    }));
    const world = new DaemonWorld(Object.assign(own, ...bad));
    world.install();
    await world.trust();
    for (const name of Object.keys(ends)) await world.trust(name);
    const before = await world.startDaemon();
    for (const folder of Object.keys(ends)) {
      const said = await world.line(world.payload('ls', folder), { folder });
      const runs = readFileSync(join(world.home, folder, 'runs'), 'utf8');
      expect([folder, said.code, isDenied(said), runs]).toEqual([folder, 0, true, 'x']);
      expect(said.stderr).toContain('a hook ended the process that it ran in');
    }
    expect(isDenied(await world.line(world.payload('git push')))).toBe(true);
    expect([(await world.status())?.pid, world.starts]).toEqual([before.pid, 0]);
  });

  it('does without a process that a hook blocks', async () => {
    const world = new DaemonWorld({
      'project/hookline.yaml':
        'hooks:\n  PreToolUse:\n    - { name: slow, type: module, isolate: false, handler: ./slow.mjs, guard: true }\n',
      'project/slow.mjs': `export default ({ tool_input }) => {
        if (tool_input.command === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        return { decision: 'deny', reason: 'no' };
      };\n`,
    });
    await world.trust();
    await world.startDaemon();
    expect(await world.ask('ls')).toSatisfy(isDenied);
    // Whoever gets no answer judges by itself.
    expect(await Promise.all([world.askOnce('block'), world.askOnce('ls')])).toEqual([null, null]);
    expect(await world.ask('ls')).toSatisfy(isDenied);
  });

  it.skipIf(!canLook)('ends when nobody calls', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    await world.startDaemon();
    const told = async (...words: string[]): Promise<string> =>
      (await world.call(['daemon', 'status', ...words])).stdout;
    await expect.poll(() => told('--json'), { timeout }).toContain('"idleSeconds": 1800');
    await expect.poll(() => told(), { timeout }).toContain('; ends after 1800 s without calls\n');
    await world.call(['daemon', 'stop']);
    await expect.poll(() => daemonsOf(world), { timeout, interval: 200 }).toEqual([]);
    await world.startDaemon({ HOOKLINE_DAEMON_IDLE_SECONDS: '1' });
    await expect.poll(() => daemonsOf(world), { timeout, interval: 200 }).toEqual([]);
    expect(existsSync(world.address)).toBe(false);
  });

  it('is not asked while it is stopped', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    await world.trust();
    const { pid } = await world.startDaemon();
    process.kill(pid, 'SIGSTOP');
    try {
      const socket = world.socket();
      await expect.poll(() => statSync(socket).mtimeMs < Date.now(), { timeout }).toBe(true);
      expect(isDenied(await world.hook('git push'))).toBe(true);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('holds no call up when it is stopped, before the call or within it', async () => {
    const slow = denying('push').replace('grep', 'echo >>runs; sleep 1; grep');
    const world = new DaemonWorld({ 'project/hookline.yaml': slow });
    world.install();
    await world.trust();
    const { pid } = await world.startDaemon();
    const runs = join(world.home, 'project/runs');
    const begun = Date.now();
    const within = [world.line(world.payload('git push')), world.hook('git push')];
    await expect.poll(() => existsSync(runs) && readFileSync(runs).length, { timeout }).toBe(2);
    process.kill(pid, 'SIGSTOP');
    try {
      // Its socket would say for a while that it lives.
      const ahead = Date.now() / 1000 + 60;
      utimesSync(world.socket(), ahead, ahead);
      const before = [world.line(world.payload('git push')), world.hook('git push')];
      expect((await Promise.all([...before, ...within])).map(isDenied)).toEqual([true, true, true, true]);
      expect(Date.now() - begun).toBeLessThan(30_000);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('answers no caller of another version', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    await world.trust();
    await world.startDaemon();
    const environment = { ...process.env, ...world.env };
    const call = {
      agent: 'codex',
      required: false,
      payload: world.payload('ls'),
      cwd: world.home,
      environment,
    };
    const body = writeCallMessage(call) ?? '';
    const status = (version: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const path = `/${version}/hook/claude-code`;
        request({ socketPath: world.address, path, method: 'POST' }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on('error', reject)
          .end(body);
      });
    expect([await status(wireVersion), await status('1'), await status('999')]).toEqual([200, 409, 409]);
  });

  it('has a folder and a socket of its own user alone, which no other user gets into', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push'), 'run/hookline/keep': '' });
    const folder = join(world.home, 'run/hookline');
    chmodSync(folder, 0o755);
    await world.startDaemon();
    const modes = [folder, world.socket()].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(modes).toEqual(['700', '600']);
    if (!isRoot) return;
    for (const path of [world.home, join(world.home, 'run')]) chmodSync(path, 0o755);
    const connect = (): string => {
      const program = `require('net').connect(${JSON.stringify(world.socket())})
        .on('connect', () => console.log('in')).on('error', ({ code }) => console.log(code));`;
      const options = { uid: 65534, gid: 65534, encoding: 'utf8', cwd: '/' } as const;
      return spawnSync(process.execPath, ['-e', program], options).stdout.trim();
    };
    expect(connect()).toBe('EACCES');
    // Each of the two is enough.
    chmodSync(folder, 0o755);
    expect(connect()).toBe('EACCES');
  });

  it.skipIf(!isRoot)('is not asked where another user could be it (skipped unless run by root)', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    world.install();
    await world.trust();
    let asked = 0;
    await listenAt(world.address, (socket) => {
      asked += 1;
      socket.destroy();
    });
    const folder = join(world.home, 'run/hookline');
    const other = `${world.address}.other`;
    // With no place for its log, none is started meanwhile.
    mkdirSync(join(folder, 'daemon.log'));
    const owners: readonly (readonly [folder: number, socket: number, isLink: boolean])[] = [
      [65534, 0, false],
      [0, 65534, false],
      [0, 0, true],
      [0, 0, false],
    ];
    const counts: number[] = [];
    for (const [ofFolder, ofSocket, isLink] of owners) {
      if (isLink) {
        renameSync(world.address, other);
        symlinkSync(other, world.address);
      } else if (existsSync(other)) renameSync(other, world.address);
      chownSync(folder, ofFolder, 0);
      chownSync(world.address, ofSocket, 0);
      asked = 0;
      expect(isDenied(await world.line(world.payload('git push')))).toBe(true);
      counts.push(asked);
      // Where it gets no answer, the command judges by itself: the line has started one.
      expect(isDenied(await world.hook('git push'))).toBe(true);
      counts.push(asked);
    }
    expect(counts).toEqual([0, 0, 0, 0, 0, 0, expect.any(Number), expect.any(Number)]);
    expect(counts.at(-1)).toBeGreaterThan(1);
  });
});

/** The processes that are daemons of this home. */
function daemonsOf({ home }: DaemonWorld): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => /\0daemon\0run\0/.test(about(pid, 'cmdline')) && about(pid, 'environ').includes(home))
    .map(Number);
}

function about(pid: string, file: string): string {
  try {
    return readFileSync(join('/proc', pid, file), 'utf8');
  } catch {
    return '';
  }
}
