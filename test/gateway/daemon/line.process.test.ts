import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { soonMs } from '../../support/eventually.ts';
import { DaemonWorld, denying, isDenied, listenAt } from './support.ts';

/** What may stand behind the name /bin/sh somewhere. */
const allShells = ['sh', 'dash', 'bash', 'bash --posix', 'busybox sh', 'ksh', 'zsh --emulate sh'];
const shells = allShells.filter((shell) => spawnSync('sh', ['-c', `${shell} -c :`]).status === 0);
const missing = allShells.filter((shell) => !shells.includes(shell));

/** Tells what it got: the command, a variable, and the folder. */
const telling = `hooks:
  PreToolUse:
    - { name: tell, type: module, isolate: false, handler: ./tell.mjs }
`;
const tell = `import { writeFileSync } from 'node:fs';
export default ({ tool_input }) => {
  writeFileSync('got' + (process.env.NOTHING ?? '.json'), JSON.stringify([tool_input.command, process.env.HARD, process.cwd()]));
  return { decision: 'deny', reason: 'told' };
};
`;

describe('the installed line', () => {
  it(`asks the daemon without starting Node, or judges alone, by ${shells.join(', ')}`, async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': telling, 'project/tell.mjs': tell });
    world.install();
    await world.trust();
    await world.startDaemon();
    const hard = `it's "so" \\ \\n $HOME \`date\`\n\n\tä — 漢字 %s \\0 *`;
    const command = hard + 'x\\y\n\'"'.repeat(60_000);
    const got = join(world.home, 'project/got.json');
    const env = { HARD: `${hard}\n\n` };
    for (const [index, shell] of shells.entries()) {
      const said = await world.line(world.payload(command), { shell, env });
      expect({ shell, ...said }).toMatchObject({ shell, code: 0, stderr: '' });
      expect([shell, isDenied(said)]).toEqual([shell, true]);
      expect(JSON.parse(readFileSync(got, 'utf8'))).toEqual([command, env.HARD, join(world.home, 'project')]);
      expect([shell, world.starts]).toEqual([shell, index]);
      rmSync(got);
      const alone = await world.line(world.payload(hard), { shell, env: { ...env, HOOKLINE_DAEMON: 'off' } });
      expect([shell, alone.code, isDenied(alone), world.starts]).toEqual([shell, 0, true, index + 1]);
      expect(JSON.parse(readFileSync(got, 'utf8'))).toEqual([hard, env.HARD, join(world.home, 'project')]);
    }
    await expect.poll(() => world.status(), { timeout: soonMs }).toMatchObject({ answered: shells.length });
  });

  it.skip.each(missing)('works by %s (skipped: it is not on this machine)', () => undefined);

  it('passes on a refusal with its reason, and an answer of megabytes', async () => {
    const large = `export default () => ({ decision: 'deny', reason: 'y'.repeat(2e6) });\n`;
    const world = new DaemonWorld({
      'project/hookline.yaml': denying('push'),
      'large/hookline.yaml': telling,
      'large/tell.mjs': large,
    });
    world.install();
    await world.trust('large');
    await world.startDaemon();
    const alone = await world.call(['hook', 'claude-code', '--required'], { input: '{ "half' });
    expect(await world.line('{ "half')).toEqual(alone);
    expect(alone).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/blocked this.*\nTo fix it/),
    });
    const { stdout } = await world.line(world.payload('ls', 'large'), { folder: 'large' });
    expect(stdout).toBe(
      (await world.hook('ls', { folder: 'large', env: { HOOKLINE_DAEMON: 'off' } })).stdout,
    );
    expect(stdout.length).toBeGreaterThan(1000);
    expect(world.starts).toBe(0);
  });

  const head = (status: string, length: number): string =>
    `HTTP/1.1 ${status}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;
  // An answer that would let the call go.
  const open = 'hookline 0\nend';
  /** Is alive, and then says something to the call. */
  const alive =
    (text: string) =>
    (socket: Socket, asked: string): void =>
      void socket.end(asked.includes('/alive') ? head('200 OK', 0) : text);
  it.each<[string, (socket: Socket, asked: string) => void]>([
    ['closes at once', (socket) => socket.destroy()],
    ['speaks another version', (socket) => socket.end(`${head('409 Conflict', open.length)}${open}`)],
    ['becomes another version', alive(`${head('409 Conflict', open.length)}${open}`)],
    ['dies within its answer', alive(`${head('200 OK', open.length + 9)}${open}`)],
    ['says half of its answer', alive(`${head('200 OK', 10)}hookline 0`)],
    ['says something else', alive(`${head('200 OK', 15)}hookline 0!\nend`)],
    ['says what is no HTTP', (socket) => socket.end(open)],
  ])('gets the same answer without a daemon that %s', async (_, behave) => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    world.install();
    await world.trust();
    let asked = 0;
    await listenAt(world.address, (socket) => {
      asked += 1;
      socket.once('data', (data) => behave(socket, String(data)));
    });
    // With no place for its log, none is started meanwhile.
    mkdirSync(join(world.home, 'run/hookline/daemon.log'));
    const line = await world.line(world.payload('git push'));
    expect([line.code, isDenied(line), world.starts, asked > 0]).toEqual([0, true, 1, true]);
    asked = 0;
    expect([await world.askOnce('git push'), asked > 0]).toEqual([null, true]);
    // Where it gets no answer, or none that can be read, the command judges by itself.
    const command = await world.hook('git push');
    expect([command.code, isDenied(command), asked > 1]).toEqual([0, true, true]);
  });

  it('waits 300 ms for a first sign of life, by curl and by Node', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    world.install();
    await world.trust();
    let waits: number[] = [];
    await listenAt(world.address, (socket) => {
      const begun = performance.now();
      socket.on('close', () => waits.push(performance.now() - begun)).resume();
    });
    for (const call of [world.line, world.hook]) {
      // On a busy machine the call ends later now and then, or this process hears late of its beginning.
      const isAsSaid = (ms: number): boolean => ms > 250 && ms <= 900;
      let waited = Number.NaN;
      for (let tries = 0; !isAsSaid(waited) && tries < 10; tries += 1) {
        waits = [];
        // Ten tries on a busy machine take longer than the socket counts as that of a living daemon.
        const ahead = Date.now() / 1000 + 60;
        utimesSync(world.address, ahead, ahead);
        const said =
          call === world.line ? await world.line(world.payload('git push')) : await world.hook('git push');
        expect(isDenied(said)).toBe(true);
        await expect.poll(() => waits.length).toBeGreaterThan(0);
        waited = waits[0] ?? Number.NaN;
      }
      expect(waited).toSatisfy(isAsSaid);
    }
  });

  it('refuses when its time is over, whatever the daemon does', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    world.install();
    await world.trust();
    // It says that it is alive, and never judges.
    await listenAt(world.address, (socket) =>
      socket.once('data', () => socket.write(head('200 OK', 0).replace('close', 'keep-alive'))),
    );
    const launcher = join(world.home, 'data/hookline/launch');
    const begun = Date.now();
    const said = await new Promise<string>((resolve) => {
      const words = ['60', 'sh', launcher, 'refuse', '1', 'claude-code'];
      const done = (problem: unknown, stdout: string, stderr: string): void =>
        resolve(`${Object(problem).code} ${stdout}${stderr}`);
      execFile('timeout', words, { env: { ...process.env, ...world.env } }, done).stdin?.end(
        world.payload('git pull'),
      );
    });
    expect(said).toMatch(/^42 .*blocked: it was killed, or ended when it took too long/);
    expect([Date.now() - begun < soonMs, world.starts]).toEqual([true, 0]);
  });

  it('gets the same answer where the daemon cannot be asked without Node, or not at all', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    await world.trust();
    await world.startDaemon();
    const leaveSocket = async (): Promise<void> => {
      world.install();
      process.kill((await world.startDaemon()).pid, 'SIGKILL');
      utimesSync(world.address, 1, 1);
    };
    const ways: readonly [string, () => unknown, Record<string, string>?][] = [
      ['without curl', () => world.install({ curl: null })],
      ['with a curl that is gone', () => world.install({ curl: '/nowhere/curl' })],
      ['with a curl that does nothing', () => world.install({ curl: '/bin/true' })],
      ['with HOOKLINE_DAEMON=off', () => world.install(), { HOOKLINE_DAEMON: 'off' }],
      ['with a socket whose daemon is gone', leaveSocket],
    ];
    for (const [way, prepare, env = {}] of ways) {
      await prepare();
      const said = await world.line(world.payload('git push'), { env });
      expect([way, said.code, isDenied(said), world.starts]).toEqual([way, 0, true, 1]);
    }
  });

  it('waits for a slow hook that the daemon runs, which runs once', async () => {
    const world = new DaemonWorld({
      'project/hookline.yaml': denying('push').replace('grep', 'echo >>runs; sleep 0.7; grep'),
    });
    world.install();
    await world.trust();
    await world.startDaemon();
    const said = await Promise.all([world.line(world.payload('git push')), world.hook('git push')]);
    expect(said.map(isDenied)).toEqual([true, true]);
    expect(readFileSync(join(world.home, 'project/runs'), 'utf8').length).toBe(2);
    expect([world.starts, (await world.status())?.answered]).toEqual([0, 2]);
  });

  it('takes neither settings nor a proxy for curl from elsewhere', async () => {
    const world = new DaemonWorld({
      'project/hookline.yaml': denying('push'),
      '.curlrc': 'output = "stolen"\nurl = "http://127.0.0.1:9/"\n',
    });
    world.install();
    await world.trust();
    await world.startDaemon();
    const proxy = 'http://127.0.0.1:9/';
    const env = { HOME: world.home, CURL_HOME: world.home, http_proxy: proxy, ALL_PROXY: proxy };
    expect(isDenied(await world.line(world.payload('git push'), { env }))).toBe(true);
    expect(world.starts).toBe(0);
  });

  it('judges alone where the path of the socket would be too long', async () => {
    const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
    world.install();
    await world.trust();
    const env = { XDG_RUNTIME_DIR: join(world.home, 'run', 'x'.repeat(100)) };
    expect(isDenied(await world.line(world.payload('git push'), { env }))).toBe(true);
  });
});
