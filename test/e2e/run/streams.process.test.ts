import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { main, startHookline } from '../../support/command-line/cli.ts';
import { soonMs } from '../../support/eventually.ts';
import { folderWith } from '../../support/folder-with.ts';
import { canLook, processesWith } from '../../support/processes/leftovers.ts';

const sh = promisify(execFile);
const node = JSON.stringify(process.execPath);
const hookline = `${node} ${JSON.stringify(main)}`;

describe('output', () => {
  it('stops silently when nobody reads it any more', async () => {
    const line = `${hookline} points | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await sh('bash', ['-c', line]);
    expect(stdout).toMatch(/^point .*\n0\n$/);
    expect(stderr).toBe('');
  });

  it('keeps the decision in the exit code though stdout is closed', async () => {
    const cwd = folderWith({
      'hookline.yaml': 'hooks: { Stop: [{ name: on, type: command, handler: "exit 2" }] }',
    });
    const line = `{ sleep 0.2; ${hookline} fire Stop --json; echo "code $?" >&2; } | true`;
    const { stderr } = await sh('bash', ['-c', line], { cwd });
    expect(stderr).toBe('code 2\n');
  });

  it.skipIf(!canLook)('that cannot be written is an error', async () => {
    const { stdout } = await sh('bash', ['-c', `${hookline} points 2>&1 > /dev/full; echo "code $?"`]);
    expect(stdout).toMatch(/^error: the output cannot be written: ENOSPC.*\ncode 1\n$/);
  });

  it('reaches a slow reader whole', async () => {
    const command = 'x'.repeat(2 * 1024 * 1024);
    const event = JSON.stringify({ tool_name: 'Bash', tool_input: { command } });
    const cwd = folderWith({ 'hookline.yaml': 'hooks: {}', 'event.json': event });
    const line = `${hookline} fire PreToolUse -i event.json --json | { sleep 1; wc -c; }`;
    const { stdout } = await sh('bash', ['-c', line], { cwd });
    expect(Number(stdout)).toBeGreaterThan(command.length);
  });
});

describe('an interrupted call', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    '%s ends the hook that hangs, and everything that it started, with %d',
    async (signal, code) => {
      const mark = randomUUID();
      const handler = `echo running >&2; trap "" TERM INT; sleep 600 & sleep 600`;
      const hook = { name: 'hangs', type: 'command', handler, passEnv: 'MARK', timeout: 600 };
      const cwd = folderWith({ 'hookline.yaml': JSON.stringify({ hooks: { Stop: [hook] } }) });
      const { child, ended } = startHookline(['fire', 'Stop', '--json'], { cwd, env: { MARK: mark } });
      await expect.poll(() => processesWith(`MARK=${mark}`).length).toBeGreaterThan(canLook ? 2 : -1);
      if (!canLook) await new Promise((resolve) => setTimeout(resolve, 3000));
      const start = Date.now();
      child.kill(signal);
      expect(await ended).toEqual({ code, stdout: '', stderr: '' });
      expect(Date.now() - start).toBeLessThan(soonMs);
      await expect.poll(() => processesWith(`MARK=${mark}`)).toEqual([]);
    },
  );

  it('ends the tests as well, in the middle of one', async () => {
    const mark = randomUUID();
    const hook = { name: 'hangs', type: 'command', handler: 'sleep 600', passEnv: 'MARK', timeout: 600 };
    const cwd = folderWith({
      'hookline.yaml': JSON.stringify({ hooks: { Stop: [hook] } }),
      'hookline.test.yaml':
        'tests: [{ fire: Stop, expect: { resume: true } }, { fire: Stop, expect: { resume: false } }]',
    });
    const { child, ended } = startHookline(['test', '--canary'], { cwd, env: { MARK: mark } });
    if (canLook) await expect.poll(() => processesWith(`MARK=${mark}`).length).toBeGreaterThan(1);
    else await new Promise((resolve) => setTimeout(resolve, 3000));
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    await expect.poll(() => processesWith(`MARK=${mark}`)).toEqual([]);
  });

  it('ends at once when a hook in JavaScript does not listen and the person insists', async () => {
    const cwd = folderWith({
      'hookline.yaml':
        'hooks: { Stop: [{ name: deaf, type: module, handler: ./deaf.mjs, isolate: false, timeout: 600 }] }',
      'deaf.mjs':
        'export default () => { process.stderr.write("running"); return new Promise(() => setInterval(() => {}, 1000)); };',
    });
    const running = startHookline(['fire', 'Stop'], { cwd });
    await running.shows('running');
    running.child.kill('SIGINT');
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
  });
});

describe('a call without stdin', () => {
  it('does not wait for one', async () => {
    const cwd = folderWith({ 'hookline.yaml': 'hooks: {}' });
    const child = spawn(process.execPath, [main, 'fire', 'Stop', '--json'], {
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    // Its stdin stays open all the time.
    const code = await new Promise((resolve) => child.on('exit', resolve));
    child.stdin.destroy();
    expect(code).toBe(0);
  });
});
